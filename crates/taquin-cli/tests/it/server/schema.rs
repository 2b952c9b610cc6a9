//! Validates values against a JSON schema. A keyword without a rule here is an error, as it would be left unchecked
//! otherwise.

use serde_json::{Map, Value, json};

/// Returns the error of a value by one keyword, from the keyword's value, its schema and the value.
type Rule = fn(&Value, &Value, &Map<String, Value>, &Value) -> Option<String>;

/// Returns the rule of a keyword; `None` for an unknown one.
fn rule(keyword: &str) -> Option<Rule> {
    Some(match keyword {
        "$ref" => |document, path, _, value| match target(document, path) {
            Some(schema) => fault(document, schema, value),
            None => Some(format!("there is no {path}")),
        },
        "type" => |_, kinds, _, value| {
            let is_one = |kind: &Value| kind.as_str().is_some_and(|kind| is_a(value, kind));
            let fits = kinds.as_array().map_or_else(|| is_one(kinds), |all| all.iter().any(is_one));
            (!fits).then(|| format!("{value} is not of the type {kinds}"))
        },
        "format" => |_, format, _, value| {
            let most = match format.as_str() {
                Some("uint16") => u64::from(u16::MAX),
                Some("uint32") => u64::from(u32::MAX),
                Some("uint" | "uint64") => u64::MAX,
                // Every JSON number fits.
                Some("double") => return None,
                _ => return Some(format!("the format {format} is not understood")),
            };
            let fits = !value.is_number() || value.as_u64().is_some_and(|number| number <= most);
            (!fits).then(|| format!("{value} is not in the format {format}"))
        },
        "minimum" => |_, least, _, value| {
            let is_less = value.as_f64().zip(least.as_f64()).is_some_and(|(v, least)| v < least);
            is_less.then(|| format!("{value} is less than {least}"))
        },
        "maximum" => |_, most, _, value| {
            let is_more = value.as_f64().zip(most.as_f64()).is_some_and(|(v, most)| v > most);
            is_more.then(|| format!("{value} is more than {most}"))
        },
        "minLength" => |_, least, _, value| length(value.as_str(), least, |n, least| n < least),
        "maxLength" => |_, most, _, value| length(value.as_str(), most, |n, most| n > most),
        "minItems" => |_, least, _, value| count(value, least, |n, least| n < least),
        "maxItems" => |_, most, _, value| count(value, most, |n, most| n > most),
        "const" => |_, only, _, value| (only != value).then(|| format!("{value} is not {only}")),
        "enum" => |_, all, _, value| {
            let is_one = all.as_array().is_some_and(|all| all.contains(value));
            (!is_one).then(|| format!("{value} is none of {all}"))
        },
        "anyOf" => |document, schemas, _, value| {
            let (fitting, faults) = tried(document, schemas, value);
            (fitting == 0).then(|| faults.join(" and "))
        },
        "oneOf" => |document, schemas, _, value| {
            let (fitting, faults) = tried(document, schemas, value);
            (fitting != 1).then(|| format!("{fitting} forms fit {value}: {}", faults.join(" and ")))
        },
        "items" => |document, schema, _, value| {
            value.as_array()?.iter().find_map(|item| fault(document, schema, item))
        },
        "required" => |_, names, _, value| {
            let fields = value.as_object()?;
            let mut names = names.as_array()?.iter().filter_map(Value::as_str);
            names.find(|name| !fields.contains_key(*name)).map(|name| format!("{name} is missing"))
        },
        "properties" => |document, known, _, value| {
            value.as_object()?.iter().find_map(|(name, value)| {
                let fault = fault(document, known.get(name)?, value)?;
                Some(format!("{name}: {fault}"))
            })
        },
        "additionalProperties" => |document, schema, beside, value| {
            let is_known =
                |name: &str| beside.get("properties").is_some_and(|p| p.get(name).is_some());
            let mut others = value.as_object()?.iter().filter(|(name, _)| !is_known(name));
            others.find_map(|(name, value)| {
                Some(format!("{name}: {}", fault(document, schema, value)?))
            })
        },
        // Descriptions; examples and defaults are checked against their own schema by `must_be_sound`.
        "description" | "examples" | "default" | "readOnly" => |_, _, _, _| None,
        _ => return None,
    })
}

