//! The settings of a search as fields of an object: written, read back and described by the library's table of options,
//! so that a new option appears in every document at once.

#[cfg(feature = "schema")]
mod schema;

use crate::error::ApiError;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;
use std::sync::LazyLock;
use taquin::solve::{OPTIONS, OptionError, OptionValue, OptionValues, SearchOption};
use taquin::{Settings, SolveError};

/// Settings as fields: one for each option that results report, null where it does not apply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SettingFields(pub Settings);

/// Returns the options that results report.
pub fn reported_options() -> impl Iterator<Item = &'static SearchOption> {
    OPTIONS.iter().filter(|option| option.is_reported())
}

/// Converts an option's value to JSON.
pub fn to_json(value: OptionValue) -> Value {
    match value {
        OptionValue::Name(name) => name.into(),
        OptionValue::Whole(number) => number.into(),
        OptionValue::Thousandths(number) => (f64::from(number) / 1000.0).into(),
        OptionValue::Order(order) => order.to_string().into(),
    }
}

/// Reads an option's value from JSON: a number if the option is numeric, otherwise text.
pub fn from_json(option: &SearchOption, value: &Value) -> Result<OptionValue, OptionError> {
    let is_number =
        matches!(option.values, OptionValues::Whole { .. } | OptionValues::Thousandths { .. });
    match value {
        Value::String(text) if !is_number => option.read(text.trim()),
        Value::Number(number) if is_number => {
            let number = number.to_string();
            option.read(number.strip_suffix(".0").unwrap_or(&number))
        }
        other => Err(OptionError { option: option.name, value: other.to_string() }),
    }
}

impl SettingFields {
    /// Describes the settings in words: `order UDLR, ties lifo, goal test late`.
    pub fn in_words(&self) -> Vec<String> {
        let reported = self.0.chosen().filter(|(option, _)| option.is_reported());
        reported.map(|(option, value)| format!("{} {value}", option.words())).collect()
    }
}

impl Serialize for SettingFields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        for option in reported_options() {
            fields.serialize_entry(option.field, &option.get(&self.0).map(to_json))?;
        }
        fields.end()
    }
}

impl<'de> Deserialize<'de> for SettingFields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SettingFields, D::Error> {
        let fields = Map::<String, Value>::deserialize(deserializer)?;
        let mut settings = Settings::default();
        for option in reported_options() {
            match fields.get(option.field) {
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

impl SettingFields {
    /// Writes only those that were chosen.
    pub fn serialize_chosen<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let chosen = reported_options()
            .filter_map(|option| option.get(&self.0).map(|value| (option.field, to_json(value))));
        serializer.collect_map(chosen)
    }
}

/// Settings that a request asks for, or the first one that is wrong: it is reported by its field, after all that is wrong
/// with the form of the request.
#[derive(Clone, Debug)]
pub struct RequestedSettings(pub Result<Settings, OptionError>);

impl Default for RequestedSettings {
    fn default() -> RequestedSettings {
        RequestedSettings(Ok(Settings::default()))
    }
}

impl RequestedSettings {
    /// Returns the settings, or reports which one is wrong.
    pub fn read(&self) -> Result<Settings, ApiError> {
        self.0.clone().map_err(|error| SolveError::from(error).into())
    }

    /// Adds the value of an option, unless another one is wrong already.
    pub fn add(&mut self, option: &SearchOption, value: Result<OptionValue, OptionError>) {
        let Ok(settings) = &mut self.0 else { return };
        match value {
            Ok(value) => option.set(settings, Some(value)),
            Err(error) => self.0 = Err(error),
        }
    }
}

impl<'de> Deserialize<'de> for RequestedSettings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RequestedSettings, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = RequestedSettings;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the settings of a search")
            }

            fn visit_map<A: MapAccess<'de>>(
                self,
                mut map: A,
            ) -> Result<RequestedSettings, A::Error> {
                let mut requested = RequestedSettings::default();
                while let Some((field, value)) = map.next_entry::<String, Value>()? {
                    let option = reported_options().find(|option| option.field == field);
                    if let Some(option) = option.filter(|_| !value.is_null()) {
                        requested.add(option, from_json(option, &value));
                    }
                }
                Ok(requested)
            }
        }
        // Only the fields of the table are accepted; any other is unknown.
        static NAMES: LazyLock<Vec<&'static str>> =
            LazyLock::new(|| reported_options().map(|option| option.field).collect());
        deserializer.deserialize_struct("RequestedSettings", &NAMES, Fields)
    }
}
