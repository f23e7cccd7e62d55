//! From files to one list of nodes: what a definition is based on and includes comes first, options
//! are chosen, `when` blocks opened or left out, and later nodes take the place of earlier ones.
//!
//! Every file is a *layer*, and so is every open `when` block. Within a layer nothing may be said
//! twice; a later layer overrides an earlier one, word by word and name by name.

use crate::grammar;
use crate::limits;
use crate::options::{self, GameOption};
use crate::parser;
use crate::report::Diagnostics;
use crate::source::{Found, Kind, Resolver};
use crate::span::Span;
use crate::suggest::shorten;
use crate::syntax::{Node, Value};
use crate::word::{Block, Key};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// All layers of a definition, merged.
pub(crate) struct Merged {
    /// All nodes in order, `set`, `when`, `include`, `based-on` and `remove` being done with.
    pub nodes: Vec<Node>,
    /// The options that a player may choose, with what is chosen.
    pub options: Vec<GameOption>,
    /// The game that this one is based on.
    pub based_on: Option<String>,
    /// The files of the game that this one is based on.
    pub inherited: HashSet<u16>,
    /// The start of the definition, for diagnostics of the whole.
    pub span: Span,
}

/// Reads the first text and everything it names.
pub(crate) fn assemble(
    first: Found,
    resolver: &Resolver<'_>,
    settings: &[(String, String)],
    diagnostics: &mut Diagnostics,
) -> Merged {
    let mut reader = Reader {
        resolver,
        diagnostics,
        inherited: HashSet::new(),
        files: Vec::new(),
        under_way: Vec::new(),
        done: HashMap::new(),
        nodes: 0,
    };
    let main = reader.read(first, 0, false);
    let (files, inherited) = (std::mem::take(&mut reader.files), std::mem::take(&mut reader.inherited));
    let span = Span { file: main.unwrap_or(0), start: 0, len: 0 };
    let based_on = files
        .last()
        .and_then(|nodes| nodes.iter().find(|node| node.word == "based-on"))
        .and_then(|node| node.name().map(str::to_owned));
    let options = options::collect(&files, settings, diagnostics);
    let mut layers = Vec::new();
    for nodes in files {
        open(nodes, &options, &mut layers, diagnostics);
    }
    let nodes = merge(layers, diagnostics);
    Merged { nodes, options, based_on, inherited, span }
}

struct Reader<'r> {
    resolver: &'r Resolver<'r>,
    diagnostics: &'r mut Diagnostics,
    /// The nodes of the files read, what is based on or includes others behind these.
    files: Vec<Vec<Node>>,
    /// Those of them that belong to what the first is based on.
    inherited: HashSet<u16>,
    under_way: Vec<String>,
    /// The texts read, and the numbers of their files.
    done: HashMap<String, u16>,
    nodes: usize,
}

impl Reader<'_> {
    fn read(&mut self, found: Found, depth: usize, inherited: bool) -> Option<u16> {
        let text: Arc<str> = found.text.into();
        let file = self.diagnostics.add_text(&found.name, text.clone());
        if inherited {
            self.inherited.insert(file);
        }
        let nodes = parser::parse(&text, file, self.diagnostics);
        self.nodes += count(&nodes);
        if self.nodes > limits::NODES {
            self.diagnostics
                .add(Span { file, start: 0, len: 0 }, format!("the game has more than {} nodes", limits::NODES));
            return Some(file);
        }
        let nodes = grammar::check(nodes, Block::Top, self.diagnostics);
        self.under_way.push(found.identity.clone());
        // What the game is based on comes before what it includes, wherever that is written.
        for word in ["based-on", "include"] {
            for node in nodes.iter().filter(|node| node.word == word) {
                for value in &node.args {
                    self.follow(value, word, depth, inherited);
                }
            }
        }
        self.under_way.pop();
        self.done.insert(found.identity, file);
        self.files.push(nodes);
        Some(file)
    }

    fn follow(&mut self, value: &Value, word: &str, depth: usize, inherited: bool) {
        let Some(name) = value.text() else { return };
        let found = match self.resolver.find(name) {
            Some(Ok(found)) => found,
            Some(Err(error)) => {
                return self.diagnostics.add(value.span, format!("`{}` can't be read: {error}", shorten(name)));
            }
            None => {
                let known = self.resolver.names(if word == "include" { Kind::Part } else { Kind::Game });
                return self.diagnostics.unknown(value.span, "the definition", name, known);
            }
        };
        if self.under_way.contains(&found.identity) {
            self.diagnostics.add(value.span, format!("`{}` is based on itself or includes itself", shorten(name)));
        } else if let Some(file) = self.done.get(&found.identity) {
            // Included by two files: once is enough. What the first file includes is its own.
            if !inherited && word == "include" {
                self.inherited.remove(file);
            }
        } else if depth + 1 >= limits::FILES || self.files.len() + self.under_way.len() >= limits::FILES {
            self.diagnostics.add(value.span, format!("a game can be made of at most {} files", limits::FILES));
        } else {
            self.read(found, depth + 1, inherited || word == "based-on");
        }
    }
}