/// Asserts that a value fits a schema.
pub fn check(document: &Value, schema: &Value, value: &Value, what: &str) {
    assert!(schema.is_object(), "{what} has no schema");
    if let Some(fault) = fault(document, schema, value) {
        panic!("{what}: {fault}");
    }
}

/// Returns what is wrong with a value, or with the schema.
pub fn fault(document: &Value, schema: &Value, value: &Value) -> Option<String> {
    match schema {
        Value::Bool(true) => None,
        Value::Bool(false) => Some(format!("{value} must not be there")),
        Value::Object(keywords) => {
            keywords.iter().find_map(|(keyword, what)| match rule(keyword) {
                Some(rule) => rule(document, what, keywords, value),
                None => Some(format!("the keyword {keyword} is not understood")),
            })
        }
        _ => Some(format!("{schema} is no schema")),
    }
}

/// Asserts that every schema of a document, reached by a value or not, can be checked and fits its examples. Returns
/// the number of schemas.
pub fn must_be_sound(document: &Value) -> usize {
    let named = document["components"]["schemas"].as_object().expect("there are schemas");
    let mut left: Vec<&Value> = named.values().collect();
    let mut others = vec![&document["paths"]];
    while let Some(other) = others.pop() {
        match other {
            Value::Object(fields) => {
                let is_schema = |(name, _): &(&String, &Value)| *name == "schema";
                left.extend(fields.iter().filter(is_schema).map(|field| field.1));
                others.extend(fields.iter().filter(|field| !is_schema(field)).map(|field| field.1));
            }
            Value::Array(items) => others.extend(items),
            _ => {}
        }
    }
    let mut sound = 0;
    while let Some(schema) = left.pop() {
        sound += 1;
        let Some(keywords) = schema.as_object() else {
            assert!(schema.is_boolean(), "{schema} is no schema");
            continue;
        };
        for (keyword, what) in keywords {
            assert!(rule(keyword).is_some(), "the keyword {keyword} is not understood: {schema}");
            match (keyword.as_str(), what) {
                ("items" | "additionalProperties", inner) => left.push(inner),
                ("properties", Value::Object(inner)) => left.extend(inner.values()),
                ("anyOf" | "oneOf", Value::Array(inner)) => left.extend(inner),
                ("examples", Value::Array(examples)) => {
                    let wrong = examples.iter().find_map(|value| fault(document, schema, value));
                    assert_eq!(wrong, None, "{schema}");
                }
                ("default", value) => assert_eq!(fault(document, schema, value), None, "{schema}"),
                ("$ref", path) => assert!(target(document, path).is_some(), "there is no {path}"),
                ("properties" | "anyOf" | "oneOf" | "examples", _) => {
                    panic!("{schema} is no schema")
                }
                _ => {}
            }
        }
    }
    sound
}

/// Returns the target of a reference.
fn target<'a>(document: &'a Value, path: &Value) -> Option<&'a Value> {
    document.pointer(path.as_str()?.strip_prefix('#')?)
}

/// Returns how many schemas of a list a value fits, and its errors by the others.
fn tried(document: &Value, schemas: &Value, value: &Value) -> (usize, Vec<String>) {
    let schemas = schemas.as_array().map_or(&[][..], Vec::as_slice);
    let faults: Vec<String> =
        schemas.iter().filter_map(|schema| fault(document, schema, value)).collect();
    (schemas.len() - faults.len(), faults)
}

