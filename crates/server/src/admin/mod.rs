//! The administrator's commands to a running server: a line of JSON by a socket in the folder of its data, which only
//! the server's user can reach, and a line of JSON back.

#[cfg(unix)]
mod ask;
#[cfg(unix)]
mod serve;

#[cfg(unix)]
pub use ask::ask;
#[cfg(unix)]
pub(crate) use serve::serve;

pub use crate::config::Mode;
pub use crate::domain::{ReportFilter, ShelfFilter};
use serde::{Deserialize, Serialize};

/// The socket in the folder of the data.
#[cfg(unix)]
const SOCKET: &str = "admin.sock";

/// The longest question and the longest answer in bytes.
#[cfg(unix)]
const LONGEST: u64 = 1 << 20;

/// What is asked. Players are given by the account's name or the player's id.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ask {
    /// How the server is, and how much there is.
    Status,
    /// Players whose name has this in it.
    Who(String),
    /// Bans an account and ends its sessions.
    Bar(String),
    /// Lets the account in again.
    Unbar(String),
    /// Calls a player by a guest's name.
    RemoveName(String),
    /// Has an account ask for no two-factor codes any more.
    ResetTwoFactor(String),
    /// Removes a definition of the workshop; games of it only if that is said.
    RemoveDefinition {
        /// The definition's id.
        id: String,
        /// Whether games of it go with it.
        with_games: bool,
    },
    /// What is published.
    Shelf(ShelfFilter),
    /// A published definition is listed though nobody has played it yet.
    Approve(String),
    /// A published definition is no longer shown, and can't be published again.
    TakeDown(String),
    /// A definition that was taken down is shown again.
    PutBack(String),
    /// Tournaments that are not over.
    Tournaments,
    /// A tournament is called off, or ends at once if it has begun; its games that go on are played to their ends.
    CallOff(String),
    /// A study is deleted with its chapters.
    RemoveStudy(String),
    /// What players have reported of others: those by accounts first, the oldest first.
    Reports(ReportFilter),
    /// Of whom how much is reported, those first of whom the most accounts do.
    Reported {
        /// Which page, from 1 on.
        page: u32,
    },
    /// Reports are dealt with, and are removed: one by its id, or all that a filter lets through.
    Dismiss(Dismissal),
    /// What is taken from now on.
    Mode(Mode),
    /// What the administrator has done, the latest first.
    Audit,
}

/// Reports that are dealt with.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dismissal {
    /// Those with these ids.
    Ids(Vec<String>),
    /// All that the filter lets through, whatever its page says.
    All(ReportFilter),
}

impl Ask {
    /// Whether it changes something, which is written down.
    fn is_deed(&self) -> bool {
        !matches!(
            self,
            Self::Status
                | Self::Who(_)
                | Self::Shelf(_)
                | Self::Tournaments
                | Self::Reports(_)
                | Self::Reported { .. }
                | Self::Audit
        )
    }
}

/// An answer: rows, each with a text for each column.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Table {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    #[cfg(unix)]
    fn new<const N: usize>(columns: [&str; N], rows: impl IntoIterator<Item = [String; N]>) -> Self {
        Self { columns: columns.map(str::to_owned).to_vec(), rows: rows.into_iter().map(Vec::from).collect() }
    }
}
