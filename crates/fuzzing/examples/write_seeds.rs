//! Writes the seeds where libFuzzer finds them: `cargo run -p spielraum-fuzzing --example write_seeds -- FOLDER`
//! makes `FOLDER/definition`, `FOLDER/fen`, `FOLDER/moves`, `FOLDER/problem` and `FOLDER/commands`.

use spielraum_fuzzing::seeds;
use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from).unwrap_or_else(|| "fuzz/corpus".into());
    let targets = [
        ("definition", seeds::definitions()),
        ("fen", seeds::fens()),
        ("moves", seeds::moves()),
        ("problem", seeds::problems()),
        ("commands", seeds::commands()),
    ];
    for (target, seeds) in targets {
        std::fs::create_dir_all(folder.join(target))?;
        for (number, seed) in seeds.iter().enumerate() {
            std::fs::write(folder.join(target).join(format!("seed-{number:03}")), seed)?;
        }
    }
    Ok(())
}
