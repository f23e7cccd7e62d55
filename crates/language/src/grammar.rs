//! All words of the language, and the check of a text against them.
//!
//! The whole text is checked against these tables before anything is made of it, so that parts which
//! the chosen options leave out are checked as well.

use crate::foreign;
use crate::limits;
use crate::parser;
use crate::report::{Diagnostics, Report};
use crate::rule::{CONDITIONS, RULES, Rule};
use crate::shuffle;
use crate::suggest::{advice, nearest, shorten};
use crate::syntax::{Content, Node, Value};
use crate::word::Kind::{self, Any, Flag, Number, Text, TextOrNumber};
use crate::word::{Block, Key, NONE, ONE, SOME, Word, word};

/// The words of the outermost level, but for those of the rules (see `rule`).
static TOP: &[Word] = &[
    // What the game is called and where it comes from.
    word("title", ONE),
    word("inventor", ONE),
    word("year", (1, 1, TextOrNumber)),
    word("summary", ONE),
    word("description", ONE),
    word("source", ONE).key(Key::List),
    word("note", (2, 2, Text)).key(Key::Named),
    // How it is put together.
    word("based-on", ONE),
    word("include", SOME).key(Key::Many),
    word("option", ONE)
        .props(&[
            ("default", Any),
            ("values", Text),
            ("from", Number),
            ("to", Number),
            ("army-of", Text),
            ("description", Text),
        ])
        .key(Key::Named),
    word("set", NONE).open().key(Key::Many),
    word("when", NONE).open().block(Block::Top).key(Key::Many),
    word("remove", (1, 2, Text)).key(Key::Many),
    word("keep", SOME).key(Key::Many),
    // The board.
    word("board", NONE)
        .props(&[
            ("files", TextOrNumber),
            ("ranks", Number),
            ("levels", Text),
            ("cubes", Text),
            ("hexagons", Text),
            ("shape", Text),
            ("side", Number),
        ])
        .block(Block::Words(BOARD)),
    word("mirror", (1, 4, Text)),
    word("sides", (2, 2, Text)),
    word("show", ONE).props(&[
        ("river", Number),
        ("inscription", Text),
        ("diagonals", Text),
        ("tiles", Text),
        ("large", Text),
        ("small", Text),
    ]),
    word("region", ONE).props(SELECTORS).block(Block::Words(REGION)).key(Key::Named),
    // The pieces.
    word("directions", (2, limits::ITEMS, Text)).key(Key::Named),
    word("movement", ONE).props(&[("betza", Text)]).block(Block::Moves).key(Key::Named),
    word("army", ONE).props(&[("based-on", Text), ("description", Text)]).block(Block::Words(ARMY)).key(Key::Named),
    PIECE,
    // How it begins.
    word("start", (0, 1, Text)).props(&[("castling", Text), ("hand", Text)]).block(Block::Words(START)),
    word(shuffle::WORD, ONE).props(&[("by", Text)]).block(Block::Words(shuffle::STEPS)),
];

const PIECE: Word = word("piece", (1, 2, Text))
    .props(&[
        ("betza", Text),
        ("owner", Text),
        ("capturable", Flag),
        ("royal", Flag),
        ("resets-clock", Flag),
        ("stays-in", Text),
        ("hurdle", Flag),
        ("immobile", Flag),
        ("never-enters", Text),
        ("character", Text),
        ("alias", Text),
    ])
    .block(Block::Moves)
    .key(Key::Many);

const SELECTORS: &[(&str, Kind)] = &[
    ("levels", Text),
    ("files", Text),
    ("ranks", TextOrNumber),
    ("cells", Text),
    ("in", Text),
    ("picture", Text),
    ("ends-of", Text),
];

static BOARD: &[Word] = &[word("level", ONE)
    .props(&[("from", Text), ("files", Number), ("ranks", Number), ("picture", Text)])
    .key(Key::Many)];

const ADD: Word = word("add", NONE).props(SELECTORS).key(Key::Many);
const ONLY: Word = word("only", NONE).props(SELECTORS).key(Key::Many);
const WITHOUT: Word = word("without", NONE).props(SELECTORS).key(Key::Many);

static REGION_SIDE: &[Word] = &[ADD, ONLY, WITHOUT];

static REGION: &[Word] = &[
    ADD,
    ONLY,
    WITHOUT,
    word("white", NONE).props(SELECTORS).block(Block::Words(REGION_SIDE)),
    word("black", NONE).props(SELECTORS).block(Block::Words(REGION_SIDE)),
];

