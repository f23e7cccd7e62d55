//! `spielraum fsck`: whether a server's data are sound.

use super::serve::StoredArgs;
use crate::failure::{Answer, CommandResult, Failure};
use crate::progress::Progress;
use clap::Args;
use spielraum_server::Findings;

/// The arguments of `fsck`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/fsck.txt"))]
pub struct FsckArgs {
    #[command(flatten)]
    stored: StoredArgs,
}

impl FsckArgs {
    /// Checks everything, and reports what is wrong.
    pub fn run(self) -> CommandResult {
        let stored = self.stored.stored()?;
        let failed = |error| Failure::input(format!("can't check {stored}: {error}"));
        let vetter = Some(std::env::current_exe()?);
        let progress = Progress::open_ended();
        let found = spielraum_server::fsck(stored.clone(), vetter, |games| {
            progress.tell(&format!("{games} games looked at"));
        });
        progress.finish();
        let findings = found.map_err(failed)?;
        for fault in &findings.faults {
            outln!("{fault}");
        }
        let sound = findings.faults.is_empty();
        outln!("{}: {}", told(&findings), if sound { "sound" } else { "NOT SOUND" });
        Ok(if sound { Answer::Yes } else { Answer::No })
    }
}

/// What there is.
pub(super) fn told(findings: &Findings) -> String {
    let Findings { players, accounts, definitions, games, moves, .. } = findings;
    format!("{players} players, {accounts} accounts, {definitions} definitions, {games} games, {moves} moves")
}
