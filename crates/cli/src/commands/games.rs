//! `spielraum games`: the catalogue.

use crate::failure::{Answer, CommandResult, Failure};
use crate::view;
use clap::Args;
use serde::Serialize;
use spielraum_catalogue::Source;
use spielraum_language::{Definition, Listing};
use std::io::{self, Write};

/// The arguments of `games`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/games.txt"))]
pub struct GamesArgs {
    /// Only games whose id or title contains this text
    filter: Option<String>,
    /// One JSON object a line, with the options that can be set
    #[arg(long)]
    json: bool,
}

/// A game of the catalogue in a line.
#[derive(Serialize)]
struct Entry {
    id: String,
    title: String,
    family: Option<&'static str>,
    inventor: Option<String>,
    year: Option<String>,
    /// `7x10x7`, files x ranks x levels, or the number of cells of another shape.
    size: String,
    cells: usize,
    summary: Option<String>,
    options: Vec<Choice>,
}

#[derive(Serialize)]
struct Choice {
    name: String,
    values: Vec<String>,
    /// The least and the greatest number, where the choice is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<(u32, u32)>,
    default: String,
    description: String,
}

impl GamesArgs {
    /// Prints the catalogue.
    pub fn run(self) -> CommandResult {
        let filter = self.filter.unwrap_or_default().to_lowercase();
        let mut entries = catalogue()?;
        entries.retain(|entry| entry.id.contains(&filter) || entry.title.to_lowercase().contains(&filter));
        let mut out = anstream::stdout();
        if self.json {
            for entry in &entries {
                serde_json::to_writer(&mut out, entry).map_err(io::Error::from)?;
                writeln!(out)?;
            }
        } else if entries.is_empty() {
            return Err(
                Failure::input(format!("no game is called `{filter}`")).with_help("`spielraum games` lists all")
            );
        } else {
            write_table(&mut out, &entries, false)?;
        }
        Ok(Answer::Yes)
    }
}

/// Writes the catalogue with numbers to choose by.
pub fn write_numbered(out: &mut impl Write) -> CommandResult<()> {
    Ok(write_table(out, &catalogue()?, true)?)
}

fn catalogue() -> CommandResult<Vec<Entry>> {
    spielraum_catalogue::ids()
        .map(|id| {
            let game = spielraum_catalogue::load(Source::Builtin(id), &[]);
            game.map(|game| Entry::of(&game)).map_err(Failure::Definition)
        })
        .collect()
}

impl Entry {
    fn of(game: &Definition) -> Self {
        let Listing { id, title, inventor, year, summary, board, cells } = Listing::of(game);
        let shape = game.spec().board.shape();
        let full = shape.levels.len() * shape.files.len() * shape.ranks == cells;
        let size = if full { board } else { view::counted(cells, "cell") };
        let options = game.options().iter().filter(|option| !option.fixed).map(Choice::of).collect();
        let family = spielraum_catalogue::family(&id);
        Self { id, title, family, inventor, year, size, cells, summary, options }
    }
}

impl Choice {
    fn of(option: &spielraum_language::GameOption) -> Self {
        Self {
            name: option.name.clone(),
            values: option.values.clone(),
            range: option.range,
            default: option.default.clone(),
            description: option.description.clone(),
        }
    }
}

/// Writes a line for each game, and above each family its title if there are several.
fn write_table(out: &mut impl Write, entries: &[Entry], numbered: bool) -> io::Result<()> {
    let width = view::width();
    let bold = anstyle::Style::new().bold();
    let column = |length: fn(&Entry) -> usize| entries.iter().map(length).max().unwrap_or(0);
    let id_width = column(|entry| entry.id.len());
    let size_width = column(|entry| entry.size.len());
    let mixed = entries.iter().any(|entry| entry.family != entries[0].family);
    for (index, entry) in entries.iter().enumerate() {
        let begins = index == 0 || entries[index - 1].family != entry.family;
        if let Some(title) = entry.title_of_family().filter(|_| mixed && begins) {
            let space = if index == 0 { "" } else { "\n" };
            writeln!(out, "{space}{bold}{title}{bold:#}")?;
        }
        let number = if numbered { format!("{:>3}  ", index + 1) } else { String::new() };
        write!(out, "{number}{bold}{:id_width$}{bold:#}  {:size_width$}  ", entry.id, entry.size)?;
        let indent = number.len() + id_width + size_width + 4;
        writeln!(out, "{}", view::wrapped_after(indent, &entry.description(), width))?;
    }
    Ok(())
}

impl Entry {
    fn title_of_family(&self) -> Option<&'static str> {
        spielraum_catalogue::families().find(|(folder, _)| Some(*folder) == self.family).map(|(_, title)| title)
    }

    /// The title, the game in a line, and who invented it when.
    fn description(&self) -> String {
        let summary =
            self.summary.as_ref().map_or(String::new(), |summary| format!(": {}", summary.trim_end_matches('.')));
        let origin: Vec<&str> = [&self.inventor, &self.year].into_iter().flatten().map(String::as_str).collect();
        let origin = if origin.is_empty() { String::new() } else { format!(" ({})", origin.join(", ")) };
        format!("{}{summary}{origin}", self.title)
    }
}