static MOVES: &[Word] = &[
    word("step", SOME).props(&[("from", Text), ("to", Text)]).key(Key::Many),
    word("leap", SOME).props(&[("length", Number), ("from", Text), ("to", Text)]).key(Key::Many),
    word("slide", SOME).props(&[("distance", TextOrNumber), ("from", Text), ("to", Text)]).key(Key::Many),
    word("hop", SOME).props(&[("landing", Text), ("from", Text), ("to", Text)]).key(Key::Many),
    word("route", NONE)
        .props(&[("leaping", Flag), ("from", Text), ("to", Text)])
        .block(Block::Words(ROUTE))
        .key(Key::Many),
    word("as", (1, 16, Text)).props(&[("from", Text), ("to", Text)]).key(Key::Many),
    word("move-only", NONE).block(Block::Moves).key(Key::Many),
    word("capture-only", NONE).block(Block::Moves).key(Key::Many),
    word("white", NONE).block(Block::Moves).key(Key::Many),
    word("black", NONE).block(Block::Moves).key(Key::Many),
];

static ROUTE: &[Word] =
    &[word("step", SOME).key(Key::Many), word("leap", SOME).props(&[("length", Number)]).key(Key::Many)];

static ARMY: &[Word] = &[PIECE];

static START: &[Word] = &[word("level", SOME).key(Key::Many)];

/// All words and names of properties, in alphabetical order: what an editor may complete, and what the
/// reference has to explain.
pub fn vocabulary() -> Vec<&'static str> {
    fn collect(block: Block, found: &mut Vec<&'static str>) {
        for word in words(block) {
            found.push(word.name);
            found.extend(word.props.iter().map(|(name, _)| *name));
            // All other blocks of the outermost level and of ways of moving are these themselves.
            if let Some(inner @ Block::Words(_)) = word.block {
                collect(inner, found);
            }
        }
    }
    let mut found = Vec::new();
    collect(Block::Top, &mut found);
    collect(Block::Moves, &mut found);
    collect(Block::Conditions, &mut found);
    found.sort_unstable();
    found.dedup();
    found
}

/// Checks the syntax and the words of a text that need not be a whole game.
pub fn check_words(name: &str, text: &str) -> Result<(), Report> {
    let mut diagnostics = Diagnostics::default();
    let file = diagnostics.add_text(name, text.into());
    let nodes = parser::parse(text, file, &mut diagnostics);
    check(nodes, Block::Top, &mut diagnostics);
    diagnostics.or(Some(()))
}

/// The words that may stand in a block.
fn words(block: Block) -> impl Iterator<Item = &'static Word> {
    let (own, rules): (&'static [Word], &'static [Rule]) = match block {
        Block::Top => (TOP, RULES),
        Block::Moves => (MOVES, &[]),
        Block::Conditions => (CONDITIONS, &[]),
        Block::Words(words) => (words, &[]),
    };
    own.iter().chain(rules.iter().flat_map(|rule| rule.words))
}

/// A word of the outermost level.
pub(crate) fn top_word(name: &str) -> Option<&'static Word> {
    words(Block::Top).find(|word| word.name == name)
}

/// The words of the outermost level with which a later layer replaces all that earlier layers said.
pub(crate) fn lists() -> Vec<&'static str> {
    words(Block::Top).filter(|word| word.key == Key::List).map(|word| word.name).collect()
}

/// Checks nodes, reports what is wrong, and takes it out.
pub(crate) fn check(nodes: Vec<Node>, block: Block, diagnostics: &mut Diagnostics) -> Vec<Node> {
    nodes.into_iter().filter_map(|node| check_node(node, block, diagnostics)).collect()
}

fn check_node(mut node: Node, block: Block, diagnostics: &mut Diagnostics) -> Option<Node> {
    let Some(word) = words(block).find(|word| word.name == node.word) else {
        unknown_word(&node, block, diagnostics);
        return None;
    };
    let (least, most, kind) = word.args;
    let mut sound = true;
    if node.args.len() < least {
        let needed = if least == 1 { "a value".to_owned() } else { format!("{least} values") };
        diagnostics.add(node.span, format!("`{}` needs {needed} behind it", word.name));
        sound = false;
    }
    if let Some(extra) = node.args.get(most) {
        let taken = match most {
            0 => "takes no values without a name".to_owned(),
            1 => "takes one value".to_owned(),
            _ => format!("takes at most {most} values"),
        };
        let message = format!("`{}` {taken}", word.name);
        match foreign::value(word.name, &node) {
            Some(help) => diagnostics.add_with_help(extra.span, message, help),
            None => diagnostics.add(extra.span, message),
        }
        node.args.truncate(most);
    }
    node.args.iter().for_each(|value| sound &= check_value(value, kind, diagnostics));
    if most > 2 {
        check_lists(&node, diagnostics);
    }
    node.props.retain(|(name, span, value)| match word.props.iter().find(|(known, _)| known == name) {
        Some((_, kind)) => check_value(value, *kind, diagnostics),
        None if word.open => check_value(value, Any, diagnostics),
        None => {
            let what = format!("`{}` has no property of this name:", word.name);
            match foreign::property(word.name, name) {
                Some(help) => diagnostics.add_with_help(*span, format!("{what} `{}`", shorten(name)), help),
                None => diagnostics.unknown(*span, &what, name, word.props.iter().map(|(known, _)| *known)),
            }
            false
        }
    });
    match word.block {
        Some(block) => node.children = check(std::mem::take(&mut node.children), block, diagnostics),
        None => {
            if let Some(child) = node.children.first() {
                diagnostics.add(child.span, format!("`{}` has no block", word.name));
                node.children.clear();
            }
        }
    }
    sound.then_some(node)
}

