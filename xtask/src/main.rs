//! Chores of the repository that are not shipped: `cargo xtask <chore>`.

mod api;
mod arrows;
mod circles;
mod files;
mod imports;
mod links;
mod modules;
mod names;
mod palette;
mod pictures;
mod readme;
mod rulings;
mod words;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask api [--check]     renew the page of the HTTP API, or check that it has every request of openapi.json
cargo xtask arrows            check that crates and the server's parts use each other only as ARCHITECTURE.md allows
cargo xtask circles           check that no files of a crate import each other in a circle
cargo xtask links             check that links of the documentation lead to files and headings that are there
cargo xtask names             check that no game's, army's or piece's name occurs in Rust code outside tests
cargo xtask palette [--check] renew the web client's colours, or check that they are those of the pictures
cargo xtask pictures [--check] draw the pictures of the documentation, or check that they are as they would be drawn
cargo xtask readme [--check]  renew what the commands in README.md and docs/tour.md print, or check that it is up to date
cargo xtask rulings           check that every decision about the rules that is cited is in docs/rulings.md
cargo xtask words             check that pages, interface, messages and comments use no phrase that docs/glossary.md refuses";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        ["api"] => api::renew(&root(), false),
        ["api", "--check"] => api::renew(&root(), true),
        ["arrows"] => arrows::check(&root()).and_then(|said| Ok(format!("{said}\n{}", modules::check(&root())?))),
        ["circles"] => circles::check(&root()),
        ["links"] => links::check(&root()),
        ["names"] => names::check(&root()),
        ["palette"] => palette::renew(&root(), false),
        ["palette", "--check"] => palette::renew(&root(), true),
        ["pictures"] => pictures::renew(&root(), false),
        ["pictures", "--check"] => pictures::renew(&root(), true),
        ["readme"] => readme::renew(&root(), false),
        ["readme", "--check"] => readme::renew(&root(), true),
        ["rulings"] => rulings::check(&root()),
        ["words"] => words::check(&root()),
        _ => Err(USAGE.to_owned()),
    };
    match outcome {
        Ok(said) => {
            println!("{said}");
            ExitCode::SUCCESS
        }
        Err(faults) => {
            eprintln!("{faults}");
            ExitCode::FAILURE
        }
    }
}

/// The repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_owned).unwrap_or_default()
}
