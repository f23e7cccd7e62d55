//! Takes the definition files and perft tables of `games/` into the program.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let games =
        Path::new(&env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?).join("../../games").canonicalize()?;
    println!("cargo::rerun-if-changed={}", games.display());
    let mut list = String::from("&[\n");
    for folder in ["", "lib/"] {
        let mut names: Vec<String> = fs::read_dir(games.join(folder))?
            .map(|entry| entry.map(|entry| entry.file_name().to_string_lossy().into_owned()))
            .collect::<io::Result<_>>()?;
        names.sort();
        for id in names.iter().filter_map(|name| name.strip_suffix(".kdl")) {
            let text = games.join(format!("{folder}{id}.kdl"));
            let perft = games.join(format!("{folder}{id}.perft"));
            println!("cargo::rerun-if-changed={}", text.display());
            let perft = if perft.exists() {
                format!("Some(include_str!({:?}))", perft.display().to_string())
            } else {
                "None".into()
            };
            writeln!(
                list,
                "    Entry {{ name: {:?}, text: include_str!({:?}), perft: {perft} }},",
                format!("{folder}{id}"),
                text.display().to_string()
            )
            .map_err(io::Error::other)?;
        }
    }
    list.push(']');
    fs::write(Path::new(&env::var("OUT_DIR").map_err(io::Error::other)?).join("catalogue.rs"), list)
}
