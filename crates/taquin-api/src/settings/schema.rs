//! The JSON schemas of settings, generated from the table of options.

use super::{RequestedSettings, SettingFields, reported_options, to_json};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value};
use std::borrow::Cow;
use taquin::solve::{OptionValue, OptionValues, SearchOption};

impl JsonSchema for SettingFields {
    fn schema_name() -> Cow<'static, str> {
        "SettingFields".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let properties: Map<String, Value> =
            reported_options().map(|option| (option.field.to_string(), schema(option))).collect();
        json_schema!({ "type": "object", "properties": properties })
    }
}

impl JsonSchema for RequestedSettings {
    fn schema_name() -> Cow<'static, str> {
        SettingFields::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        SettingFields::json_schema(generator)
    }
}

/// The schema of an option's values.
fn schema(option: &SearchOption) -> Value {
    let kind = match option.values {
        OptionValues::Names(_) | OptionValues::Order => "string",
        OptionValues::Whole { .. } => "integer",
        OptionValues::Thousandths { .. } => "number",
    };
    let mut schema = Map::new();
    schema.insert("description".into(), format!("{}.", option.doc).into());
    schema.insert("type".into(), [kind, "null"].as_slice().into());
    let mut range = |least: Value, most: Option<Value>| {
        schema.insert("minimum".into(), least);
        schema.extend(most.map(|most| ("maximum".into(), most)));
    };
    match option.values {
        OptionValues::Whole { least, most } => {
            range(least.into(), (most < u64::MAX).then(|| most.into()));
        }
        OptionValues::Thousandths { least, most } => {
            let [least, most] =
                [least, most].map(|number| to_json(OptionValue::Thousandths(number)));
            range(least, Some(most));
        }
        OptionValues::Names(names) => {
            let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
            schema.insert("examples".into(), names.into());
        }
        OptionValues::Order => {}
    }
    schema.into()
}
