//! Reads other programs' descriptions of chess variants as definitions.
//!
//! [`variants_ini`] reads Fairy-Stockfish's `variants.ini`: sections become what each variant is with everything that it
//! inherits (`variant`), and that becomes the text of a definition (`translate`). What the language has no words for is
//! named, key by key; nothing is passed over in silence.

mod builtin;
mod ini;
mod keys;
mod lost;
mod translate;
mod variant;

pub use ini::LineFault;
pub use lost::Lost;

use ini::Section;
use spielraum_language::Source;
use variant::Variant;

/// A file that has been read.
#[derive(Clone, Debug)]
pub struct Imports {
    /// Its variants in their order.
    pub variants: Vec<Imported>,
    /// The lines that could not be read.
    pub faults: Vec<LineFault>,
}

/// A variant as a definition.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The name of its section.
    pub name: String,
    /// The line of its name, from 1.
    pub line: usize,
    /// The text of the definition; `None` if nothing came of it that can be played.
    pub text: Option<String>,
    /// What could not be carried over.
    pub lost: Vec<Lost>,
}

/// Reads Fairy-Stockfish's `variants.ini`: every variant, or the one of a name.
pub fn variants_ini(text: &str, only: Option<&str>) -> Imports {
    let (sections, faults) = ini::read(text);
    let wanted = |section: &&Section| only.is_none_or(|name| section.name == name);
    let variants = sections.iter().filter(wanted).map(|section| import(section, &sections)).collect();
    Imports { variants, faults }
}

/// The names of the variants of a file.
pub fn names(text: &str) -> Vec<String> {
    ini::read(text).0.into_iter().map(|section| section.name).collect()
}

fn import(section: &Section, sections: &[Section]) -> Imported {
    let mut lost = Vec::new();
    let mut variant = Variant::default();
    // From the section to its first parent. A name that is given again means the earlier one, as in Fairy-Stockfish.
    let mut chain: Vec<(&Section, bool)> = vec![(section, false)];
    while let Some((child, built_in)) = chain.last().copied()
        && let Some(parent) = &child.parent
    {
        let earlier = sections.iter().rev().find(|other| !built_in && other.name == *parent && other.line < child.line);
        match (earlier, builtin::variant(parent).filter(|_| chain.len() < 64)) {
            (Some(earlier), _) => chain.push((earlier, false)),
            (None, Some(known)) => chain.push((known, true)),
            (None, None) => {
                lost.push(Lost {
                    line: Some(child.line),
                    key: child.name.clone(),
                    value: parent.clone(),
                    reason: "the variant that it is based on stands neither before it nor among the known ones"
                        .to_owned(),
                });
                return Imported { name: section.name.clone(), line: section.line, text: None, lost };
            }
        }
    }
    for (section, built_in) in chain.into_iter().rev() {
        variant.apply(section, built_in, &mut lost);
    }
    let mut text = translate::translate(section, &variant, &mut lost);
    // What the language refuses was not understood here: it is reported as it is.
    let source = |text| Source::Text { name: &section.name, text };
    if let Some(report) = text.as_deref().and_then(|text| spielraum_catalogue::load(source(text), &[]).err()) {
        lost.extend(report.diagnostics().iter().map(|fault| Lost {
            line: Some(section.line),
            key: section.name.clone(),
            value: String::new(),
            reason: format!("the definition would be faulty: {fault}"),
        }));
        text = None;
    }
    lost.sort_by_key(|lost| lost.line);
    lost.dedup();
    if let Some(text) = text.as_mut().filter(|_| !lost.is_empty()) {
        let note = |lost: &Lost| format!("Not carried over: {}: {}", lost.key_and_value(), lost.reason);
        let notes: String = lost.iter().map(|lost| translate::text::comment(&note(lost)) + "\n").collect();
        text.insert_str(0, &notes);
    }
    Imported { name: section.name.clone(), line: section.line, text, lost }
}
