//! No circle of imports between the files of a crate: the paths in the code, followed to the file that has what they
//! name. A file that only hands names on (`pub use`) does not import them.
//!
//! The block marked `circles` in ARCHITECTURE.md names exceptions: a line `rules: spec state ...` allows one among these
//! files and folders of the crate's `src`.

use crate::files::{collect, entries, read};
use crate::imports::{File, Words};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Looks at the files of every crate.
pub fn check(root: &Path) -> Result<String, String> {
    let mut roots = Vec::new();
    for folder in ["crates", "xtask"] {
        find_roots(&root.join(folder), &mut roots)?;
    }
    let mut exceptions = parse(&read(&root.join("ARCHITECTURE.md"))?)?;
    let (mut count, mut faults) = (0, Vec::new());
    for source in &roots {
        let mut paths = Vec::new();
        collect(source, &mut paths)?;
        paths.retain(|path| {
            !roots.iter().any(|other| other != source && other.starts_with(source) && path.starts_with(other))
        });
        let mut files = Files::default();
        for path in paths {
            files.add(path.strip_prefix(source).unwrap_or(&path), &read(&path)?)?;
            count += 1;
        }
        let shown = source.strip_prefix(root).unwrap_or(source).display().to_string();
        for circle in files.circles() {
            let excused = exceptions.iter().position(|exception| exception.covers(&shown, &circle));
            match excused {
                Some(index) => _ = exceptions.remove(index),
                None => faults.push(format!("a circle of imports in {shown}:\n{}", circle.join("\n"))),
            }
        }
    }
    let unused = exceptions
        .iter()
        .map(|exception| format!("ARCHITECTURE.md excuses a circle in `{}` that is not there", exception.name));
    faults.extend(unused);
    match faults.is_empty() {
        true => Ok(format!("{count} files, no circle of imports in a crate")),
        false => Err(faults.join("\n")),
    }
}

/// A circle that may be.
#[derive(Debug)]
struct Exception {
    /// The crate.
    name: String,
    /// The files and folders of its `src`.
    parts: Vec<String>,
}

impl Exception {
    fn covers(&self, folder: &str, circle: &[String]) -> bool {
        let is_in = |file: &str, part: &String| file == part || file.starts_with(&format!("{part}/"));
        let from = |line: &String| line.split_whitespace().next().unwrap_or_default().to_owned();
        folder == format!("crates/{}/src", self.name)
            && circle.iter().map(from).all(|file| self.parts.iter().any(|part| is_in(&file, part)))
    }
}

/// Reads the block of ARCHITECTURE.md, if there is one.
fn parse(text: &str) -> Result<Vec<Exception>, String> {
    let block = text.split("```circles\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap_or_default();
    let exception = |line: &str| {
        let (name, parts) =
            line.split_once(':').ok_or_else(|| format!("the line `{line}` of the block `circles` names no crate"))?;
        let parts = parts.split_whitespace().map(str::to_owned).collect();
        Ok(Exception { name: name.trim().to_owned(), parts })
    };
    block.lines().filter(|line| !line.trim().is_empty()).map(exception).collect()
}

/// The folders below one in which a crate begins.
fn find_roots(folder: &Path, roots: &mut Vec<PathBuf>) -> Result<(), String> {
    if folder.join("lib.rs").is_file() || folder.join("main.rs").is_file() {
        roots.push(folder.to_owned());
    }
    for path in entries(folder)?.into_iter().filter(|path| path.is_dir()) {
        find_roots(&path, roots)?;
    }
    Ok(())
}

/// What a module imports: other modules, and the names by which it does.
type Arrows = BTreeMap<Words, BTreeSet<String>>;

/// The files of a crate by their modules, each with its path.
#[derive(Default)]
struct Files(BTreeMap<Words, (String, File)>);

impl Files {
    fn add(&mut self, inside: &Path, text: &str) -> Result<(), String> {
        let mut module: Words =
            inside.with_extension("").iter().map(|word| word.to_string_lossy().into_owned()).collect();
        if matches!(module.last().map(String::as_str), Some("mod" | "lib" | "main")) {
            module.pop();
        }
        let code = syn::parse_file(text).map_err(|error| format!("{}: {error}", inside.display()))?;
        self.0.insert(module, (inside.display().to_string(), File::new(&code)));
        Ok(())
    }

    /// The module in whose file is what a path means that stands in a module; none if that is not of this crate.
    fn of(&self, module: &[String], path: &[String]) -> Option<Words> {
        match path.first()?.as_str() {
            "crate" => self.below(&[], &path[1..]),
            "self" => self.below(module, &path[1..]),
            "super" => self.below(&module[..module.len().checked_sub(1)?], &path[1..]),
            first if self.0.contains_key(&joined(module, first)) => self.below(module, path),
            _ => None,
        }
    }

    /// The same of a path that begins in a module.
    fn below(&self, module: &[String], path: &[String]) -> Option<Words> {
        let Some((first, rest)) = path.split_first() else { return Some(module.to_owned()) };
        if first == "self" || first == "super" {
            return self.of(module, path);
        }
        let child = joined(module, first);
        if self.0.contains_key(&child) {
            return self.below(&child, rest);
        }
        let (_, file) = self.0.get(module)?;
        if file.items.contains(first) {
            return Some(module.to_owned());
        }
        if let Some(import) = file.imports.iter().find(|import| import.name == *first) {
            return self.of(module, &[&import.path, rest].concat());
        }
        let globs = file.imports.iter().filter(|import| import.name == "*");
        let mut found = globs.filter_map(|import| self.of(module, &import.path));
        found.find(|other| self.0[other].1.items.contains(first)).or_else(|| Some(module.to_owned()))
    }

    /// The modules that one imports, and by which names.
    fn imported(&self, module: &[String]) -> Arrows {
        let (_, file) = &self.0[module];
        let mut found = Arrows::new();
        let mut add = |path: &[String]| {
            if let Some(other) = self.of(module, path).filter(|other| other != module) {
                found.entry(other).or_default().extend(path.last().cloned());
            }
        };
        for import in &file.imports {
            let mut named = file.paths.iter().filter(|path| path.first() == Some(&import.name));
            if !import.hands_on || named.next().is_some() {
                add(&import.path);
            }
        }
        for path in file.paths.iter().filter(|path| path.len() > 1) {
            let import = file.imports.iter().find(|import| import.name == path[0]);
            match import {
                Some(import) => add(&[&import.path, &path[1..]].concat()),
                None => add(path),
            }
        }
        found
    }

    /// Each circle, as the imports of which it consists, a line each.
    fn circles(&self) -> Vec<Vec<String>> {
        let arrows: BTreeMap<&Words, Arrows> = self.0.keys().map(|module| (module, self.imported(module))).collect();
        let reached: BTreeMap<&Words, BTreeSet<&Words>> =
            arrows.keys().map(|module| (*module, reach(&arrows, module))).collect();
        let mut circles: BTreeSet<BTreeSet<&Words>> = BTreeSet::new();
        for (module, others) in &reached {
            let circle: BTreeSet<&Words> =
                others.iter().filter(|other| reached[*other].contains(module)).copied().collect();
            circles.extend((!circle.is_empty()).then_some(circle));
        }
        let lines = |circle: BTreeSet<&Words>| {
            let arrows = circle.iter().flat_map(|from| arrows[*from].iter().map(move |to| (*from, to)));
            let inside = arrows.filter(|(_, (to, _))| circle.contains(to));
            let told = inside.map(|(from, (to, names))| {
                let names = names.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
                format!("  {} uses {}: {names}", self.0[from].0, self.0[to].0)
            });
            told.collect()
        };
        circles.into_iter().map(lines).collect()
    }
}

/// All modules that one imports, straight or through others.
fn reach<'a>(arrows: &'a BTreeMap<&Words, Arrows>, from: &Words) -> BTreeSet<&'a Words> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&Words> = arrows[from].keys().collect();
    while let Some(next) = open.pop() {
        if found.insert(next) {
            open.extend(arrows[next].keys());
        }
    }
    found
}

