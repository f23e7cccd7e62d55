//! `spielraum import variants.ini`: other programs' variants become definitions.

use crate::failure::{Answer, CommandResult, Failure};
use crate::view::counted;
use spielraum_imports::{Imported, Imports, names, variants_ini};
use spielraum_language::nearest;
use std::path::Path;

/// Reads a file of variants: one is printed, or all are listed, or written to a folder. The answer is no if something could not
/// be carried over.
pub fn run(file: &Path, name: Option<&str>, out: Option<&Path>) -> CommandResult {
    let text = std::fs::read_to_string(file).map_err(|error| Failure::file("read", file.display(), &error))?;
    let imports = variants_ini(&text, name);
    if let Some(name) = name.filter(|_| imports.variants.is_empty()) {
        let names = names(&text);
        let near = nearest(name, names.iter().map(String::as_str));
        let help = match near.first() {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("without a name, `spielraum import {}` lists them", file.display()),
        };
        return Err(Failure::input(format!("`{}` has no section `{name}`", file.display())).with_help(help));
    }
    match (out, name) {
        (Some(folder), _) => write_all(&imports, folder)?,
        (None, Some(_)) => imports.variants.iter().filter_map(|one| one.text.as_ref()).for_each(|text| out!("{text}")),
        (None, None) => list(&imports),
    }
    report(&imports, file);
    let whole = imports.faults.is_empty() && imports.variants.iter().all(|one| one.lost.is_empty());
    Ok(if whole { Answer::Yes } else { Answer::No })
}

fn write_all(imports: &Imports, folder: &Path) -> CommandResult<()> {
    std::fs::create_dir_all(folder).map_err(|error| Failure::file("make", folder.display(), &error))?;
    for one in &imports.variants {
        let Some(text) = &one.text else { continue };
        let name: String =
            one.name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect();
        let path = folder.join(format!("{name}.kdl"));
        std::fs::write(&path, text).map_err(|error| Failure::file("write", path.display(), &error))?;
    }
    Ok(())
}

fn list(imports: &Imports) {
    let state = |one: &Imported| match (one.text.is_some(), one.lost.len()) {
        (true, 0) => "whole".to_owned(),
        (true, keys) => format!("without {}", counted(keys, "key")),
        (false, _) => "not at all".to_owned(),
    };
    for one in &imports.variants {
        outln!("{:<24} {}", one.name, state(one));
    }
}

/// What was lost, line by line, on stderr.
fn report(imports: &Imports, file: &Path) {
    let file = file.display();
    for fault in &imports.faults {
        eprintln!("{file}:{}: {}", fault.line, fault.message);
    }
    for one in &imports.variants {
        for lost in &one.lost {
            let place = match lost.line {
                Some(line) => format!("{file}:{line}"),
                None => format!("{file}:{} (inherited)", one.line),
            };
            eprintln!("{place}: [{}] {}: {}", one.name, lost.key_and_value(), lost.reason);
        }
    }
    let whole = imports.variants.iter().filter(|one| one.lost.is_empty()).count();
    if imports.variants.len() > 1 {
        eprintln!("{whole} of {} variants were carried over whole", imports.variants.len());
    }
}
