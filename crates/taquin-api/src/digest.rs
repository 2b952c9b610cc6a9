//! Digests, which show that something was changed by accident; anyone who changes it on purpose can compute a new one.
//! The digest of a document depends on its values only, not on spaces, on the order of its fields or on fields that
//! are null, so that a file survives other programs that read and write JSON.

use serde::Serialize;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// The field of a document that holds its digest, and is not part of what it covers.
pub const DIGEST: &str = "digest";
/// The digest of null, and of a field that is not there.
const NULL: u64 = 0;

/// 64-bit FNV-1a, printed as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    /// Adds some bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// Returns the digest of a document's text.
    pub fn of_json(text: &[u8]) -> serde_json::Result<Digest> {
        let mut reader = serde_json::Deserializer::from_slice(text);
        let digest = Content.deserialize(&mut reader)?;
        reader.end().map(|()| Digest(digest))
    }

    /// Checks the digest that a document states, if it states one.
    pub fn check(stated: Option<&str>, text: &[u8]) -> Result<(), String> {
        let Some(stated) = stated else { return Ok(()) };
        let own = Digest::of_json(text).map_err(|error| error.to_string())?.to_string();
        if own == stated {
            Ok(())
        } else {
            Err("its digest is not that of its content, so it was changed".to_string())
        }
    }

    /// Returns the digest of a document.
    pub fn of(document: &impl Serialize) -> String {
        let text = serde_json::to_vec(document).expect("numbers and text are written to memory");
        Digest::of_json(&text).expect("it was written just now").to_string()
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Computes the digest of any value while it is read, without building it.
#[derive(Clone, Copy)]
struct Content;

/// Returns the digest of a value of some kind.
fn of_bytes(kind: u8, bytes: &[u8]) -> u64 {
    let mut digest = Digest::default();
    digest.add(&[kind]);
    digest.add(bytes);
    digest.0
}

impl<'de> DeserializeSeed<'de> for Content {
    type Value = u64;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<u64, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Content {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<u64, E> {
        Ok(NULL)
    }

    fn visit_bool<E>(self, value: bool) -> Result<u64, E> {
        Ok(of_bytes(b'b', &[u8::from(value)]))
    }

    fn visit_u64<E>(self, value: u64) -> Result<u64, E> {
        Ok(of_bytes(b'u', &value.to_le_bytes()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<u64, E> {
        Ok(of_bytes(b'i', &value.to_le_bytes()))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<u64, E> {
        // Some programs write 2.0 as 2.
        if value.fract() == 0.0 && (0.0..9e15).contains(&value) {
            self.visit_u64(value as u64)
        } else {
            Ok(of_bytes(b'f', &value.to_bits().to_le_bytes()))
        }
    }

    fn visit_str<E>(self, value: &str) -> Result<u64, E> {
        Ok(of_bytes(b's', value.as_bytes()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<u64, A::Error> {
        let mut digest = Digest::default();
        while let Some(item) = items.next_element_seed(self)? {
            digest.add(&item.to_le_bytes());
        }
        Ok(digest.0)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<u64, A::Error> {
        let own = of_bytes(b's', DIGEST.as_bytes());
        let mut sum: u64 = 1;
        while let Some(name) = fields.next_key_seed(self)? {
            let value = fields.next_value_seed(self)?;
            if name != own && value != NULL {
                let mut field = Digest(name);
                field.add(&value.to_le_bytes());
                // A sum does not depend on the order.
                sum = sum.wrapping_add(field.0);
            }
        }
        Ok(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Digest {
        Digest::of_json(text.as_bytes()).expect("it is JSON")
    }

    #[test]
    fn only_values_count() {
        let one = of(r#"{"a":1,"b":{"c":[1,"x",2.5,true]},"digest":"7"}"#);
        let same = [
            r#"{ "b": {"c": [1, "x", 2.5, true]}, "a": 1 }"#,
            r#"{"a":1.0,"b":{"c":[1,"\u0078",2.50,true]},"d":null}"#,
        ];
        assert!(same.iter().all(|text| of(text) == one));
        let others = [
            r#"{"a":2,"b":{"c":[1,"x",2.5,true]}}"#,
            r#"{"a":"1","b":{"c":[1,"x",2.5,true]}}"#,
            r#"{"a":1,"b":{"c":["x",1,2.5,true]}}"#,
            r#"{"a":1,"b":{"c":[1,"x",2.5,false]}}"#,
            r#"{"a":1,"b":{"c":[1,"x",2.5]}}"#,
            r#"{"a":1,"b":{"c":[1,"x",2.5,true]},"d":0}"#,
            r#"{"a":1,"b":{"c":[1,"x",2.5,true]},"a":1}"#,
            r#"{"b":1,"a":{"c":[1,"x",2.5,true]}}"#,
            r#"{"a":1,"b":[1,"x",2.5,true]}"#,
        ];
        assert!(others.iter().all(|text| of(text) != one));
        assert!(Digest::of_json(b"{\"a\":1} x").is_err() && Digest::of_json(b"{").is_err());
    }

    /// Digests are stored in files, so they never change.
    #[test]
    fn digests_stay() {
        assert_eq!(
            of(r#"{"record":"run","number":1,"stats":{"seconds":0.5}}"#).to_string(),
            "a9ea18e6fb9673f1"
        );
    }
}
