//! Words: no page, text of the interface, message or comment says what docs/glossary.md refuses.
//!
//! That page has the list: what is refused, what to say instead, and where a phrase may stand after all, with the reason.
//! Comments are checked everywhere, texts only in what ships. Names in code and what stands between backquotes are free.

mod list;
mod prose;

use crate::files::{entries, read};
use list::List;
use prose::Language;
use std::path::{Path, PathBuf};

/// Where prose stands: files, and folders with everything below them.
const PLACES: &[&str] = &[
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "crates",
    "docs",
    "fuzz",
    "games",
    "ops",
    "web/README.md",
    "web/src",
    "web/tests",
    "xtask",
];

/// The page with the list, which has to name what it refuses.
const PAGE: &str = "docs/glossary.md";

/// Checks every file.
pub fn check(root: &Path) -> Result<String, String> {
    let list = List::read(&read(&root.join(PAGE))?)?;
    let mut files = Vec::new();
    for place in PLACES {
        collect(&root.join(place), &mut files)?;
    }
    let mut used = vec![false; list.exceptions.len()];
    let mut faults = Vec::new();
    for (path, language) in &files {
        let shown = path.strip_prefix(root).unwrap_or(path).display().to_string();
        if shown == PAGE {
            continue;
        }
        let text = prose::mask(&read(path)?, *language, !is_test(&shown));
        for (line, refused) in list.occurrences(&text) {
            match list.exceptions.iter().position(|exception| exception.covers(&shown, refused)) {
                Some(index) => used[index] = true,
                None => faults.push(format!("{shown}:{line}: not `{}`: {}", refused.phrase, refused.instead)),
            }
        }
    }
    for (exception, used) in list.exceptions.iter().zip(used) {
        if !used {
            faults.push(format!(
                "{PAGE}: `{}` no longer has `{}`: remove the exception",
                exception.path, exception.phrase
            ));
        }
    }
    if faults.is_empty() {
        Ok(format!(
            "{} refused phrases, none in {} files; {} exceptions",
            list.refused.len(),
            files.len(),
            list.exceptions.len()
        ))
    } else {
        faults.push(format!("{PAGE} has the list; a phrase that must stay needs an exception there, with its reason"));
        Err(faults.join("\n"))
    }
}

/// Whether texts of a file are data of tests or examples. Its comments count all the same.
fn is_test(path: &str) -> bool {
    ["/tests/", "/benches/", "/examples/"].iter().any(|folder| path.contains(folder))
        || path.ends_with("/tests.rs")
        || path.ends_with(".test.ts")
        || path.ends_with(".test.tsx")
}

/// The files with prose at a path, and their languages.
fn collect(path: &Path, files: &mut Vec<(PathBuf, Language)>) -> Result<(), String> {
    if path.is_dir() {
        for entry in entries(path)? {
            let name = entry.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if !name.starts_with('.') && !["node_modules", "target"].contains(&name) {
                collect(&entry, files)?;
            }
        }
    } else if let Some(language) = Language::of(path) {
        files.push((path.to_owned(), language));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::is_test;

    #[test]
    fn texts_of_tests_are_data() {
        assert!(is_test("crates/rules/tests/it/main.rs"));
        assert!(is_test("web/src/text/text.test.ts"));
        assert!(!is_test("crates/testkit/src/lib.rs"));
    }
}
