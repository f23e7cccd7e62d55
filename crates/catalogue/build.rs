//! Takes the definition files, perft tables and the engine's weights and networks of `games/` into the program.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// What several games share.
const SHARED: &str = "lib";

/// The folder in it of what changes the rules of any game.
const CONDITIONS: &str = "conditions";

fn main() -> io::Result<()> {
    // `games` is a link in the repository and a folder in the published crate; not every file system has links.
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let games = ["games", "../../games"].map(|folder| here.join(folder)).into_iter().find(|folder| folder.is_dir());
    let games = games.ok_or_else(|| io::Error::other("the folder `games` is missing"))?.canonicalize()?;
    println!("cargo::rerun-if-changed={}", games.display());
    let families = families(&games)?;
    let mut list = String::from("&[\n");
    let mut ids = Vec::new();
    for (folder, _) in &families {
        for id in definitions(&games.join(folder))? {
            list += &entry(&games.join(folder), &id, &id, folder)?;
            ids.push(id);
        }
    }
    for folder in [SHARED.to_owned(), format!("{SHARED}/{CONDITIONS}")] {
        for part in definitions(&games.join(&folder))? {
            list += &entry(&games.join(&folder), &part, &format!("{folder}/{part}"), "")?;
        }
    }
    list.push(']');
    let aliases = aliases(&games, &ids)?;
    ids.extend(aliases.iter().map(|(alias, _)| alias.clone()));
    ids.sort();
    if let Some(pair) = ids.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(io::Error::other(format!("two games are called `{}`", pair[0])));
    }
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    fs::write(out.join("catalogue.rs"), list)?;
    // Where `include_str!` finds it, wherever the games are.
    fs::copy(games.join("german.txt"), out.join("german.txt"))?;
    fs::write(out.join("families.rs"), format!("&{families:?}"))?;
    fs::write(out.join("aliases.rs"), format!("&{aliases:?}"))
}

/// The other names of games, and the games' ids, as `aliases.txt` has them.
fn aliases(games: &Path, ids: &[String]) -> io::Result<Vec<(String, String)>> {
    let path = games.join("aliases.txt");
    println!("cargo::rerun-if-changed={}", path.display());
    let text = fs::read_to_string(path)?;
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| match line.split_once(' ').map(|(alias, id)| (alias.to_owned(), id.trim().to_owned())) {
            Some((alias, id)) if ids.contains(&id) => Ok((alias, id)),
            _ => {
                Err(io::Error::other(format!("a line of aliases.txt is a name and a game's id, which `{line}` is not")))
            }
        })
        .collect()
}

/// The families in their order, folder and title, as `families.txt` has them: it has each folder, and each game is in one.
fn families(games: &Path) -> io::Result<Vec<(String, String)>> {
    let text = fs::read_to_string(games.join("families.txt"))?;
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let families: Vec<(String, String)> = lines
        .map(|line| line.split_once(' ').map(|(folder, title)| (folder.to_owned(), title.trim().to_owned())))
        .collect::<Option<_>>()
        .ok_or_else(|| io::Error::other("a line of families.txt is a folder and its title"))?;
    for entry in fs::read_dir(games)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && name != SHARED && !families.iter().any(|(folder, _)| *folder == name) {
            return Err(io::Error::other(format!("families.txt does not have the folder `{name}`")));
        }
        if path.extension().is_some_and(|extension| extension == "kdl") {
            return Err(io::Error::other(format!("`{name}` must be in the folder of a family")));
        }
    }
    Ok(families)
}

/// The names of the definitions in a folder, without `.kdl`.
fn definitions(folder: &Path) -> io::Result<Vec<String>> {
    let mut names: Vec<String> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.file_name().to_string_lossy().into_owned()))
        .collect::<io::Result<_>>()?;
    names.retain(|name| name.ends_with(".kdl"));
    names.sort();
    Ok(names.iter().filter_map(|name| name.strip_suffix(".kdl").map(str::to_owned)).collect())
}

/// The code of an entry of the catalogue.
fn entry(folder: &Path, id: &str, name: &str, family: &str) -> io::Result<String> {
    // In a browser nobody counts moves by a table, networks are loaded when they are needed, and every byte counts.
    let browser = env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm");
    let text = folder.join(format!("{id}.kdl"));
    println!("cargo::rerun-if-changed={}", text.display());
    let beside = |extension: &str, include: &str| {
        let path = folder.join(format!("{id}.{extension}"));
        if path.exists() { format!("Some({include}!({:?}))", path.display().to_string()) } else { "None".into() }
    };
    let perft = if browser { "None".into() } else { beside("perft", "include_str") };
    let weights = if browser { without_comments(folder, id)? } else { beside("weights", "include_str") };
    let network = if browser { "None".into() } else { beside("nnue", "include_bytes") };
    let mut code = String::new();
    writeln!(
        code,
        "    Entry {{ name: {name:?}, family: {family:?}, text: include_str!({:?}), perft: {perft}, weights: {weights}, \
         network: {network} }},",
        text.display().to_string()
    )
    .map_err(io::Error::other)?;
    Ok(code)
}

/// What includes a game's weights without the lines that show how they were learned.
fn without_comments(folder: &Path, id: &str) -> io::Result<String> {
    let path = folder.join(format!("{id}.weights"));
    if !path.exists() {
        return Ok("None".into());
    }
    let text = fs::read_to_string(path)?;
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    Ok(format!("Some({:?})", lines.join("\n")))
}