/// Reports a word that does not stand in this block: the nearest that does, where it belongs, or what to say instead.
fn unknown_word(node: &Node, block: Block, diagnostics: &mut Diagnostics) {
    let known: Vec<&str> = words(block).map(|word| word.name).collect();
    let help = match (nearest(&node.word, known.iter().copied()).first(), home(&node.word), block) {
        (Some(near), ..) => Some(format!("did you mean `{near}`?")),
        (None, Some(home), _) => Some(format!("it stands {home}")),
        (None, None, Block::Top) => Some(foreign::word(&node.word)),
        (None, None, _) => advice(&node.word, &known),
    };
    let message = format!("the word `{}` is not known", shorten(&node.word));
    match help {
        Some(help) => diagnostics.add_with_help(node.span, message, help),
        None => diagnostics.add(node.span, message),
    }
}

/// Where a word stands that is none of the block in which it was met.
fn home(word: &str) -> Option<&'static str> {
    let stands = |block: Block| words(block).any(|known| known.name == word);
    [
        (Block::Top, "by itself, outside of any block"),
        (Block::Moves, "in the block of a `piece` or `movement`"),
        (Block::Conditions, "in the block of `end`"),
    ]
    .into_iter()
    .find_map(|(block, home)| stands(block).then_some(home))
    .or_else(|| {
        let inner = words(Block::Top).filter_map(|outer| match outer.block {
            Some(Block::Words(inner)) => Some((outer.name, inner)),
            _ => None,
        });
        let found = inner.into_iter().find(|(_, inner)| inner.iter().any(|known| known.name == word));
        found.map(|(outer, _)| match outer {
            "hand" => "in the block of `hand`",
            "turn" => "in the block of `turn`",
            "on" => "in the block of `on`",
            "region" => "in the block of `region`",
            _ => "in the block of another word",
        })
    })
}

/// Refuses a value behind the list of a property: an author who writes it there means the list, not the values before it.
fn check_lists(node: &Node, diagnostics: &mut Diagnostics) {
    for value in &node.args {
        let mut lists = node.props.iter().filter_map(|(name, _, list)| Some((name, list.text()?, list.span.start)));
        if let Some((name, list, _)) = lists.rfind(|(.., start)| *start < value.span.start) {
            let list = shorten(&format!("{list} {}", value.text().unwrap_or_default()));
            let help = format!("write `{name}=\"{list}\"` if it belongs to that list, or move it before `{name}`");
            diagnostics.add_with_help(value.span, format!("a value can't stand behind `{name}`"), help);
        }
    }
}

fn check_value(value: &Value, kind: Kind, diagnostics: &mut Diagnostics) -> bool {
    let (fits, needed) = match (kind, &value.content) {
        (Any, _) => (true, ""),
        (Text, content) => (matches!(content, Content::Text(_)), "a text is needed here"),
        (Number, content) => (matches!(content, Content::Number(_)), "a whole number is needed here"),
        (Flag, content) => (matches!(content, Content::Flag(_)), "`#true` or `#false` is needed here"),
        (TextOrNumber, content) => (!matches!(content, Content::Flag(_)), "a text or a whole number is needed here"),
    };
    if !fits {
        match &value.content {
            Content::Text(text) if kind == Flag && (text == "true" || text == "false") => {
                diagnostics.add_with_help(value.span, needed, format!("write `#{}`", shorten(text)));
            }
            Content::Number(_) if kind == Text => {
                diagnostics.add_with_help(value.span, needed, "put it in quotation marks")
            }
            _ => diagnostics.add(value.span, needed),
        }
    }
    fits
}
