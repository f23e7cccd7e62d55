//! The program `spielraum`: chess variants in up to four dimensions, on the command line.
//!
//! One file per command under `commands`; the terminal game has a folder of its own, `play`.

#[macro_use]
mod output;

mod balance;
mod commands;
mod failure;
mod game_args;
mod interrupt;
mod lines;
mod log;
mod play;
mod progress;
mod view;

use clap::{CommandFactory, Parser, Subcommand};
use failure::CommandResult;
use std::io::IsTerminal;
use std::process::ExitCode;

/// Play, analyse, define and serve chess variants on boards of any shape
#[derive(Parser)]
#[command(name = "spielraum", version, max_term_width = 100, after_help = include_str!("../help/spielraum.txt"))]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

// It is made once: its size does not matter.
#[allow(clippy::large_enum_variant)]
#[derive(Subcommand)]
enum Command {
    /// List the games of the catalogue
    Games(commands::games::GamesArgs),
    /// Show a position of a game as text
    Show(commands::show::ShowArgs),
    /// Draw a position of a game as a picture
    Draw(commands::draw::DrawArgs),
    /// List the legal moves of positions as JSON, for other programs
    Legal(commands::legal::LegalArgs),
    /// Count the move sequences of a given length
    Perft(commands::perft::PerftArgs),
    /// Check definition files and report every fault
    Check(commands::check::CheckArgs),
    /// Report what is sound in definition files but surely not meant
    Lint(commands::lint::LintArgs),
    /// Explain the rules of a game in words
    Explain(commands::explain::ExplainArgs),
    /// Start the server: play in the browser against the engine, a friend, or on one device
    Serve(commands::serve::ServeArgs),
    /// Compile one definition for a server, with limits on memory and time
    #[command(name = spielraum_server::vetting::WORD, hide = true)]
    Vet,
    /// Search for servers that share a PostgreSQL database: moves of their games, and analyses
    Worker(commands::worker::WorkerArgs),
    /// Administer a running server: status, bans, reports, published games, draining
    #[cfg(unix)]
    Admin(commands::admin::AdminArgs),
    /// Copy a server's data while it runs
    Backup(commands::backup::BackupArgs),
    /// Restore data from a backup
    Restore(commands::restore::RestoreArgs),
    /// Check a server's data and replay every game
    Fsck(commands::fsck::FsckArgs),
    /// Export a server's data, or one player's, as lines of JSON
    Export(commands::export::ExportArgs),
    /// Import variants of Fairy-Stockfish, or a server's data from lines of JSON
    Import(commands::import::ImportArgs),
    /// Copy a server's data to PostgreSQL, or back
    Migrate(commands::migrate::MigrateArgs),
    /// Play a game in the terminal
    Play(play::PlayArgs),
    /// Analyse a position with the engine
    Analyse(commands::analyse::AnalyseArgs),
    /// Play many games between two players and report which is stronger
    Match(commands::matches::MatchCommand),
    /// Measure whether a game is fair, how long it takes and how it ends
    Balance(balance::BalanceArgs),
    /// Find positions with a forced win, and test the engine on them
    Tactics(commands::tactics::TacticsArgs),
    /// Build and query endgame tables
    Endgame(commands::endgame::EndgameArgs),
    /// Solve chess problems of any game: direct, self, help and series play, proof games
    Solve(commands::solve::SolveArgs),
    /// Find the moves that can have led to a position of any game, and what that proves
    Retro(commands::retro::RetroArgs),
    /// Solve all problems of a collection and report which are sound
    Collection(commands::collection::CollectionArgs),
    /// Compose chess problems of any game, or improve given ones
    Compose(commands::compose::ComposeArgs),
    /// Tune the hand-crafted evaluation of a game by self-play
    Tune(commands::tune::TuneArgs),
    /// Train a network for a game by self-play
    Learn(commands::learn::LearnArgs),
    /// Measure the engine on fixed positions
    Bench(commands::bench::BenchArgs),
    /// Run as an engine for programs that speak UCI
    Uci(commands::uci::UciArgs),
    /// Write man pages and shell completions, for packages
    #[command(hide = true)]
    Manual(commands::manual::ManualArgs),
}

impl Command {
    fn run(self) -> CommandResult {
        match self {
            Self::Games(args) => args.run(),
            Self::Show(args) => args.run(),
            Self::Draw(args) => args.run(),
            Self::Legal(args) => args.run(),
            Self::Perft(args) => args.run(),
            Self::Check(args) => args.run(),
            Self::Lint(args) => args.run(),
            Self::Explain(args) => args.run(),
            Self::Serve(args) => args.run(),
            Self::Vet => vet(),
            Self::Worker(args) => args.run(),
            #[cfg(unix)]
            Self::Admin(args) => args.run(),
            Self::Backup(args) => args.run(),
            Self::Restore(args) => args.run(),
            Self::Fsck(args) => args.run(),
            Self::Export(args) => args.run(),
            Self::Import(args) => args.run(),
            Self::Migrate(args) => args.run(),
            Self::Play(args) => args.run(),
            Self::Analyse(args) => args.run(),
            Self::Match(args) => args.run(),
            Self::Balance(args) => args.run(),
            Self::Tactics(args) => args.run(),
            Self::Endgame(args) => args.run(),
            Self::Solve(args) => args.run(),
            Self::Retro(args) => args.run(),
            Self::Collection(args) => args.run(),
            Self::Compose(args) => args.run(),
            Self::Tune(args) => args.run(),
            Self::Learn(args) => args.run(),
            Self::Bench(args) => args.run(),
            Self::Uci(args) => args.run(),
            Self::Manual(args) => args.run(Cli::command()),
        }
    }
}

fn vet() -> CommandResult {
    spielraum_server::vetting::serve(std::io::stdin().lock(), std::io::stdout().lock())?;
    Ok(failure::Answer::Yes)
}

fn main() -> ExitCode {
    if !std::io::stdout().is_terminal() {
        anstream::ColorChoice::Never.write_global();
    }
    match Cli::parse().command.run() {
        Ok(answer) => answer.into(),
        Err(failure) if failure.is_closed_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            failure.print();
            failure.exit_code()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Cli, CommandFactory};

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
