//! Rules are data: no game's, army's or piece's name occurs in Rust code outside tests.
//!
//! The names are those of the catalogue. What is searched are the identifiers and string literals of
//! `crates/*/src`, without comments and without what is compiled for tests only.

use crate::files::{collect, entries, read};
use proc_macro2::{TokenStream, TokenTree};
use spielraum_catalogue::Source;
use spielraum_language::Definition;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};

/// Names that are words of the trade or of plain English too, and so may occur.
const WORDS: &[&str] = &[
    "advisor",
    // Of `wallingRule`, a key of `variants.ini`, as `ataxx` is of `enclosingDrop`.
    "arrow",
    "ataxx",
    "atomic",
    "bishop",
    // Of `rename_all = "camelCase"`.
    "camel",
    "cannon",
    "capture",
    "chess",
    "disc",
    "extinction",
    "general",
    "guard",
    "horse",
    "king",
    "knight",
    "met",
    "pawn",
    "placement",
    "queen",
    "rook",
    // Of `seirawanGating`, a key of `variants.ini`.
    "seirawan",
    // Of `shatarMateRule`, a key of `variants.ini`.
    "shatar",
    // Of `sittuyinPromotion`, a key of `variants.ini`.
    "sittuyin",
    // Of `BEGIN ISOLATION LEVEL`, words of SQL.
    "isolation",
    // The sine.
    "sin",
    "stone",
];

/// Searches the code.
pub fn check(root: &Path) -> Result<String, String> {
    let names = names()?;
    let mut faults = Vec::new();
    let files = sources(&root.join("crates"))?;
    for path in &files {
        let shown = path.strip_prefix(root).unwrap_or(path).display().to_string();
        let code = syn::parse_file(&read(path)?).map_err(|error| format!("{shown}: {error}"))?;
        for (line, word, kind) in occurrences(&code, &names) {
            faults.push(format!("{shown}:{line}: `{word}` is the name of {kind}; the rules are data"));
        }
    }
    if faults.is_empty() {
        Ok(format!("{} names of games, armies and pieces, none in the code of {} files", names.len(), files.len()))
    } else {
        Err(faults.join("\n"))
    }
}

/// The catalogue's names in lower case, and what each is the name of.
type Names = BTreeMap<String, &'static str>;

fn names() -> Result<Names, String> {
    let mut names = Names::new();
    for id in spielraum_catalogue::ids() {
        names.insert(id.to_lowercase(), "a game");
        let game = load(id, &[])?;
        add_pieces(&game, &mut names);
        for option in game.options().iter().filter(|option| option.army_of.is_some() && !option.fixed) {
            for army in &option.values {
                names.insert(army.to_lowercase(), "an army");
                add_pieces(&load(id, &[(option.name.clone(), army.clone())])?, &mut names);
            }
        }
    }
    names.retain(|name, _| name.len() > 2 && !WORDS.contains(&name.as_str()));
    Ok(names)
}

fn load(id: &str, settings: &[(String, String)]) -> Result<Definition, String> {
    spielraum_catalogue::load(Source::Builtin(id), settings).map_err(|report| report.to_string())
}

fn add_pieces(game: &Definition, names: &mut Names) {
    for piece in &game.spec().pieces {
        names.insert(piece.name.white.to_lowercase(), "a piece");
        names.insert(piece.name.black.to_lowercase(), "a piece");
    }
}

/// The Rust files below the `src` folders.
fn sources(crates: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for krate in entries(crates)? {
        collect(&krate.join("src"), &mut files)?;
    }
    Ok(files)
}

