//! `spielraum admin`: what a server's keeper asks of it while it runs.

use super::serve::data_folder;
use crate::failure::{Answer, CommandResult, Failure};
use clap::{Args, Subcommand, ValueEnum};
use spielraum_server::admin::{self, Ask, Mode, Table};
use std::path::PathBuf;

/// The arguments of `admin`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/admin.txt"))]
pub struct AdminArgs {
    #[command(subcommand)]
    command: Command,
    /// The folder of the server's data [default: `spielraum` in your folder for application data]
    #[arg(long, value_name = "DIR", global = true)]
    data: Option<PathBuf>,
    /// Answer in JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum Command {
    /// How the server is, and how much there is
    Status,
    /// List players whose name has this in it
    Who {
        /// A part of a name, or a player's id
        name: String,
    },
    /// Log a player out everywhere, and let the account in no more
    Bar {
        /// The account's name or the player's id
        player: String,
    },
    /// Let an account in again
    Unbar {
        /// The account's name or the player's id
        player: String,
    },
    /// Call a player by a guest's name, by which the account logs in from now on
    RemoveName {
        /// The account's name or the player's id
        player: String,
    },
    /// Remove a definition of the workshop
    RemoveDefinition {
        /// The definition's id, such as w-230bp8kymywd3e6wfxf77jqr1n
        id: String,
        /// Remove the games that are played by it, too
        #[arg(long)]
        with_games: bool,
    },
    /// List the games of the workshop that are published, the latest first
    Shelf,
    /// Take a published game off the shelf; it can't be published again
    TakeDown {
        /// The definition's id, such as w-230bp8kymywd3e6wfxf77jqr1n
        id: String,
    },
    /// Put a game that was taken down on the shelf again
    PutBack {
        /// The definition's id
        id: String,
    },
    /// List what players have told of others
    Reports,
    /// Remove a report that is dealt with
    Dismiss {
        /// The report's id
        report: String,
    },
    /// Choose what the server takes until it ends
    Mode {
        /// What it takes
        mode: ModeWord,
    },
    /// List what was done by `spielraum admin`, the latest first
    Audit,
}

#[derive(Clone, Copy, ValueEnum)]
enum ModeWord {
    /// Everything
    Normal,
    /// Nothing new; games that go on go on
    Drain,
    /// Nothing is stored, not even moves
    ReadOnly,
}

impl AdminArgs {
    /// Asks the server, and prints what it answers.
    pub fn run(self) -> CommandResult {
        let data = data_folder(self.data.as_deref())?;
        let table = admin::ask(&data, &self.command.into()).map_err(Failure::input)?;
        match self.json {
            true => outln!("{}", serde_json::to_string(&table).unwrap_or_default()),
            false => print(&table),
        }
        Ok(Answer::Yes)
    }
}

impl From<Command> for Ask {
    fn from(command: Command) -> Self {
        match command {
            Command::Status => Self::Status,
            Command::Who { name } => Self::Who(name),
            Command::Bar { player } => Self::Bar(player),
            Command::Unbar { player } => Self::Unbar(player),
            Command::RemoveName { player } => Self::RemoveName(player),
            Command::RemoveDefinition { id, with_games } => Self::RemoveDefinition { id, with_games },
            Command::Shelf => Self::Shelf,
            Command::TakeDown { id } => Self::TakeDown(id),
            Command::PutBack { id } => Self::PutBack(id),
            Command::Reports => Self::Reports,
            Command::Dismiss { report } => Self::Dismiss(report),
            Command::Mode { mode: ModeWord::Normal } => Self::Mode(Mode::Normal),
            Command::Mode { mode: ModeWord::Drain } => Self::Mode(Mode::Drain),
            Command::Mode { mode: ModeWord::ReadOnly } => Self::Mode(Mode::ReadOnly),
            Command::Audit => Self::Audit,
        }
    }
}

/// Prints a table, each column as wide as its longest text. What players have written is printed without control
/// characters.
fn print(table: &Table) {
    let clean = |text: &String| text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
    let rows = || std::iter::once(&table.columns).chain(&table.rows).map(|row| row.iter().map(clean));
    let mut widths = vec![0; table.columns.len()];
    for row in rows() {
        for (width, text) in widths.iter_mut().zip(row) {
            *width = (*width).max(text.chars().count());
        }
    }
    for row in rows() {
        let cells: Vec<String> = row.zip(&widths).map(|(text, &width)| format!("{text:width$}")).collect();
        outln!("{}", cells.join("  ").trim_end());
    }
}