fn count(nodes: &[Node]) -> usize {
    nodes.iter().map(|node| 1 + count(&node.children)).sum()
}

/// Adds the nodes of a block as a layer and those of its open `when` blocks as layers behind it.
fn open(nodes: Vec<Node>, options: &[GameOption], layers: &mut Vec<Vec<Node>>, diagnostics: &mut Diagnostics) {
    let (conditional, plain): (Vec<Node>, Vec<Node>) = nodes.into_iter().partition(|node| node.word == "when");
    layers.push(plain);
    for node in conditional {
        if options::holds(&node, options, diagnostics) {
            for child in node.children.iter().filter(|child| NOT_WHEN.contains(&child.word.as_str())) {
                diagnostics.add(child.span, format!("`{}` can't depend on an option", child.word));
            }
            open(node.children, options, layers, diagnostics);
        }
    }
}

/// Words that are dealt with before options are known.
const NOT_WHEN: [&str; 4] = ["based-on", "include", "option", "set"];

fn merge(layers: Vec<Vec<Node>>, diagnostics: &mut Diagnostics) -> Vec<Node> {
    let mut merged: Vec<Node> = Vec::new();
    for (layer, nodes) in layers.into_iter().enumerate() {
        let layer = layer.min(usize::from(u16::MAX)) as u16;
        let mut said: HashMap<(String, String), Span> = HashMap::new();
        let mut lists: HashSet<String> = HashSet::new();
        for node in nodes.iter().filter(|node| node.word == "remove") {
            remove(node, &mut merged, diagnostics);
        }
        let kept = kept(&nodes, diagnostics);
        for mut node in nodes {
            let Some(word) = grammar::top_word(&node.word) else { continue };
            if matches!(node.word.as_str(), "set" | "include" | "based-on" | "remove" | "keep" | "option") {
                continue;
            }
            node.layer = layer;
            let name = if word.key == Key::Named { node.name().unwrap_or("").to_owned() } else { String::new() };
            match word.key {
                Key::Many => {}
                Key::List => {
                    if lists.insert(node.word.clone()) && !kept.contains(&node.word) {
                        merged.retain(|other| other.word != node.word);
                    }
                }
                Key::One | Key::Named => {
                    if said.insert((node.word.clone(), name.clone()), node.span).is_some() {
                        let what = if name.is_empty() {
                            node.word.clone()
                        } else {
                            format!("{} {}", node.word, shorten(&name))
                        };
                        diagnostics.add(node.span, format!("`{what}` is given twice"));
                    }
                    let same =
                        |other: &Node| other.word == node.word && (word.key == Key::One || other.name() == Some(&name));
                    // It keeps its place: the order of pieces and notes is that of the game it is based on.
                    if let Some(at) = merged.iter().position(same) {
                        merged[at] = node;
                        continue;
                    }
                }
            }
            merged.push(node);
        }
    }
    let mut names: HashMap<&str, usize> = HashMap::new();
    for node in &merged {
        let count = names.entry(node.word.as_str()).or_default();
        *count += 1;
        if *count == limits::NAMED + 1 {
            diagnostics.add(node.span, format!("more than {} times `{}`", limits::NAMED, node.word));
        }
    }
    merged
}

/// `keep "on" "must"`: the words with which a layer adds to what earlier layers said, instead of replacing it.
fn kept(nodes: &[Node], diagnostics: &mut Diagnostics) -> HashSet<String> {
    let mut kept = HashSet::new();
    for value in nodes.iter().filter(|node| node.word == "keep").flat_map(|node| &node.args) {
        let word = value.text().unwrap_or_default();
        if grammar::top_word(word).is_some_and(|word| word.key == Key::List) {
            kept.insert(word.to_owned());
            continue;
        }
        let message = format!("`keep` does not apply to `{}`", shorten(word));
        match crate::suggest::advice(word, &grammar::lists()) {
            Some(help) => diagnostics.add_with_help(value.span, message, help),
            None => diagnostics.add(value.span, message),
        }
    }
    kept
}

/// `remove "castling"`, `remove "extinction" "Rook"`: takes out what an earlier layer said.
fn remove(node: &Node, merged: &mut Vec<Node>, diagnostics: &mut Diagnostics) {
    let Some(word) = node.name() else { return };
    let name = node.args.get(1).and_then(Value::text);
    let before = merged.len();
    merged.retain(|other| {
        other.word != word || name.is_some_and(|name| !other.args.iter().any(|arg| arg.text() == Some(name)))
    });
    if merged.len() == before {
        let named = name.filter(|_| merged.iter().any(|other| other.word == word));
        let value = if named.is_some() { node.args.get(1) } else { node.first() };
        let span = value.map_or(node.span, |value| value.span);
        let known: Vec<&str> = match named {
            Some(_) => merged.iter().filter(|other| other.word == word).filter_map(Node::name).collect(),
            None => merged.iter().map(|other| other.word.as_str()).collect(),
        };
        let message = "there is nothing of this kind to remove";
        match crate::suggest::nearest(named.unwrap_or(word), known).first() {
            Some(near) => diagnostics.add_with_help(span, message, format!("did you mean `{near}`?")),
            None => diagnostics.add(span, message),
        }
    }
}
