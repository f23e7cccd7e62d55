//! The words of the language: what each may have in the way of arguments, properties and block.
//!
//! The whole text is checked against these tables before anything is made of it, so that parts which
//! the chosen options leave out are checked as well.

use crate::limits;
use crate::report::{Faults, Report};
use crate::rule;
use crate::suggest::shorten;
use crate::syntax::{self, Content, Node, Value};

/// What a value may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Number,
    Flag,
    TextOrNumber,
    TextOrFlag,
    Any,
}

/// How nodes of one word in several layers go together (see `layers`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    /// There is one; a later layer's takes the place of an earlier layer's.
    One,
    /// There is one of each name.
    Named,
    /// There may be many; a later layer's take the place of all of an earlier layer's.
    List,
    /// There may be many, and what they mean together is worked out later.
    Many,
}

/// Where a word may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Context {
    Top,
    Board,
    Region,
    RegionSide,
    Moves,
    Route,
    Army,
    Hand,
    Prison,
    Elsewhere,
    Start,
}

impl Context {
    const ALL: [Self; 11] = [
        Self::Top,
        Self::Board,
        Self::Region,
        Self::RegionSide,
        Self::Moves,
        Self::Route,
        Self::Army,
        Self::Hand,
        Self::Prison,
        Self::Elsewhere,
        Self::Start,
    ];
}

/// One word.
pub(crate) struct Rule {
    pub word: &'static str,
    /// The least and the largest number of arguments, and what they are.
    pub args: (usize, usize, Kind),
    pub props: &'static [(&'static str, Kind)],
    /// Whether properties of other names are allowed (the options in `set` and `when`).
    pub open: bool,
    pub block: Option<Context>,
    pub key: Key,
}

pub(crate) const fn rule(word: &'static str, args: (usize, usize, Kind)) -> Rule {
    Rule { word, args, props: &[], open: false, block: None, key: Key::One }
}

impl Rule {
    pub(crate) const fn props(self, props: &'static [(&'static str, Kind)]) -> Self {
        Self { props, ..self }
    }
    const fn open(self) -> Self {
        Self { open: true, ..self }
    }
    const fn block(self, context: Context) -> Self {
        Self { block: Some(context), ..self }
    }
    const fn key(self, key: Key) -> Self {
        Self { key, ..self }
    }
}

use Kind::{Any, Flag, TextOrFlag, TextOrNumber};
pub(crate) use Kind::{Number, Text};
const NONE: (usize, usize, Kind) = (0, 0, Any);
const ONE: (usize, usize, Kind) = (1, 1, Text);
pub(crate) const SOME: (usize, usize, Kind) = (1, limits::ITEMS, Text);

static TOP: &[Rule] = &[
    // What the game is called and where it comes from.
    rule("title", ONE),
    rule("inventor", ONE),
    rule("year", (1, 1, TextOrNumber)),
    rule("summary", ONE),
    rule("description", ONE),
    rule("source", ONE).key(Key::List),
    rule("note", (2, 2, Text)).key(Key::Named),
    // How it is put together.
    rule("based-on", ONE),
    rule("include", SOME).key(Key::Many),
    rule("option", ONE)
        .props(&[("default", TextOrFlag), ("values", Text), ("army-of", Text), ("description", Text)])
        .key(Key::Named),
    rule("set", NONE).open().key(Key::Many),
    rule("when", NONE).open().block(Context::Top).key(Key::Many),
    rule("remove", (1, 2, Text)).key(Key::Many),
    // The board.
    rule("board", NONE).props(&[("files", TextOrNumber), ("ranks", Number), ("levels", Text)]).block(Context::Board),
    rule("mirror", (1, 3, Text)),
    rule("region", ONE).props(SELECTORS).block(Context::Region).key(Key::Named),
    // The pieces.
    rule("directions", (2, limits::ITEMS, Text)).key(Key::Named),
    rule("movement", ONE).block(Context::Moves).key(Key::Named),
    rule("army", ONE).props(&[("based-on", Text)]).block(Context::Army).key(Key::Named),
    PIECE,
    // What else a move can do.
    rule("promotion", SOME)
        .props(&[
            ("into", Text),
            ("ends-in", Text),
            ("enters", Text),
            ("touches", Text),
            ("required", Text),
            ("from-prison", Flag),
            ("silent", Flag),
        ])
        .key(Key::Many),
    rule("promotion-elsewhere", NONE)
        .props(&[("enters", Text), ("into", Text), ("guarded", Text), ("guards", Text)])
        .block(Context::Elsewhere),
    rule("hand", NONE).props(&[("order", Text)]).block(Context::Hand),
    rule("prison", NONE).props(&[("order", Text)]).block(Context::Prison),
    rule("castling", ONE).props(&[("king", Text), ("rook", Text)]).key(Key::Named),
    rule("double-step", SOME)
        .props(&[("from", Text), ("along", Text), ("bent", Flag), ("en-passant", Flag)])
        .key(Key::Many),
    rule("swap", SOME).props(&[("along", Text), ("partner-safe", Flag)]),
    // How the game ends.
    rule("stalemate", ONE),
    rule("extinction", ONE).props(&[("members", Text), ("least", Number)]).key(Key::Named),
    rule("no-facing", SOME),
    rule("repetition", ONE).props(&[("times", Number), ("perpetual-check", Text)]),
    rule("move-count", (1, 1, TextOrNumber)),
    rule("bare-royals", ONE),
    rule::reach::WORD,
    rule::check_count::WORD,
    rule("duty", NONE).props(&[("in", Text), ("released-by", Text), ("within", Number)]),
    // How it begins.
    rule("start", (0, 1, Text)).props(&[("castling", Text), ("hand", Text)]).block(Context::Start),
];