/// Every name in the code, with its line and what it is the name of.
fn occurrences(code: &syn::File, names: &Names) -> Vec<(usize, String, &'static str)> {
    let mut words = Words::default();
    words.visit_file(code);
    let sought: Vec<(String, &str, &'static str)> =
        names.iter().map(|(name, &kind)| (spaced(name), name.as_str(), kind)).collect();
    let mut found = Vec::new();
    for (line, text) in words.found {
        // A text may hold a name of several words or with a hyphen; an identifier joins words by `_`.
        let text = spaced(&text);
        for (name_spaced, name, kind) in &sought {
            if text.contains(name_spaced) {
                found.push((line, (*name).to_owned(), *kind));
            }
        }
    }
    found
}

/// The words of a text, each between spaces.
fn spaced(text: &str) -> String {
    format!(" {} ", separated(text))
}

/// The words of an identifier or a text in lower case, separated by single spaces. A hyphen holds a
/// word together.
fn separated(text: &str) -> String {
    let mut out = String::new();
    let mut last_lower = false;
    for c in text.chars() {
        if c.is_uppercase() && last_lower {
            out.push(' ');
        }
        last_lower = c.is_lowercase();
        if c.is_alphanumeric() || c == '-' {
            out.extend(c.to_lowercase());
        } else {
            out.push(' ');
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Collects identifiers and texts of the code that ships.
#[derive(Default)]
struct Words {
    found: Vec<(usize, String)>,
}

impl Words {
    fn tokens(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Ident(ident) => self.found.push((ident.span().start().line, ident.to_string())),
                TokenTree::Literal(literal) => {
                    let text = literal.to_string();
                    if text.contains('"') {
                        self.found.push((literal.span().start().line, text));
                    }
                }
                TokenTree::Punct(_) => {}
            }
        }
    }
}

impl Visit<'_> for Words {
    fn visit_item(&mut self, item: &syn::Item) {
        if !item_attributes(item).iter().any(is_for_tests) {
            visit::visit_item(self, item);
        }
    }

    fn visit_attribute(&mut self, attribute: &syn::Attribute) {
        // Comments for readers are attributes too.
        if let (false, syn::Meta::List(list)) = (attribute.path().is_ident("doc"), &attribute.meta) {
            self.tokens(list.tokens.clone());
        }
    }

    fn visit_macro(&mut self, called: &syn::Macro) {
        self.tokens(called.tokens.clone());
    }

    fn visit_ident(&mut self, ident: &syn::Ident) {
        self.found.push((ident.span().start().line, ident.to_string()));
    }

    fn visit_lit_str(&mut self, text: &syn::LitStr) {
        self.found.push((text.span().start().line, text.value()));
    }
}

pub(crate) fn item_attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Impl(item) => &item.attrs,
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Use(item) => &item.attrs,
        syn::Item::Const(item) => &item.attrs,
        syn::Item::Static(item) => &item.attrs,
        syn::Item::Struct(item) => &item.attrs,
        syn::Item::Enum(item) => &item.attrs,
        _ => &[],
    }
}

pub(crate) fn is_for_tests(attribute: &syn::Attribute) -> bool {
    attribute.path().is_ident("cfg")
        && attribute.parse_args::<syn::Path>().is_ok_and(|condition| condition.is_ident("test"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(code: &str) -> Vec<String> {
        let names =
            Names::from([("stock-game".into(), "a game"), ("big owl".into(), "a piece"), ("owl".into(), "a piece")]);
        occurrences(&syn::parse_file(code).unwrap(), &names).into_iter().map(|(_, word, _)| word).collect()
    }

    #[test]
    fn names_are_found_in_identifiers_and_texts() {
        assert_eq!(found(r#"fn f() { g("a stock-game") }"#), ["stock-game"]);
        assert_eq!(found("fn big_owl() {}"), ["big owl", "owl"]);
        assert_eq!(found("struct BigOwl;"), ["big owl", "owl"]);
        assert_eq!(found(r#"fn f() { println!("{}", "Owl") }"#), ["owl"]);
    }

    #[test]
    fn other_words_comments_and_tests_pass() {
        assert!(
            found(
                r#"/// An owl.
            fn growl() { "stock-games" /* owl */ }"#
            )
            .is_empty()
        );
        assert!(found("#[cfg(test)] mod tests { fn owl() {} }").is_empty());
    }
}
