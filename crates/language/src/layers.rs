//! From files to one list of nodes: what a definition is based on and includes comes first, options
//! are chosen, `when` blocks opened or left out, and later nodes take the place of earlier ones.
//!
//! Every file is a *layer*, and so is every open `when` block. Within a layer nothing may be said
//! twice; a later layer overrides an earlier one, word by word and name by name.

use crate::catalogue;
use crate::grammar::{self, Context, Key};
use crate::limits;
use crate::options::{self, GameOption};
use crate::report::{Faults, Spot};
use crate::source::{Found, Resolver};
use crate::suggest::shorten;
use crate::syntax::{self, Node, Value};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// A definition, put together.
pub(crate) struct Definition {
    /// All nodes in order, `set`, `when`, `include`, `based-on` and `remove` being done with.
    pub nodes: Vec<Node>,
    /// The options that a player may choose, with what is chosen.
    pub options: Vec<GameOption>,
    /// The game that this one is based on.
    pub based_on: Option<String>,
    /// The start of the definition, for faults of the whole.
    pub spot: Spot,
}

/// Reads the first text and everything it names.
pub(crate) fn assemble(
    first: Found,
    resolver: &Resolver,
    settings: &[(String, String)],
    faults: &mut Faults,
) -> Definition {
    let mut reader =
        Reader { resolver, faults, files: Vec::new(), under_way: Vec::new(), done: HashSet::new(), nodes: 0 };
    let main = reader.read(first, 0);
    let files = std::mem::take(&mut reader.files);
    let spot = Spot { file: main.unwrap_or(0), start: 0, len: 0 };
    let based_on = files
        .last()
        .and_then(|nodes| nodes.iter().find(|node| node.word == "based-on"))
        .and_then(|node| node.name().map(str::to_owned));
    let options = options::collect(&files, settings, faults);
    let mut layers = Vec::new();
    for nodes in files {
        open(nodes, &options, &mut layers, faults);
    }
    let nodes = merge(layers, faults);
    Definition { nodes, options, based_on, spot }
}

struct Reader<'r> {
    resolver: &'r Resolver,
    faults: &'r mut Faults,
    /// The nodes of the files read, what is based on or includes others behind these.
    files: Vec<Vec<Node>>,
    under_way: Vec<String>,
    done: HashSet<String>,
    nodes: usize,
}

impl Reader<'_> {
    fn read(&mut self, found: Found, depth: usize) -> Option<u16> {
        let text: Arc<str> = found.text.into();
        let file = self.faults.add_text(&found.name, text.clone());
        let nodes = syntax::parse(&text, file, self.faults);
        self.nodes += count(&nodes);
        if self.nodes > limits::NODES {
            self.faults.add(Spot { file, start: 0, len: 0 }, format!("the game has more than {} nodes", limits::NODES));
            return Some(file);
        }
        let nodes = grammar::check(nodes, Context::Top, self.faults);
        self.under_way.push(found.identity.clone());
        // What the game is based on comes before what it includes, wherever that is written.
        for word in ["based-on", "include"] {
            for node in nodes.iter().filter(|node| node.word == word) {
                for value in &node.args {
                    self.follow(value, word, depth);
                }
            }
        }
        self.under_way.pop();
        self.done.insert(found.identity);
        self.files.push(nodes);
        Some(file)
    }

    fn follow(&mut self, value: &Value, word: &str, depth: usize) {
        let Some(name) = value.text() else { return };
        let found = match self.resolver.find(name) {
            Some(Ok(found)) => found,
            Some(Err(error)) => {
                return self.faults.add(value.spot, format!("`{}` can't be read: {error}", shorten(name)));
            }
            None => {
                let known = catalogue::names().filter(|known| known.starts_with("lib/") == (word == "include"));
                return self.faults.unknown(value.spot, "the definition", name, known);
            }
        };
        if self.under_way.contains(&found.identity) {
            self.faults.add(value.spot, format!("`{}` is based on itself or includes itself", shorten(name)));
        } else if self.done.contains(&found.identity) {
            // Included by two files: once is enough.
        } else if depth + 1 >= limits::FILES || self.files.len() + self.under_way.len() >= limits::FILES {
            self.faults.add(value.spot, format!("a game can be made of at most {} files", limits::FILES));
        } else {
            self.read(found, depth + 1);
        }
    }
}

fn count(nodes: &[Node]) -> usize {
    nodes.iter().map(|node| 1 + count(&node.children)).sum()
}

/// Adds the nodes of a block as a layer and those of its open `when` blocks as layers behind it.
fn open(nodes: Vec<Node>, options: &[GameOption], layers: &mut Vec<Vec<Node>>, faults: &mut Faults) {
    let (conditional, plain): (Vec<Node>, Vec<Node>) = nodes.into_iter().partition(|node| node.word == "when");
    layers.push(plain);
    for node in conditional {
        if options::holds(&node, options, faults) {
            for child in node.children.iter().filter(|child| NOT_WHEN.contains(&child.word.as_str())) {
                faults.add(child.spot, format!("`{}` can't depend on an option", child.word));
            }
            open(node.children, options, layers, faults);
        }
    }
}

/// Words that are dealt with before options are known.
const NOT_WHEN: [&str; 4] = ["based-on", "include", "option", "set"];

fn merge(layers: Vec<Vec<Node>>, faults: &mut Faults) -> Vec<Node> {
    let mut merged: Vec<Node> = Vec::new();
    for (layer, nodes) in layers.into_iter().enumerate() {
        let layer = layer.min(usize::from(u16::MAX)) as u16;
        let mut said: HashMap<(String, String), Spot> = HashMap::new();
        let mut lists: HashSet<String> = HashSet::new();
        for node in nodes.iter().filter(|node| node.word == "remove") {
            remove(node, &mut merged, faults);
        }
        for mut node in nodes {
            let Some(rule) = grammar::top_rule(&node.word) else { continue };
            if matches!(node.word.as_str(), "set" | "include" | "based-on" | "remove" | "option") {
                continue;
            }
            node.layer = layer;
            let name = if rule.key == Key::Named { node.name().unwrap_or("").to_owned() } else { String::new() };
            match rule.key {
                Key::Many => {}
                Key::List => {
                    if lists.insert(node.word.clone()) {
                        merged.retain(|other| other.word != node.word);
                    }
                }
                Key::One | Key::Named => {
                    if said.insert((node.word.clone(), name.clone()), node.spot).is_some() {
                        let what = if name.is_empty() {
                            node.word.clone()
                        } else {
                            format!("{} {}", node.word, shorten(&name))
                        };
                        faults.add(node.spot, format!("`{what}` is given twice"));
                    }
                    let same =
                        |other: &Node| other.word == node.word && (rule.key == Key::One || other.name() == Some(&name));
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
            faults.add(node.spot, format!("more than {} times `{}`", limits::NAMED, node.word));
        }
    }
    merged
}

/// `remove "castling"`, `remove "extinction" "Rook"`: takes out what an earlier layer said.
fn remove(node: &Node, merged: &mut Vec<Node>, faults: &mut Faults) {
    let Some(word) = node.name() else { return };
    let name = node.args.get(1).and_then(Value::text);
    let before = merged.len();
    merged.retain(|other| {
        other.word != word || name.is_some_and(|name| !other.args.iter().any(|arg| arg.text() == Some(name)))
    });
    if merged.len() == before {
        let spot = node.first().map_or(node.spot, |value| value.spot);
        faults.add(spot, "there is nothing of this kind to remove");
    }
}