const PIECE: Rule = rule("piece", (1, 2, Text))
    .props(&[("royal", Flag), ("resets-clock", Flag), ("stays-in", Text), ("never-enters", Text)])
    .block(Context::Moves)
    .key(Key::Many);

const SELECTORS: &[(&str, Kind)] =
    &[("levels", Text), ("files", Text), ("ranks", TextOrNumber), ("cells", Text), ("in", Text), ("picture", Text)];

static BOARD: &[Rule] = &[rule("level", ONE)
    .props(&[("from", Text), ("files", Number), ("ranks", Number), ("picture", Text)])
    .key(Key::Many)];

static REGION: &[Rule] = &[
    rule("add", NONE).props(SELECTORS).key(Key::Many),
    rule("only", NONE).props(SELECTORS).key(Key::Many),
    rule("without", NONE).props(SELECTORS).key(Key::Many),
    rule("white", NONE).props(SELECTORS).block(Context::RegionSide),
    rule("black", NONE).props(SELECTORS).block(Context::RegionSide),
];

static MOVES: &[Rule] = &[
    rule("step", SOME).props(&[("from", Text)]).key(Key::Many),
    rule("leap", SOME).props(&[("length", Number), ("from", Text)]).key(Key::Many),
    rule("slide", SOME).props(&[("distance", TextOrNumber), ("from", Text)]).key(Key::Many),
    rule("hop", SOME).props(&[("landing", Text), ("from", Text)]).key(Key::Many),
    rule("route", NONE).props(&[("leaping", Flag), ("from", Text)]).block(Context::Route).key(Key::Many),
    rule("as", (1, 16, Text)).props(&[("from", Text)]).key(Key::Many),
    rule("move-only", NONE).block(Context::Moves).key(Key::Many),
    rule("capture-only", NONE).block(Context::Moves).key(Key::Many),
    rule("white", NONE).block(Context::Moves).key(Key::Many),
    rule("black", NONE).block(Context::Moves).key(Key::Many),
];

static ROUTE: &[Rule] =
    &[rule("step", SOME).key(Key::Many), rule("leap", SOME).props(&[("length", Number)]).key(Key::Many)];

static ARMY: &[Rule] = &[PIECE];

static HAND: &[Rule] = &[
    rule("returns", SOME).props(&[("as", Text)]).key(Key::Many),
    rule("flip", (2, 2, Text)).key(Key::Many),
    rule("drop", SOME)
        .props(&[("in", Text), ("needs-move", Flag), ("most-per-file", Number), ("no-mate", Flag)])
        .key(Key::Many),
];

static PRISON: &[Rule] = &[rule("returns", SOME).props(&[("as", Text)]).key(Key::Many)];

static ELSEWHERE: &[Rule] = &[rule("change", SOME).props(&[("by", Text)]).key(Key::Many)];

static START: &[Rule] = &[rule("level", SOME).key(Key::Many)];

