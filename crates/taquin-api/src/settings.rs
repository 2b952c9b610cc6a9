//! The settings of a search as fields of an object: written, read back and described by the library's table of options, so
//! that a new option is in every document at once.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserializer, Error};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::borrow::Cow;
use taquin::Settings;
use taquin::solve::{OPTIONS, OptionError, OptionValue, OptionValues, SearchOption};

/// Settings as fields: one for each option that results tell, empty where it does not count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SettingFields(pub Settings);

/// The options that results tell.
pub fn told_options() -> impl Iterator<Item = &'static SearchOption> {
    OPTIONS.iter().filter(|option| option.is_told())
}

/// A value as JSON.
pub fn to_json(value: OptionValue) -> Value {
    match value {
        OptionValue::Name(name) => name.into(),
        OptionValue::Whole(number) => number.into(),
        OptionValue::Thousandths(number) => (f64::from(number) / 1000.0).into(),
        OptionValue::Order(order) => order.to_string().into(),
    }
}

/// Reads a value of an option: text, or a number where the option is one.
pub fn from_json(option: &SearchOption, value: &Value) -> Result<OptionValue, OptionError> {
    match value {
        Value::String(text) => option.read(text),
        Value::Number(number) => option.read(&number.to_string().replace(".0", "")),
        other => Err(OptionError { option: option.name, value: other.to_string() }),
    }
}

impl SettingFields {
    /// In words: `order UDLR, ties lifo, goal test late`.
    pub fn in_words(&self) -> Vec<String> {
        let told = self.0.chosen().filter(|(option, _)| option.is_told());
        told.map(|(option, value)| format!("{} {value}", option.words())).collect()
    }
}

impl Serialize for SettingFields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        for option in told_options() {
            fields.serialize_entry(&option.field(), &option.get(&self.0).map(to_json))?;
        }
        fields.end()
    }
}

impl<'de> Deserialize<'de> for SettingFields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SettingFields, D::Error> {
        let fields = Map::<String, Value>::deserialize(deserializer)?;
        let mut settings = Settings::default();
        for option in told_options() {
            match fields.get(&option.field()) {
                None | Some(Value::Null) => {}
                Some(value) => {
                    let value = from_json(option, value).map_err(D::Error::custom)?;
                    option.set(&mut settings, Some(value));
                }
            }
        }
        Ok(SettingFields(settings))
    }
}

impl JsonSchema for SettingFields {
    fn schema_name() -> Cow<'static, str> {
        "SettingFields".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let properties: Map<String, Value> =
            told_options().map(|option| (option.field(), schema(option, true))).collect();
        json_schema!({ "type": "object", "properties": properties })
    }
}

/// The schema of an option's values.
pub fn schema(option: &SearchOption, may_be_null: bool) -> Value {
    let kind = match option.values {
        OptionValues::Names(_) | OptionValues::Order => "string",
        OptionValues::Whole { .. } => "integer",
        OptionValues::Thousandths { .. } => "number",
    };
    let mut schema = Map::new();
    schema.insert("description".into(), format!("{}.", option.doc).into());
    let kinds: Value = if may_be_null { [kind, "null"].as_slice().into() } else { kind.into() };
    schema.insert("type".into(), kinds);
    if let OptionValues::Names(names) = option.values {
        let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
        schema.insert("examples".into(), names.into());
    }
    if let OptionValues::Whole { least, .. } = option.values {
        schema.insert("minimum".into(), least.into());
    }
    schema.into()
}
