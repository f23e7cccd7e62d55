//! `spielraum admin`: the administrator's commands to a running server.

use super::serve::data_folder;
use crate::failure::{Answer, CommandResult, Failure};
use clap::{Args, Subcommand, ValueEnum};
use spielraum_server::admin::{self, Ask, Dismissal, Mode, ReportFilter, ShelfFilter, Table};
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
    /// Show the server's state and numbers
    Status,
    /// Find players by a part of their name
    Who {
        /// A part of a name, or a player's id
        name: String,
    },
    /// Ban an account and end its sessions
    Bar {
        /// The account's name or the player's id
        player: String,
    },
    /// Lift a ban
    Unbar {
        /// The account's name or the player's id
        player: String,
    },
    /// Replace a player's name by a guest's name, by which the account logs in from now on
    RemoveName {
        /// The account's name or the player's id
        player: String,
    },
    /// Switch an account's two-factor codes off, for an owner without app and recovery codes
    ResetTwoFactor {
        /// The account's name or the player's id
        player: String,
    },
    /// Remove a definition of the workshop
    RemoveDefinition {
        /// The definition's id, such as w-230bp8kymywd3e6wfxf77jqr1n
        id: String,
        /// Also remove the games played with it
        #[arg(long)]
        with_games: bool,
    },
    /// List published games, the latest first
    Shelf {
        /// Only those waiting for a first player or your approval
        #[arg(long)]
        waiting: bool,
        /// Which page of 100
        #[arg(long, default_value_t = 1, value_name = "N")]
        page: u32,
    },
    /// Approve a published game before another player has played it
    Approve {
        /// The definition's id, such as w-230bp8kymywd3e6wfxf77jqr1n
        id: String,
    },
    /// Take a published game down: hide its title and stop new games; running games continue
    TakeDown {
        /// The definition's id, such as w-230bp8kymywd3e6wfxf77jqr1n
        id: String,
    },
    /// Restore a game that was taken down
    PutBack {
        /// The definition's id
        id: String,
    },
    /// List the tournaments that are not over
    Tournaments,
    /// Call a tournament off, or end it at once if it has begun; its running games continue
    CallOff {
        /// The tournament's id, the last part of its address
        tournament: String,
    },
    /// Delete a study with its chapters
    RemoveStudy {
        /// The study's id, the last part of its address
        study: String,
    },
    /// List reports, those by accounts first, the oldest first
    Reports {
        #[command(flatten)]
        filter: FilterArgs,
        /// Which page of 100
        #[arg(long, default_value_t = 1, value_name = "N")]
        page: u32,
    },
    /// Count reports for each reported player, the most reported first
    Reported {
        /// Which page of 100
        #[arg(long, default_value_t = 1, value_name = "N")]
        page: u32,
    },
    /// Dismiss reports by their ids, or all that match the options
    Dismiss {
        /// The reports' ids
        #[arg(required_unless_present_any = FilterArgs::NAMES, conflicts_with_all = FilterArgs::NAMES)]
        reports: Vec<String>,
        #[command(flatten)]
        filter: FilterArgs,
    },
    /// Set what the server accepts until it ends
    Mode {
        /// What it accepts
        mode: ModeWord,
    },
    /// List administrative actions, the latest first
    Audit,
}

/// Which reports are meant.
#[derive(Args)]
struct FilterArgs {
    /// Only reports of this player: the account's name or the player's id
    #[arg(long, value_name = "PLAYER")]
    of: Option<String>,
    /// Only reports by this player
    #[arg(long, value_name = "PLAYER")]
    by: Option<String>,
    /// Only reports by accounts, or only by guests
    #[arg(long, value_name = "WHO")]
    from: Option<ReporterWord>,
    /// Only reports of this game, or of this published definition
    #[arg(long, value_name = "ID")]
    game: Option<String>,
    /// Only reports with this reason
    #[arg(long, value_name = "REASON")]
    reason: Option<ReasonWord>,
}

impl FilterArgs {
    /// The names of these arguments.
    const NAMES: [&str; 5] = ["of", "by", "from", "game", "reason"];

    fn filter(self, page: u32) -> ReportFilter {
        let Self { of, by, from, game, reason } = self;
        let reason = reason.and_then(|word| Some(word.to_possible_value()?.get_name().to_owned()));
        let account = from.map(|word| matches!(word, ReporterWord::Accounts));
        ReportFilter { of, by, game, reason, account, page }
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum ReporterWord {
    Accounts,
    Guests,
}

#[derive(Clone, Copy, ValueEnum)]
enum ReasonWord {
    Name,
    Cheating,
    Other,
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
            Command::ResetTwoFactor { player } => Self::ResetTwoFactor(player),
            Command::RemoveDefinition { id, with_games } => Self::RemoveDefinition { id, with_games },
            Command::Shelf { waiting, page } => Self::Shelf(ShelfFilter { waiting, page }),
            Command::Approve { id } => Self::Approve(id),
            Command::TakeDown { id } => Self::TakeDown(id),
            Command::PutBack { id } => Self::PutBack(id),
            Command::Tournaments => Self::Tournaments,
            Command::CallOff { tournament } => Self::CallOff(tournament),
            Command::RemoveStudy { study } => Self::RemoveStudy(study),
            Command::Reports { filter, page } => Self::Reports(filter.filter(page)),
            Command::Reported { page } => Self::Reported { page },
            Command::Dismiss { reports, filter } if reports.is_empty() => {
                Self::Dismiss(Dismissal::All(filter.filter(1)))
            }
            Command::Dismiss { reports, .. } => Self::Dismiss(Dismissal::Ids(reports)),
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
