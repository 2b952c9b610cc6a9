//! Generates openapi.json from the list of endpoints and the types of requests and responses. The program only
//! serves the file stored beside this one, so the generator is not part of it.

use super::endpoints;
use super::response::JSON;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};
use std::path::Path;
use taquin_api::error::ErrorBody;
use taquin_api::json::TOOL_VERSION;
use taquin_api::task::SchemaOf;

/// The description of an endpoint.
pub struct EndpointDescription {
    /// `GET`, `POST` or `DELETE`.
    pub method: &'static str,
    /// The path under /api/v1.
    pub path: String,
    /// What it does.
    pub summary: &'static str,
    /// The schema of its request, if it has a body.
    pub request: Option<SchemaOf>,
    /// Its response.
    pub response: ResponseKind,
}

/// What an endpoint responds with.
pub enum ResponseKind {
    /// An object.
    Object(SchemaOf),
    /// An object that describes a job just started.
    Accepted(SchemaOf),
    /// A file of one of these content types.
    Files(&'static [&'static str]),
}

/// Generates the schema of a type.
pub fn schema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

#[test]
fn openapi_json_is_what_the_endpoints_and_types_say() {
    check_stored("src/server/openapi.json", &format!("{:#}\n", document()));
}

/// The command that writes all generated files.
pub const UPDATE: &str = "TAQUIN_UPDATE=1 cargo test -p taquin-cli --lib server";

/// Checks that a generated file of this crate is stored as it is generated now; `TAQUIN_UPDATE` stores it.
pub fn check_stored(file: &str, generated: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("TAQUIN_UPDATE").is_some() {
        std::fs::write(&path, generated).expect("the file can be written");
    }
    let stored = std::fs::read_to_string(&path).expect("the file is there");
    assert!(
        generated == stored,
        "{file} is out of date: run `{UPDATE}`, read what changed and commit it"
    );
}

/// Generates the document.
fn document() -> Value {
    let settings = || {
        SchemaSettings::draft2020_12().with(|settings| {
            settings.definitions_path = "/components/schemas".into();
            settings.meta_schema = None;
        })
    };
    // A field that may be omitted from a request is always present in a response, perhaps as null.
    let mut requests = settings().for_deserialize().into_generator();
    let mut responses = settings().for_serialize().into_generator();
    let error = responses.subschema_for::<ErrorBody>();
    let mut paths: Map<String, Value> = Map::new();
    for endpoint in &endpoints::descriptions() {
        let operation = operation(endpoint, &mut requests, &mut responses, &json!(error));
        let path = paths.entry(endpoint.path.clone()).or_insert_with(|| json!({}));
        path[endpoint.method.to_lowercase()] = operation;
    }
    let mut schemas = requests.take_definitions(true);
    schemas.extend(responses.take_definitions(true));
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "taquin",
            "version": TOOL_VERSION,
            "summary": "Solve, compare and show search on sliding-tile puzzles",
            "license": { "name": "MIT", "identifier": "MIT" },
        },
        "servers": [{ "url": "/api/v1" }],
        "paths": paths,
        "components": { "schemas": schemas },
    })
}

fn operation(
    endpoint: &EndpointDescription,
    requests: &mut SchemaGenerator,
    responses: &mut SchemaGenerator,
    error: &Value,
) -> Value {
    let content = |kind: &str, schema: Value| json!({ kind: { "schema": schema } });
    let (status, what) = match &endpoint.response {
        ResponseKind::Object(schema) => ("200", content(JSON, json!(schema(responses)))),
        ResponseKind::Accepted(schema) => ("202", content(JSON, json!(schema(responses)))),
        ResponseKind::Files(kinds) => {
            let kinds = kinds.iter().map(|kind| (kind.to_string(), json!({})));
            ("200", Value::Object(kinds.collect()))
        }
    };
    let mut operation = json!({
        "summary": endpoint.summary,
        "responses": {
            status: { "description": "Success", "content": what },
            "default": {
                "description": "Rejected: 400 not JSON, an unknown field or one of the wrong type; 403 another \
                    site's page, or a name that is not this server's; 404, 405, 408, 413 and 415 as usual; \
                    422 an invalid board or choice; 503 overloaded, with Retry-After",
                "content": content(JSON, error.clone()),
            },
        },
    });
    if let Some(schema) = endpoint.request {
        let content = content(JSON, json!(schema(requests)));
        operation["requestBody"] = json!({ "required": true, "content": content });
    }
    if endpoint.path.contains("{id}") {
        operation["parameters"] = json!([
            { "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }
        ]);
    }
    operation
}
