//! Takes the definition files, perft tables and the engine's weights and networks of `games/` into the program.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    // `games` is a link in the repository and a folder in the published crate; not every file system has links.
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let games = ["games", "../../games"].map(|folder| here.join(folder)).into_iter().find(|folder| folder.is_dir());
    let games = games.ok_or_else(|| io::Error::other("the folder `games` is missing"))?.canonicalize()?;
    println!("cargo::rerun-if-changed={}", games.display());
    // In a browser nobody counts moves by a table, networks are loaded when they are needed, and every byte counts.
    let browser = env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm");
    let mut list = String::from("&[\n");
    for folder in ["", "lib/"] {
        let mut names: Vec<String> = fs::read_dir(games.join(folder))?
            .map(|entry| entry.map(|entry| entry.file_name().to_string_lossy().into_owned()))
            .collect::<io::Result<_>>()?;
        names.sort();
        for id in names.iter().filter_map(|name| name.strip_suffix(".kdl")) {
            let text = games.join(format!("{folder}{id}.kdl"));
            println!("cargo::rerun-if-changed={}", text.display());
            let beside = |extension: &str, include: &str| {
                let path = games.join(format!("{folder}{id}.{extension}"));
                if path.exists() {
                    format!("Some({include}!({:?}))", path.display().to_string())
                } else {
                    "None".into()
                }
            };
            let perft = if browser { "None".into() } else { beside("perft", "include_str") };
            let weights =
                if browser { without_comments(&games.join(folder), id)? } else { beside("weights", "include_str") };
            let network = if browser { "None".into() } else { beside("nnue", "include_bytes") };
            writeln!(
                list,
                "    Entry {{ name: {:?}, text: include_str!({:?}), perft: {perft}, weights: {weights}, \
                 network: {network} }},",
                format!("{folder}{id}"),
                text.display().to_string()
            )
            .map_err(io::Error::other)?;
        }
    }
    list.push(']');
    fs::write(Path::new(&env::var("OUT_DIR").map_err(io::Error::other)?).join("catalogue.rs"), list)
}

/// What includes a game's weights without the lines that show how they were learned.
fn without_comments(games: &Path, id: &str) -> io::Result<String> {
    let path = games.join(format!("{id}.weights"));
    if !path.exists() {
        return Ok("None".into());
    }
    let text = fs::read_to_string(path)?;
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    Ok(format!("Some({:?})", lines.join("\n")))
}
