//! Whether a value has the form that a JSON schema says, as far as ours say anything.

use serde_json::Value;

/// The words of schemas that are understood; others must not occur, lest something be left unchecked.
const UNDERSTOOD: [&str; 24] = [
    "$ref",
    "type",
    "properties",
    "required",
    "items",
    "prefixItems",
    "anyOf",
    "oneOf",
    "allOf",
    "enum",
    "const",
    "additionalProperties",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
    "title",
    "description",
    "format",
    "examples",
    "default",
    "unevaluatedProperties",
    "minLength",
    "maxLength",
];

/// Fails unless the value has the form.
pub fn check(document: &Value, schema: &Value, value: &Value, what: &str) {
    assert!(schema.is_object(), "{what} has no schema");
    if let Some(fault) = fault(document, schema, value) {
        panic!("{what}: {fault}");
    }
}

/// What is wrong with a value.
pub fn fault(document: &Value, schema: &Value, value: &Value) -> Option<String> {
    let Some(object) = schema.as_object() else {
        return (schema == &Value::Bool(false)).then(|| format!("{value} must not be there"));
    };
    if let Some(word) = object.keys().find(|word| !UNDERSTOOD.contains(&word.as_str())) {
        return Some(format!("the schema says {word}"));
    }
    let sub = |schema: &Value, value: &Value| fault(document, schema, value);
    let list = |name: &str| object.get(name).and_then(Value::as_array);
    if let Some(path) = object.get("$ref").and_then(Value::as_str) {
        let target = document.pointer(path.trim_start_matches('#'));
        return target.map_or(Some(format!("there is no {path}")), |target| sub(target, value));
    }
    let kinds = match object.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().collect(),
        Some(kind) => vec![kind],
        None => Vec::new(),
    };
    if !kinds.is_empty() && !kinds.iter().any(|kind| is_a(value, kind.as_str().unwrap_or(""))) {
        return Some(format!("{value} is none of {kinds:?}"));
    }
    if let Some(allowed) = list("enum")
        && !allowed.contains(value)
    {
        return Some(format!("{value} is none of {allowed:?}"));
    }
    if object.get("const").is_some_and(|only| only != value) {
        return Some(format!("{value} is not {}", object["const"]));
    }
    if let Some(all) = list("allOf")
        && let Some(fault) = all.iter().find_map(|schema| sub(schema, value))
    {
        return Some(fault);
    }
    for name in ["anyOf", "oneOf"] {
        if let Some(some) = list(name) {
            let faults: Vec<String> = some.iter().filter_map(|schema| sub(schema, value)).collect();
            if faults.len() == some.len() {
                return Some(faults.join(" and "));
            }
        }
    }
    if let (Some(items), Some(schema)) = (value.as_array(), object.get("items"))
        && let Some(fault) = items.iter().find_map(|item| sub(schema, item))
    {
        return Some(fault);
    }
    let fields = value.as_object()?;
    let known = object.get("properties").and_then(Value::as_object);
    let missing = list("required").and_then(|names| {
        names.iter().filter_map(Value::as_str).find(|name| !fields.contains_key(*name))
    });
    if let Some(name) = missing {
        return Some(format!("{name} is missing"));
    }
    fields.iter().find_map(|(name, value)| {
        let schema = known.and_then(|known| known.get(name));
        let fault = match (schema, object.get("additionalProperties")) {
            (Some(schema), _) | (None, Some(schema)) => sub(schema, value),
            (None, None) => None,
        };
        fault.map(|fault| format!("{name}: {fault}"))
    })
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
