//! Files that are not what they should be, and texts that are no material.

use crate::{material, rules, tables};
use spielraum_endgames::{BuildOptions, EndgameError, Material, Tables, build};
use spielraum_testkit::rand::Rng;
use spielraum_testkit::{from_env, random};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

fn file_of(folder: &Path, stem: &str) -> PathBuf {
    folder.join(format!("{stem}.endgame"))
}

/// What reading all of a table gives.
fn read(folder: &Path) -> Result<(), EndgameError> {
    let rules = rules("minixiangqi");
    Tables::new(&rules, folder)?.statistics(&material(&rules, "KR v K")).map(|_| ())
}

#[test]
fn any_bit_that_is_flipped_is_noticed() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = rules("minixiangqi");
    let _ = tables(&rules, "KR v K", folder.path());
    let path = file_of(folder.path(), "KRvK");
    let sound = fs::read(&path).expect("the table");
    read(folder.path()).expect("a sound table");
    let mut random = random(7);
    let header: Vec<usize> = (0..sound.len().min(120)).collect();
    let elsewhere = (0..from_env("SPIELRAUM_FLIPS", 200)).map(|_| random.random_range(0..sound.len()));
    for byte in header.into_iter().chain(elsewhere.collect::<Vec<_>>()) {
        let mut damaged = sound.clone();
        damaged[byte] ^= 1 << random.random_range(0..8);
        fs::write(&path, &damaged).expect("a file");
        assert!(read(folder.path()).is_err(), "byte {byte} of {}", sound.len());
    }
}

#[test]
fn a_truncated_or_longer_file_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let _ = tables(&rules("minixiangqi"), "KR v K", folder.path());
    let path = file_of(folder.path(), "KRvK");
    let sound = fs::read(&path).expect("the table");
    for length in [0, 7, 40, 100, sound.len() / 2, sound.len() - 1] {
        fs::write(&path, &sound[..length]).expect("a file");
        assert!(matches!(read(folder.path()), Err(EndgameError::Damaged { .. })), "{length}");
    }
    fs::write(&path, [&sound[..], b"x"].concat()).expect("a file");
    assert!(matches!(read(folder.path()), Err(EndgameError::Damaged { .. })));
}

#[test]
fn a_table_of_other_rules_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let _ = tables(&rules("minixiangqi"), "KR v K", folder.path());
    let chess = rules("chess");
    let opened = Tables::new(&chess, folder.path()).expect("a folder").statistics(&material(&chess, "KR v K"));
    assert!(matches!(opened, Err(EndgameError::OtherRules(_))));
    let built = build(&chess, &material(&chess, "KR v K"), folder.path(), &BuildOptions::default(), &|_| {});
    assert!(matches!(built, Err(EndgameError::OtherRules(_))));
}

#[test]
fn a_table_of_other_material_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = rules("minixiangqi");
    let _ = tables(&rules, "KN v K", folder.path());
    fs::rename(file_of(folder.path(), "KNvK"), file_of(folder.path(), "KRvK")).expect("a rename");
    assert!(matches!(read(folder.path()), Err(EndgameError::Damaged { .. })));
}

#[test]
fn a_missing_table_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(matches!(read(folder.path()), Err(EndgameError::Missing(_))));
}

#[test]
fn unsound_material_is_refused() {
    let chess = rules("chess");
    for text in [
        "",
        "KQ",
        "KQ v",
        "v K",
        "KQ v KX",
        "Q v K",
        "KK v K",
        "KQ v kq",
        "KQQQQQQQQ v K",
        "🙂 v K",
        "KQ vv K",
        "K+Q v K",
    ] {
        assert!(matches!(Material::parse(&chess, text), Err(EndgameError::Material { .. })), "{text}");
    }
    let same = Material::parse(&chess, " QK v  K ").expect("material");
    assert_eq!(same.to_string(), "KQ v K");
}

#[test]
fn games_that_cannot_have_tables_say_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = BuildOptions::default();
    for (game, text, word) in [
        ("crazyhouse", "KQ v K", "hand"),
        ("3check", "KQ v K", "checks"),
        ("antichess", "KQ v K", "other moves"),
        ("racingkings", "KQ v K", "other moves"),
        ("misere", "KQ v K", "checkmate does not lose"),
        ("armageddon", "KQ v K", "a draw counts as a win"),
        ("nichtschach", "R v R", "family"),
        ("nacht-schach", "KP v K", "captured pieces"),
        ("chess", "K v K", "draw"),
    ] {
        let rules = rules(game);
        let told =
            build(&rules, &material(&rules, text), folder.path(), &options, &|_| {}).expect_err(game).to_string();
        assert!(told.contains(word), "{game}: {told}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0, "nothing is left behind");
}

/// The file that is written first leads to a device that is always full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_leaves_nothing_behind() {
    let rules = rules("minixiangqi");
    let material = material(&rules, "KR v K");
    for name in ["KRvK.endgame", "KRvK.part"] {
        let folder = tempfile::tempdir().expect("a folder");
        let first = folder.path().join(format!("{name}.{}.tmp", std::process::id()));
        std::os::unix::fs::symlink("/dev/full", first).expect("a link");
        let options = BuildOptions { checkpoint: Duration::ZERO, ..BuildOptions::default() };
        let told = build(&rules, &material, folder.path(), &options, &|_| {}).expect_err("no room");
        assert!(matches!(told, EndgameError::Io { verb: "write", .. }), "{told}");
        assert!(told.to_string().contains(name), "{told}");
        // What was kept before the disk was full is sound, and gone on from.
        let left: Vec<_> = fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.unwrap().path()).collect();
        assert!(left.iter().all(|path| path.extension().is_some_and(|ending| ending == "part")), "{left:?}");
        build(&rules, &material, folder.path(), &BuildOptions::default(), &|_| {}).expect("a table");
        read(folder.path()).expect("a sound table");
    }
}

#[test]
fn memory_is_bounded() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = rules("chess");
    let options = BuildOptions { memory_mb: 1, ..BuildOptions::default() };
    let told = build(&rules, &material(&rules, "KQ v KR"), folder.path(), &options, &|_| {});
    assert!(matches!(told, Err(EndgameError::Memory { .. })));
}

#[test]
fn an_interrupted_table_is_gone_on_with() {
    let (whole, broken) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let rules = rules("minixiangqi");
    let material = material(&rules, "KR v K");
    let options = BuildOptions { checkpoint: Duration::ZERO, ..BuildOptions::default() };
    build(&rules, &material, whole.path(), &options, &|_| {}).expect("a table");
    let kill = |progress: &spielraum_endgames::Progress<'_>| assert!(progress.ply != Some(4), "killed");
    let killed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        build(&rules, &material, broken.path(), &options, &kill)
    }));
    assert!(killed.is_err());
    assert!(broken.path().join("KRvK.part").exists() && !file_of(broken.path(), "KRvK").exists());
    let began_again = AtomicBool::new(false);
    let watch = |progress: &spielraum_endgames::Progress<'_>| {
        began_again.fetch_or(progress.ply == Some(1), Ordering::Relaxed);
    };
    build(&rules, &material, broken.path(), &options, &watch).expect("a table");
    assert!(!began_again.load(Ordering::Relaxed), "the plies before are not done again");
    let files = [&whole, &broken].map(|folder| fs::read(file_of(folder.path(), "KRvK")).expect("the table"));
    assert!(files[0] == files[1]);
    assert!(!broken.path().join("KRvK.part").exists());
}