/// All words and names of properties, in alphabetical order: what an editor may complete, and what the
/// reference has to explain.
pub fn vocabulary() -> Vec<&'static str> {
    let mut words: Vec<&str> = Context::ALL
        .iter()
        .flat_map(|context| words(*context))
        .flat_map(|rule| std::iter::once(rule.word).chain(rule.props.iter().map(|(name, _)| *name)))
        .collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// Checks the syntax and the words of a text that need not be a whole game.
pub fn check_words(name: &str, text: &str) -> Result<(), Report> {
    let mut faults = Faults::default();
    let file = faults.add_text(name, text.into());
    let nodes = syntax::parse(text, file, &mut faults);
    check(nodes, Context::Top, &mut faults);
    faults.or(Some(()))
}

/// The words that may stand in a context.
pub(crate) fn words(context: Context) -> &'static [Rule] {
    match context {
        Context::Top => TOP,
        Context::Board => BOARD,
        Context::Region => REGION,
        Context::RegionSide => &REGION[..3],
        Context::Moves => MOVES,
        Context::Route => ROUTE,
        Context::Army => ARMY,
        Context::Hand => HAND,
        Context::Prison => PRISON,
        Context::Elsewhere => ELSEWHERE,
        Context::Start => START,
    }
}

/// The rule of a word of the outermost level.
pub(crate) fn top_rule(word: &str) -> Option<&'static Rule> {
    TOP.iter().find(|rule| rule.word == word)
}

/// Checks nodes, tells what is wrong, and takes it out.
pub(crate) fn check(nodes: Vec<Node>, context: Context, faults: &mut Faults) -> Vec<Node> {
    nodes.into_iter().filter_map(|node| check_node(node, context, faults)).collect()
}

fn check_node(mut node: Node, context: Context, faults: &mut Faults) -> Option<Node> {
    let known = words(context);
    let Some(rule) = known.iter().find(|rule| rule.word == node.word) else {
        faults.unknown(node.spot, "the word", &node.word, known.iter().map(|rule| rule.word));
        return None;
    };
    let (least, most, kind) = rule.args;
    let mut sound = true;
    if node.args.len() < least {
        let needed = if least == 1 { "a value".to_owned() } else { format!("{least} values") };
        faults.add(node.spot, format!("`{}` needs {needed} behind it", rule.word));
        sound = false;
    }
    if let Some(extra) = node.args.get(most) {
        let taken = match most {
            0 => "takes no values without a name".to_owned(),
            1 => "takes one value".to_owned(),
            _ => format!("takes at most {most} values"),
        };
        faults.add(extra.spot, format!("`{}` {taken}", rule.word));
        node.args.truncate(most);
    }
    node.args.iter().for_each(|value| sound &= check_value(value, kind, faults));
    node.props.retain(|(name, spot, value)| match rule.props.iter().find(|(known, _)| known == name) {
        Some((_, kind)) => check_value(value, *kind, faults),
        None if rule.open => check_value(value, TextOrFlag, faults),
        None => {
            let what = format!("`{}` has no property of this name:", rule.word);
            faults.unknown(*spot, &what, name, rule.props.iter().map(|(known, _)| *known));
            false
        }
    });
    match rule.block {
        Some(context) => node.children = check(std::mem::take(&mut node.children), context, faults),
        None => {
            if let Some(child) = node.children.first() {
                faults.add(child.spot, format!("`{}` has no block", rule.word));
                node.children.clear();
            }
        }
    }
    sound.then_some(node)
}

fn check_value(value: &Value, kind: Kind, faults: &mut Faults) -> bool {
    let (fits, needed) = match (kind, &value.content) {
        (Any, _) => (true, ""),
        (Text, content) => (matches!(content, Content::Text(_)), "a text is needed here"),
        (Number, content) => (matches!(content, Content::Number(_)), "a whole number is needed here"),
        (Flag, content) => (matches!(content, Content::Flag(_)), "`#true` or `#false` is needed here"),
        (TextOrNumber, content) => (!matches!(content, Content::Flag(_)), "a text or a whole number is needed here"),
        (TextOrFlag, content) => (!matches!(content, Content::Number(_)), "a text, `#true` or `#false` is needed here"),
    };
    if !fits {
        match &value.content {
            Content::Text(text) if kind == Flag && (text == "true" || text == "false") => {
                faults.add_with_help(value.spot, needed, format!("write `#{}`", shorten(text)));
            }
            Content::Number(_) if kind == Text => faults.add_with_help(value.spot, needed, "put it in quotation marks"),
            _ => faults.add(value.spot, needed),
        }
    }
    fits
}
