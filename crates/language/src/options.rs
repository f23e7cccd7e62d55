//! What a player may choose: options, their defaults, and `when` blocks that depend on them.

use crate::limits;
use crate::report::Diagnostics;
use crate::suggest::{advice, shorten};
use crate::syntax::{Content, Node, Value};

/// A choice that a game leaves to its players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOption {
    /// Its name, as in `--set castling=on`.
    pub name: String,
    /// What it means.
    pub description: String,
    /// What can be chosen: `on` and `off`, or names; nothing where it is a number.
    pub values: Vec<String>,
    /// The least and the greatest number that can be chosen, where it is a number.
    pub range: Option<(u32, u32)>,
    /// What is chosen when nobody says anything.
    pub default: String,
    /// What is chosen.
    pub value: String,
    /// Whether the game has chosen it for the players.
    pub fixed: bool,
    /// The side whose army it names.
    pub army_of: Option<spielraum_spec::Color>,
    /// A sentence about each of the armies that can be chosen, where the game has one.
    pub texts: Vec<String>,
    /// The symbols of the pieces that the armies name.
    pub pieces: Vec<String>,
}

const ON: &str = "on";
const OFF: &str = "off";

/// The options of all files, with the choices that later files (`set`) and the player have made.
pub(crate) fn collect(
    files: &[Vec<Node>],
    settings: &[(String, String)],
    diagnostics: &mut Diagnostics,
) -> Vec<GameOption> {
    let mut options: Vec<GameOption> = Vec::new();
    let armies: Vec<&Node> = nodes(files, "army").filter(|node| node.name().is_some()).collect();
    for node in nodes(files, "option") {
        let Some(option) = read(node, &armies, diagnostics) else { continue };
        options.retain(|other| other.name != option.name);
        options.push(option);
        if options.len() > limits::OPTIONS {
            diagnostics.add(node.span, format!("a game can have at most {} options", limits::OPTIONS));
            break;
        }
    }
    for node in nodes(files, "set") {
        for (name, span, value) in &node.props {
            let Some(option) = options.iter_mut().find(|option| option.name == *name) else {
                diagnostics.unknown(*span, "the option", name, options.iter().map(|option| option.name.as_str()));
                continue;
            };
            if let Some(chosen) = choice(option, value, diagnostics) {
                option.value = chosen.clone();
                option.default = chosen;
                option.fixed = true;
            }
        }
    }
    for (name, value) in settings {
        let (name, value) = (shorten(name), shorten(value));
        let Some(option) = options.iter_mut().find(|option| option.name == name && !option.fixed) else {
            let free: Vec<&str> =
                options.iter().filter(|option| !option.fixed).map(|option| option.name.as_str()).collect();
            let help = if free.is_empty() { Some("it has none".to_owned()) } else { advice(&name, &free) };
            diagnostics.add_unplaced(format!("the game has no option `{name}` to choose"), help);
            continue;
        };
        let value = match value.as_str() {
            "true" | "yes" | "1" if option.is_switch() => ON.to_owned(),
            "false" | "no" | "0" if option.is_switch() => OFF.to_owned(),
            _ => value,
        };
        if option.accepts(&value) {
            option.value = value;
        } else {
            let known: Vec<&str> = option.values.iter().map(String::as_str).collect();
            let help = match option.range {
                Some((least, most)) => Some(format!("a number from {least} to {most}")),
                None => advice(&value, &known),
            };
            diagnostics.add_unplaced(format!("the option `{name}` can't be `{value}`"), help);
        }
    }
    options
}

impl GameOption {
    /// Whether it can be `on` or `off`.
    pub fn is_switch(&self) -> bool {
        self.values == [OFF, ON]
    }

    /// Whether it can be this.
    pub fn accepts(&self, value: &str) -> bool {
        match self.range {
            // As it is written, so that there is one text for each choice.
            Some((least, most)) => {
                let number = value.parse::<u32>().ok().filter(|number| number.to_string() == value);
                number.is_some_and(|number| (least..=most).contains(&number))
            }
            None => self.values.iter().any(|known| known == value),
        }
    }

    /// Of what it can be everything, or of numbers some.
    pub fn samples(&self) -> Vec<String> {
        match self.range {
            Some((least, most)) => [least, least + (most - least) / 3, most].map(|number| number.to_string()).to_vec(),
            None => self.values.clone(),
        }
    }