fn joined(module: &[String], word: &str) -> Words {
    [module, &[word.to_owned()]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circles(files: &[(&str, &str)]) -> Vec<Vec<String>> {
        let mut read = Files::default();
        for (path, text) in files {
            read.add(Path::new(path), text).unwrap();
        }
        read.circles()
    }

    #[test]
    fn circles_are_told_with_what_ties_them() {
        let found = circles(&[
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a.rs", "use crate::b::{self, B};"),
            ("b.rs", "fn f() { super::c::g() }"),
            ("c/mod.rs", "fn g() { println!(\"{}\", crate::a::A) }"),
        ]);
        assert_eq!(found, [["  a.rs uses b.rs: B, b", "  b.rs uses c/mod.rs: g", "  c/mod.rs uses a.rs: A"]]);
    }

    #[test]
    fn names_are_followed_to_where_they_are_declared() {
        let lib = "mod a; mod b; pub use a::A; pub use b::*;";
        assert!(circles(&[("lib.rs", lib), ("a.rs", "use crate::B;"), ("b.rs", "pub struct B;")]).is_empty());
        assert_eq!(
            circles(&[("lib.rs", lib), ("a.rs", "use crate::B;"), ("b.rs", "pub struct B(crate::A);")]).len(),
            1
        );
    }

    #[test]
    fn a_parent_may_declare_and_hand_on_but_not_use_what_uses_it() {
        let child = ("p/child.rs", "use super::X; pub struct Y;");
        assert!(circles(&[("p/mod.rs", "mod child; pub use child::Y; pub struct X;"), child]).is_empty());
        assert_eq!(circles(&[("p/mod.rs", "mod child; use child::Y; pub struct X;"), child]).len(), 1);
        assert_eq!(
            circles(&[("p/mod.rs", "mod child; pub use child::Y; pub struct X; fn f(_: Y) {}"), child]).len(),
            1
        );
    }

    #[test]
    fn tests_and_inner_modules_are_inside_their_file() {
        let tests = "#[cfg(test)] mod tests { use crate::b::B; } mod inner { use super::X; } struct X;";
        assert!(circles(&[("a.rs", tests), ("b.rs", "use crate::a::X;")]).is_empty());
    }

    #[test]
    fn a_circle_is_excused_by_all_of_its_files() {
        let circle = ["  a.rs uses p/b.rs: B".to_owned(), "  p/b.rs uses a.rs: A".to_owned()];
        let covers =
            |line: &str| parse(&format!("```circles\n{line}\n```")).unwrap()[0].covers("crates/rules/src", &circle);
        assert!(covers("rules: a.rs p"));
        assert!(!covers("rules: a.rs") && !covers("rules: a.rs q") && !covers("solve: a.rs p"));
        assert!(parse("```circles\na.rs p\n```").unwrap_err().contains("a.rs p") && parse("").unwrap().is_empty());
    }
}