fn length(text: Option<&str>, limit: &Value, wrong: fn(u64, u64) -> bool) -> Option<String> {
    let (text, limit) = (text?, limit.as_u64()?);
    wrong(text.chars().count() as u64, limit).then(|| format!("'{text}' is not {limit} long"))
}

fn count(value: &Value, limit: &Value, wrong: fn(u64, u64) -> bool) -> Option<String> {
    let (items, limit) = (value.as_array()?, limit.as_u64()?);
    wrong(items.len() as u64, limit).then(|| format!("{value} does not have {limit} items"))
}

fn is_a(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}

#[test]
fn the_checker_checks_every_keyword_it_takes_and_takes_no_other() {
    let document = json!({"components": {"schemas": {"Short": {"maxLength": 2}}}, "paths": {}});
    // A schema, a value that fits it, and one that does not.
    let cases = [
        (json!({"$ref": "#/components/schemas/Short"}), json!("ab"), json!("abc")),
        (json!({"$ref": "#/components/schemas/Short", "minLength": 1}), json!("a"), json!("")),
        (json!({"type": "integer"}), json!(-1), json!(1.5)),
        (json!({"type": ["string", "null"]}), Value::Null, json!(1)),
        (json!({"format": "uint16"}), json!(65_535), json!(65_536)),
        (json!({"format": "uint32"}), json!(4_294_967_295_u64), json!(4_294_967_296_u64)),
        (json!({"format": "uint64"}), json!(u64::MAX), json!(-1)),
        (json!({"minimum": 0}), json!(0), json!(-1)),
        (json!({"maximum": 2.5}), json!(2.5), json!(2.6)),
        (json!({"minLength": 1}), json!("\u{e4}"), json!("")),
        (json!({"maxLength": 1}), json!("\u{e4}"), json!("ab")),
        (json!({"minItems": 1}), json!([1]), json!([])),
        (json!({"maxItems": 1}), json!([1]), json!([1, 2])),
        (json!({"const": "a"}), json!("a"), json!("b")),
        (json!({"enum": ["a", "b"]}), json!("b"), json!("c")),
        (json!({"anyOf": [{"minimum": 3}, {"maximum": 2}]}), json!(4), json!(2.5)),
        (json!({"oneOf": [{"minimum": 2}, {"maximum": 3}]}), json!(1), json!(2.5)),
        (json!({"oneOf": [{"const": 1}, {"const": 2}]}), json!(2), json!(3)),
        (json!({"items": {"type": "null"}}), json!([null]), json!([null, 1])),
        (json!({"required": ["a"]}), json!({"a": 1}), json!({"b": 1})),
        (json!({"properties": {"a": {"type": "null"}}}), json!({"b": 1}), json!({"a": 1})),
        (
            json!({"properties": {"a": {}}, "additionalProperties": false}),
            json!({"a": 1}),
            json!({"a": 1, "b": 1}),
        ),
        (json!({"additionalProperties": {"maximum": 1}}), json!({"a": 1}), json!({"a": 2})),
    ];
    for (schema, fits, does_not) in &cases {
        assert_eq!(fault(&document, schema, fits), None, "{schema} {fits}");
        assert!(fault(&document, schema, does_not).is_some(), "{schema} {does_not}");
    }
    let nowhere = json!({"$ref": "#/components/schemas/Nothing"});
    for schema in [json!({"pattern": "a"}), json!({"items": {"multipleOf": 3}}), nowhere, json!(1)]
    {
        assert!(fault(&document, &schema, &json!([2])).is_some(), "{schema}");
    }
    assert!(fault(&document, &json!({"format": "uint8"}), &json!(2)).is_some());
    // Also schemas that no value reaches.
    let hidden = json!({"components": {"schemas": {}}, "paths": {"schema": {
        "properties": {"a": {"anyOf": [{"items": {"pattern": "x"}}]}}}}});
    assert!(std::panic::catch_unwind(|| must_be_sound(&hidden)).is_err());
    assert_eq!(must_be_sound(&document), 1);
}
