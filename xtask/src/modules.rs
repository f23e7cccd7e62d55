//! Which part of a crate may use which: the block marked `modules` in ARCHITECTURE.md, against the `crate::` paths in
//! the code.
//!
//! A line `server/store -> domain error` names all that the part (a folder or file of the crate's `src`) may use of its
//! crate; a line `server: axum hyper <- http app` the only parts that may use these libraries.

use crate::files::{collect, read};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The parts and libraries that the block speaks of.
#[derive(Debug, Default)]
struct Allowed {
    /// By crate and part: the parts that it may use.
    parts: BTreeMap<(String, String), BTreeSet<String>>,
    /// By crate and library: the parts that may use it.
    libraries: BTreeMap<(String, String), BTreeSet<String>>,
}

/// Compares the paths in the code with the block of ARCHITECTURE.md.
pub fn check(root: &Path) -> Result<String, String> {
    let allowed = parse(&read(&root.join("ARCHITECTURE.md"))?)?;
    let names = allowed.parts.keys().chain(allowed.libraries.keys()).map(|(name, _)| name);
    let (mut faults, mut count) = (Vec::new(), 0);
    for name in names.collect::<BTreeSet<_>>() {
        let src = root.join("crates").join(name).join("src");
        for part in allowed.parts.keys().filter(|(of, _)| of == name).map(|(_, part)| part) {
            if !src.join(part).is_dir() && !src.join(format!("{part}.rs")).is_file() {
                faults.push(format!("crates/{name}/src has no part `{part}`, of which ARCHITECTURE.md speaks"));
            }
        }
        let mut files = Vec::new();
        collect(&src, &mut files)?;
        for file in files {
            let inside = file.strip_prefix(&src).unwrap_or(&file);
            let part = inside.components().next().map(|part| part.as_os_str().to_string_lossy().into_owned());
            let part = part.unwrap_or_default().trim_end_matches(".rs").to_owned();
            count += 1;
            let found = forbidden(name, &part, &read(&file)?, &allowed);
            faults.extend(found.into_iter().map(|fault| format!("{}: {fault}", inside.display())));
        }
    }
    match faults.is_empty() {
        true => Ok(format!("{count} files use only the parts of their crate that they may")),
        false => Err(faults.join("\n")),
    }
}

/// What a file of a part uses and may not.
fn forbidden(name: &str, part: &str, text: &str, allowed: &Allowed) -> Vec<String> {
    let mut faults = Vec::new();
    if let Some(parts) = allowed.parts.get(&(name.to_owned(), part.to_owned())) {
        let used = used(text);
        let wrong = used.iter().filter(|used| *used != part && !parts.contains(*used));
        faults.extend(wrong.map(|used| format!("`{part}` may not use `{used}`")));
    }
    for ((of, library), parts) in &allowed.libraries {
        let used = of == name && words(text).any(|word| word == library);
        if used && !parts.contains(part) {
            faults.push(format!("`{part}` may not use the library `{library}`"));
        }
    }
    faults
}

/// The parts of its crate that a text names: `crate::store::Write`, `crate::{app, wire}`.
fn used(text: &str) -> BTreeSet<String> {
    let code: String = code(text).collect::<Vec<_>>().join("\n");
    let mut found = BTreeSet::new();
    for (at, path) in code.match_indices("crate::") {
        if code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let rest = &code[at + path.len()..];
        let group = rest.strip_prefix('{').and_then(|rest| rest.split_once('}')).map(|(group, _)| group);
        let firsts = group.map_or_else(|| vec![rest], |group| group.split(',').collect());
        let word = |text: &str| text.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        found.extend(firsts.into_iter().map(word).filter(|word: &String| !word.is_empty()));
    }
    found
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    code(text).flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_'))
}

/// The lines of a text without comments.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(|line| line.split("//").next().unwrap_or_default())
}

/// Reads the block of ARCHITECTURE.md.
fn parse(text: &str) -> Result<Allowed, String> {
    let block = text.split("```modules\n").nth(1).and_then(|rest| rest.split("```").next());
    let block = block.ok_or("ARCHITECTURE.md has no block ```modules")?;
    let list = |words: &str| words.split_whitespace().map(str::to_owned).collect::<BTreeSet<_>>();
    let mut allowed = Allowed::default();
    for line in block.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let unclear = || {
            format!("the line `{line}` of the block `modules` is neither `crate/part -> ...` nor `crate: ... <- ...`")
        };
        if let Some((left, right)) = line.split_once("->") {
            let (name, part) = left.trim().split_once('/').ok_or_else(unclear)?;
            allowed.parts.insert((name.to_owned(), part.to_owned()), list(right));
        } else {
            let (left, right) = line.split_once("<-").ok_or_else(unclear)?;
            let (name, libraries) = left.split_once(':').ok_or_else(unclear)?;
            for library in list(libraries) {
                allowed.libraries.insert((name.trim().to_owned(), library), list(right));
            }
        }
    }
    Ok(allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str =
        "```modules\nserver/domain -> error\nserver/store -> domain error\nserver: axum hyper <- http\n```";

    fn faults(part: &str, text: &str) -> Vec<String> {
        forbidden("server", part, text, &parse(PAGE).unwrap())
    }

    #[test]
    fn what_is_allowed_passes() {
        let text =
            "use crate::error::ApiError;\nuse crate::{domain, error::{self}};\n// crate::wire is not code, nor axum\n";
        assert!(faults("store", text).is_empty());
        assert!(
            faults("http", "use axum::Router;\nuse crate::store::Store;").is_empty(),
            "a part without a line is free"
        );
        assert!(faults("domain", "pub(crate) fn f() -> crate::domain::Game {}").is_empty());
    }

    #[test]
    fn what_is_not_allowed_is_told() {
        assert_eq!(faults("domain", "use crate::{error, wire};"), ["`domain` may not use `wire`"]);
        assert_eq!(faults("domain", "fn f() { crate::store::x() }"), ["`domain` may not use `store`"]);
        assert_eq!(faults("store", "use axum::Json;"), ["`store` may not use the library `axum`"]);
        assert!(parse("```modules\nserver -> x\n```").unwrap_err().contains("server -> x"));
    }
}
