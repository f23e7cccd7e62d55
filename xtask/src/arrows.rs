//! Which crate may use which: the block marked `arrows` in ARCHITECTURE.md, against what Cargo says.
//!
//! A line `language -> geometry rules` names all that the crate may depend on; a line
//! `engine (tests) -> language` what its tests, examples and benchmarks may use besides.

use crate::files::read;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

const PREFIX: &str = "spielraum-";

/// For each crate and whether it is its tests, what it uses or may use.
type Arrows = BTreeMap<(String, bool), BTreeSet<String>>;

/// Compares the crates' manifests with the allowed arrows.
pub fn check(root: &Path) -> Result<String, String> {
    let allowed = parse(&read(&root.join("ARCHITECTURE.md"))?)?;
    let found = found(root)?;
    let faults = forbidden(&found, &allowed);
    if faults.is_empty() {
        let count: usize = found.values().map(BTreeSet::len).sum();
        Ok(format!("{count} arrows between the crates, all allowed"))
    } else {
        Err(faults.join("\n"))
    }
}

fn forbidden(found: &Arrows, allowed: &Arrows) -> Vec<String> {
    let mut faults = Vec::new();
    for ((from, tests), targets) in found {
        let Some(own) = allowed.get(&(from.clone(), false)) else {
            faults.push(format!("ARCHITECTURE.md has no line for the crate `{from}`"));
            continue;
        };
        let more = tests.then(|| allowed.get(&(from.clone(), true))).flatten();
        for to in targets.iter().filter(|to| !own.contains(*to) && !more.is_some_and(|more| more.contains(*to))) {
            let whose = if *tests { " (tests)" } else { "" };
            faults.push(format!("{from}{whose} -> {to} is not allowed by ARCHITECTURE.md"));
        }
    }
    faults
}

/// Reads the block of ARCHITECTURE.md.
fn parse(text: &str) -> Result<Arrows, String> {
    let block = text.split("```arrows\n").nth(1).and_then(|rest| rest.split("```").next());
    let block = block.ok_or("ARCHITECTURE.md has no block ```arrows")?;
    let mut arrows = Arrows::new();
    for line in block.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (left, right) = line.split_once("->").ok_or_else(|| format!("no arrow in `{line}`"))?;
        let (name, tests) = match left.trim().strip_suffix("(tests)") {
            Some(name) => (name.trim(), true),
            None => (left.trim(), false),
        };
        arrows.insert((name.to_owned(), tests), right.split_whitespace().map(str::to_owned).collect());
    }
    Ok(arrows)
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    kind: Option<String>,
    path: Option<String>,
}

/// Asks Cargo which crate of the workspace uses which.
fn found(root: &Path) -> Result<Arrows, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .current_dir(root)
        .output()
        .map_err(|error| format!("can't run cargo metadata: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let metadata: Metadata = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    Ok(arrows_of(&metadata))
}

fn arrows_of(metadata: &Metadata) -> Arrows {
    let short = |name: &str| name.strip_prefix(PREFIX).unwrap_or(name).to_owned();
    let mut arrows = Arrows::new();
    for package in &metadata.packages {
        arrows.entry((short(&package.name), false)).or_default();
        for dependency in package.dependencies.iter().filter(|dependency| dependency.path.is_some()) {
            let tests = dependency.kind.as_deref() == Some("dev");
            arrows.entry((short(&package.name), tests)).or_default().insert(short(&dependency.name));
        }
    }
    arrows
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "text\n```arrows\na ->\nb -> a\nb (tests) -> c\nc -> a b\n```\nmore";

    fn arrows(lines: &str) -> Arrows {
        parse(&format!("```arrows\n{lines}\n```")).unwrap()
    }

    #[test]
    fn what_the_page_allows_passes() {
        let allowed = parse(PAGE).unwrap();
        assert!(forbidden(&arrows("a ->\nb -> a\nb (tests) -> a c"), &allowed).is_empty());
    }

    #[test]
    fn what_it_does_not_allow_is_told() {
        let allowed = parse(PAGE).unwrap();
        let faults = forbidden(&arrows("a -> b\nb -> c\nd ->"), &allowed);
        assert_eq!(
            faults,
            [
                "a -> b is not allowed by ARCHITECTURE.md",
                "b -> c is not allowed by ARCHITECTURE.md",
                "ARCHITECTURE.md has no line for the crate `d`"
            ]
        );
    }
}
