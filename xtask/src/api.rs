//! The page of the HTTP API: docs/develop/api.md, whose tables are made of the OpenAPI description.

use crate::files::read;
use serde_json::Value;
use std::fmt::Write;
use std::path::Path;

const DESCRIPTION: &str = "crates/server/openapi.json";
const PAGE: &str = "docs/develop/api.md";

/// What stands before the tables; all that follows is made.
const BEGIN: &str = "<!-- `cargo xtask api` writes what follows. -->\n";

/// Writes the tables, or checks that they are as they would be written.
pub fn renew(root: &Path, only_check: bool) -> Result<String, String> {
    let description = serde_json::from_str(&read(&root.join(DESCRIPTION))?).map_err(|error| error.to_string())?;
    let page = read(&root.join(PAGE))?;
    let (head, _) = page.split_once(BEGIN).ok_or_else(|| format!("{PAGE} has no line {BEGIN}"))?;
    let wanted = format!("{head}{BEGIN}{}", tables(&description));
    match (page == wanted, only_check) {
        (true, _) => Ok(format!("{PAGE} has every request of {DESCRIPTION}")),
        (false, true) => Err(format!("{PAGE} differs from {DESCRIPTION}: run `cargo xtask api`")),
        (false, false) => {
            std::fs::write(root.join(PAGE), wanted).map_err(|error| format!("can't write {PAGE}: {error}"))?;
            Ok(format!("{PAGE} renewed"))
        }
    }
}

/// A table for each tag, with its requests in the order of the description.
fn tables(description: &Value) -> String {
    let mut sections: Vec<(&str, String)> = Vec::new();
    for (path, methods) in entries(&description["paths"]) {
        for (method, operation) in entries(methods) {
            let tag = operation["tags"][0].as_str().unwrap_or("other");
            let row = row(method, path, operation);
            match sections.iter_mut().find(|(known, _)| *known == tag) {
                Some((_, rows)) => rows.push_str(&row),
                None => sections.push((tag, row)),
            }
        }
    }
    sections.sort_by_key(|(tag, _)| *tag);
    let mut text = String::new();
    for (tag, rows) in sections {
        let mut letters = tag.chars();
        let title: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "\n## {title}\n\n| request | what it does | takes | answers | errors |\n|---|---|---|---|---|\n{rows}"
        );
    }
    text
}

fn row(method: &str, path: &str, operation: &Value) -> String {
    let summary = operation["summary"].as_str().unwrap_or_default();
    let summary = summary.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut takes: Vec<String> = items(&operation["parameters"])
        .filter(|parameter| parameter["in"] == "query")
        .map(|parameter| format!("`?{}`", parameter["name"].as_str().unwrap_or_default()))
        .collect();
    takes.extend(content(&operation["requestBody"]));
    let (mut answers, mut errors) = (Vec::new(), Vec::new());
    for (status, answer) in entries(&operation["responses"]) {
        if status.starts_with(['1', '2', '3']) {
            answers.push(content(answer).map_or_else(|| status.to_owned(), |body| format!("{status} {body}")));
        } else if status != "default" {
            errors.push(status);
        }
    }
    format!(
        "| `{} {path}` | {} | {} | {} | {} |\n",
        method.to_uppercase(),
        summary.replace('|', "\\|"),
        takes.join(", "),
        answers.join(", "),
        errors.join(", ")
    )
}

/// The type of a body: the schema's name, or the kind of its content.
fn content(body: &Value) -> Option<String> {
    let (kind, body) = entries(&body["content"]).next()?;
    let schema = &body["schema"];
    let name = schema["$ref"].as_str().or_else(|| schema["items"]["$ref"].as_str());
    Some(match name.and_then(|path| path.rsplit('/').next()) {
        Some(name) if schema["type"] == "array" => format!("`[{name}]`"),
        Some(name) => format!("`{name}`"),
        None => kind.to_owned(),
    })
}

fn entries(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flatten().map(|(key, value)| (key.as_str(), value))
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::tables;
    use serde_json::json;

    #[test]
    fn a_request_is_a_row() {
        let description = json!({ "paths": { "/api/x": { "post": {
            "tags": ["things"],
            "summary": "Makes a thing,\nor says why not.",
            "parameters": [{ "name": "page", "in": "query" }, { "name": "id", "in": "path" }],
            "requestBody": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Request" } } } },
            "responses": {
                "201": { "content": { "application/json": { "schema": { "type": "array", "items": { "$ref": "#/a/Thing" } } } } },
                "404": {},
                "default": {},
            },
        } } } });
        let text = tables(&description);
        assert!(text.starts_with("\n## Things\n"), "{text}");
        assert!(
            text.ends_with(
                "| `POST /api/x` | Makes a thing, or says why not. | `?page`, `Request` | 201 `[Thing]` | 404 |\n"
            ),
            "{text}"
        );
    }
}
