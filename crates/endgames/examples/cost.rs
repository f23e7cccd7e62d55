//! Makes a table and reports what it cost: `cargo run --release -p spielraum-endgames --example cost raumschach "KQ v KR"`.

use spielraum_arcade::Game;
use spielraum_endgames::{BuildOptions, Material, Tables, build};
use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let (game, text) = (words.next().ok_or("which game?")?, words.next().ok_or("which material?")?);
    let threads = words.next().map_or(Ok(0), |threads| threads.parse())?;
    let game = Game::open(&game, &[])?;
    let material = Material::parse(game.rules(), &text)?;
    let folder = std::env::temp_dir().join(format!("spielraum-endgames-{}", std::process::id()));
    let options = BuildOptions { threads, ..BuildOptions::default() };
    let begun = Instant::now();
    let plies = std::sync::Mutex::new(Vec::new());
    let built = build(game.rules(), &material, &folder, &options, &|progress| {
        if let Ok(mut plies) = plies.lock() {
            plies.push((progress.material.to_string(), progress.ply, begun.elapsed().as_secs_f64()));
        }
    })?;
    let seconds = begun.elapsed().as_secs_f64();
    let statistics = Tables::new(game.rules(), &folder)?.statistics(&material)?;
    let bytes = std::fs::metadata(&built.path)?.len();
    println!(
        "{material}: {} positions in {seconds:.2} s, {} symmetries, {bytes} bytes",
        built.positions, built.symmetries
    );
    println!("{:.2} us a position", seconds * 1e6 / built.positions as f64);
    println!("{statistics:#?}");
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}