    /// What it can be, in words.
    pub fn choices(&self) -> String {
        match self.range {
            Some((least, most)) => format!("{least} to {most}"),
            None => crate::prose::list(&self.values, "or"),
        }
    }
}

fn nodes<'f>(files: &'f [Vec<Node>], word: &'static str) -> impl Iterator<Item = &'f Node> {
    files.iter().flatten().filter(move |node| node.word == word)
}

fn read(node: &Node, armies: &[&Node], diagnostics: &mut Diagnostics) -> Option<GameOption> {
    let name = node.name()?.to_owned();
    if name.is_empty() || name.len() > limits::NAME || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
        diagnostics.add(node.first()?.span, "an option's name consists of letters, digits and hyphens");
        return None;
    }
    let army_of = node.prop("army-of").and_then(|value| match value.text() {
        Some("white") => Some(spielraum_spec::Color::White),
        Some("black") => Some(spielraum_spec::Color::Black),
        _ => {
            diagnostics.add(value.span, "an army is that of `white` or of `black`");
            None
        }
    });
    let range = match (node.prop("from"), node.prop("to")) {
        (None, None) => None,
        (from, to) => {
            let number = |value: Option<&Value>| u32::try_from(value?.number()?).ok();
            match number(from).zip(number(to)).filter(|(least, most)| least < most) {
                Some(range) => Some(range),
                None => {
                    diagnostics.add_with_help(
                        node.span,
                        "an option that is a number needs the least and the greatest one",
                        "as in `from=0 to=959`",
                    );
                    return None;
                }
            }
        }
    };
    let listed = node.prop("values").map(|value| value.words().iter().map(|(word, _)| (*word).to_owned()).collect());
    let values: Vec<String> = match (army_of, listed) {
        (Some(_), None) => armies.iter().filter_map(|army| army.name()).map(str::to_owned).collect(),
        (_, Some(values)) => values,
        (None, None) if range.is_some() => Vec::new(),
        (None, None) => vec![OFF.to_owned(), ON.to_owned()],
    };
    let (mut texts, mut pieces) = (Vec::new(), Vec::new());
    if army_of.is_some() {
        let text = |value: &String| armies.iter().find(|army| army.name() == Some(value))?.prop_text("description");
        texts = values.iter().map(|value| text(value).unwrap_or_default().to_owned()).collect();
        for symbol in armies.iter().flat_map(|army| army.all("piece")).filter_map(Node::name) {
            if !pieces.iter().any(|known| known == symbol) {
                pieces.push(symbol.to_owned());
            }
        }
    }
    let mut option = GameOption {
        name,
        description: node.prop_text("description").unwrap_or_default().to_owned(),
        values,
        range,
        default: String::new(),
        value: String::new(),
        fixed: false,
        army_of,
        texts,
        pieces,
    };
    let Some(default) = node.prop("default") else {
        diagnostics.add(node.span, "an option needs a `default`");
        return None;
    };
    option.default = choice(&option, default, diagnostics)?;
    option.value = option.default.clone();
    Some(option)
}

/// The value of an option that is written in a definition.
fn choice(option: &GameOption, value: &Value, diagnostics: &mut Diagnostics) -> Option<String> {
    let text = match &value.content {
        Content::Flag(true) => ON.to_owned(),
        Content::Flag(false) => OFF.to_owned(),
        Content::Text(text) => text.clone(),
        Content::Number(number) => number.to_string(),
    };
    if option.accepts(&text) {
        return Some(text);
    }
    if let Some((least, most)) = option.range {
        let text = format!("the option `{}` is a number from {least} to {most}", option.name);
        diagnostics.add(value.span, text);
        return None;
    }
    let what = format!("the option `{}` can't have this value:", option.name);
    diagnostics.unknown(value.span, &what, &text, option.values.iter().map(String::as_str));
    None
}

/// Whether all that a `when` asks for is chosen.
pub(crate) fn holds(node: &Node, options: &[GameOption], diagnostics: &mut Diagnostics) -> bool {
    if node.props.is_empty() {
        diagnostics.add_with_help(node.span, "`when` needs an option", "as in `when castling=#true { ... }`");
    }
    let mut holds = true;
    for (name, span, value) in &node.props {
        match options.iter().find(|option| option.name == *name) {
            Some(option) => holds &= choice(option, value, diagnostics).is_some_and(|chosen| chosen == option.value),
            None => {
                diagnostics.unknown(*span, "the option", name, options.iter().map(|option| option.name.as_str()));
                holds = false;
            }
        }
    }
    holds
}
