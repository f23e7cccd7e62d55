//! What people read: tables, boards, errors and exit codes.

use super::{scratch, spielraum};
use std::path::{Path, PathBuf};

#[test]
fn every_command_teaches() {
    assert!(spielraum(&["--help"]).well().stdout.contains("Exit codes"));
    for command in ["games", "show", "legal", "perft", "check", "explain", "play"] {
        let help = spielraum(&[command, "--help"]).well().stdout;
        assert!(help.contains(&format!("spielraum {command}")), "{help}");
        assert!(help.contains("Examples:"), "{help}");
    }
}

#[test]
fn every_command_has_a_manual_page_and_is_completed() {
    let folder = scratch("manual");
    spielraum(&["manual", &folder]).well();
    let read = |file: &str| std::fs::read_to_string(format!("{folder}/{file}")).expect(file);
    let help = spielraum(&["--help"]).well().stdout;
    let list = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("a list of commands");
    let starts = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let commands: Vec<&str> = starts.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.len() > 20, "{commands:?}");
    let (bash, zsh, fish) =
        (read("completions/spielraum.bash"), read("completions/_spielraum"), read("completions/spielraum.fish"));
    for command in commands.into_iter().filter(|command| *command != "help") {
        let page = read(&format!("man1/spielraum-{command}.1"));
        assert!(page.contains("SYNOPSIS"), "{page}");
        for shell in [&bash, &zsh, &fish] {
            assert!(shell.contains(command), "{command}");
        }
    }
    assert!(read("man1/spielraum.1").contains("Exit codes"));
}

#[test]
fn an_unknown_game_is_answered_with_the_nearest() {
    let run = spielraum(&["show", "steroe-chess"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("there is no game `steroe-chess`"), "{}", run.stderr);
    assert!(run.stderr.contains("`stereo-chess`"), "{}", run.stderr);
}

#[test]
fn wrong_usage_is_told() {
    for args in [
        &["perft", "chess"][..],
        &["perft", "chess", "--depth", "x"],
        &["perft", "chess", "--depth", "2", "--threads", "0"],
        &["legal", "chess", "--set", "castling"],
        &["legal", "chess", "--set", "no-such-option=on"],
        &["nothing"],
        &["show", "./no-such-file.kdl"],
        &["perft", "chess", "--depth", "1", "--moves", "e2e5"],
    ] {
        let run = spielraum(args);
        assert_eq!(run.code, 2, "{args:?}");
        assert!(run.stdout.is_empty() && !run.stderr.is_empty(), "{args:?}: {}{}", run.stdout, run.stderr);
    }
}

#[test]
fn the_table_has_a_line_for_each_game() {
    let all = spielraum(&["games"]).well().stdout;
    assert!(all.contains("raumschach") && all.contains("5x5x5"), "{all}");
    let some = spielraum(&["games", "stereo"]).well().stdout;
    assert!(some.contains("stereo-chess") && !some.contains("raumschach"));
    // Each family stands below its title, once; one alone needs none.
    for (folder, title) in spielraum_catalogue::families() {
        assert_eq!(all.lines().filter(|line| *line == title).count(), 1, "{folder}: {all}");
        assert!(!some.lines().any(|line| line == title), "{some}");
    }
    assert!(all.lines().all(|line| line.chars().count() <= 100), "{all}");
}

#[test]
fn a_board_of_levels_is_drawn_side_by_side() {
    let shown = spielraum(&["show", "stereo-chess"]).well().stdout;
    let board: Vec<&str> = shown.lines().skip(2).take(10).collect();
    assert_eq!(board[0], "8 r n b q k b n r");
    assert_eq!(board[1], "7 p p p p p p p p     A           B           C           D");
    assert_eq!(board[2], "6 . . . . . . . .   6 . . . .   6 . . . .   6 . . . .   6 . . . .");
    assert_eq!(board[6], "2 P P P P P P P P     c d e f     c d e f     c d e f     c d e f");
    assert_eq!(board[8], "  a b c d e f g h");
    assert!(shown.contains("White to move, 20 legal moves."), "{shown}");
    assert!(shown.contains("FEN: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR|4/4/4/4|"), "{shown}");
    assert!(!shown.contains('\u{1b}'), "no colours where there is no terminal");
}

#[test]
fn sides_are_called_as_the_game_calls_them() {
    let shown = spielraum(&["show", "xiangqi"]).well().stdout;
    assert!(shown.contains("Red to move, 44 legal moves."), "{shown}");
    let mated = spielraum(&["show", "xiangqi", "--fen", "R3k4/1R7/9/9/9/9/9/9/9/3K5 b - - 0 1"]).well().stdout;
    assert!(mated.contains("The game is over. Red wins: "), "{mated}");
    let explained = spielraum(&["explain", "janggi"]).well().stdout;
    assert!(explained.contains("Red gets an extra 1.5 points."), "{explained}");
}

#[test]
fn hands_are_shown() {
    let fen = "4k3/8/8/8/8/8/8/4K3[QQRn] w - - 0 1";
    let shown = spielraum(&["show", "crazyhouse", "--fen", fen]).well().stdout;
    assert!(shown.contains("White (in hand): 2Q R"), "{shown}");
    assert!(shown.contains("Black (in hand): N"), "{shown}");
}

#[test]
fn a_faulty_definition_fails_the_check() {
    let path = scratch("faulty.kdl");
    std::fs::write(&path, "titel \"A slip\"\nboard files=0\nnonsense\n").unwrap();
    let run = spielraum(&["check", &path]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stdout.contains("faults"), "{}", run.stdout);
    assert!(run.stderr.contains("titel") && run.stderr.contains("nonsense"), "all faults: {}", run.stderr);
    assert!(run.stderr.contains("title"), "the nearest word: {}", run.stderr);
    assert_eq!(spielraum(&["show", &path]).code, 2);
    assert_eq!(spielraum(&["check", "no-such-file.kdl"]).code, 1);
}

#[test]
fn a_file_is_a_game() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/chess/chess.kdl");
    assert_eq!(spielraum(&["check", path]).code, 0);
    assert_eq!(spielraum(&["perft", path, "--depth", "2"]).well().stdout, "nodes 400\n");
}

#[test]
fn every_definition_of_the_repository_is_sound() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let entries =
        |folder: &Path| std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<PathBuf>>();
    // What games share is no game.
    let families = entries(Path::new(folder)).into_iter().filter(|path| path.is_dir() && !path.ends_with("lib"));
    let files: Vec<String> = families
        .flat_map(|family| entries(&family))
        .filter(|path| path.extension().is_some_and(|e| e == "kdl"))
        .map(|path| path.display().to_string())
        .collect();
    assert!(files.len() > 80, "{}", files.len());
    let args: Vec<&str> = std::iter::once("check").chain(files.iter().map(String::as_str)).collect();
    let run = spielraum(&args).well();
    assert_eq!(run.stdout.lines().filter(|line| line.contains(": sound; ")).count(), files.len());
}

#[test]
fn the_pieces_are_explained() {
    let text = spielraum(&["explain", "chess"]).well().stdout;
    assert!(text.contains("Knight"), "{text}");
    let german = spielraum(&["explain", "chess", "--language", "de"]).well().stdout;
    assert!(german.contains("N Springer"), "{german}");
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_is_full_or_closed_is_no_panic() {
    for args in [
        &["games"][..],
        &["show", "chess"],
        &["legal", "chess"],
        &["perft", "chess", "--depth", "1"],
        &["explain", "chess"],
        &["draw", "chess"],
        &["analyse", "chess", "--depth", "1"],
        &["analyse", "chess", "--depth", "1", "--json"],
        &["play", "chess"],
        &["bench", "--help"],
    ] {
        let run = |stdout: std::process::Stdio| {
            let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_spielraum"));
            let output = command.args(args).stdin(std::process::Stdio::null()).stdout(stdout).output().unwrap();
            (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
        };
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let (code, told) = run(full.into());
        assert!(!told.contains("panicked") && code.is_some_and(|code| code < 3), "{args:?}: {code:?} {told}");
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let (code, told) = run(writer.into());
        assert!(!told.contains("panicked") && code == Some(0), "{args:?}: {code:?} {told}");
    }
}

#[test]
fn variants_are_imported_and_what_is_lost_is_named() {
    let folder = scratch("variants");
    std::fs::create_dir_all(&folder).unwrap();
    let ini = format!("{folder}/mine.ini");
    std::fs::write(&ini, "[knights:chess]\nking = k:KN\n\n[walls:chess]\nwallingRule = edge\n").unwrap();
    let list = spielraum(&["import", &ini]);
    assert_eq!(list.code, 1);
    assert!(list.stdout.contains("knights") && list.stdout.contains("without 1 key"), "{}", list.stdout);
    assert!(list.stderr.contains("mine.ini:5: [walls] wallingRule = edge: "), "{}", list.stderr);
    assert!(list.stderr.contains("1 of 2 variants were carried over whole"), "{}", list.stderr);
    let one = spielraum(&["import", &ini, "knights"]).well().stdout;
    assert!(one.contains("piece \"K\" \"King\" royal=#true betza=\"KN\""), "{one}");
    let out = format!("{folder}/games");
    assert_eq!(spielraum(&["import", &ini, "--out", &out]).code, 1);
    assert!(spielraum(&["check", &format!("{out}/knights.kdl")]).well().stdout.contains("22 first moves"));
    let near = spielraum(&["import", &ini, "knigths"]);
    assert_eq!(near.code, 2);
    assert!(near.stderr.contains("did you mean `knights`?"), "{}", near.stderr);
    let export = spielraum(&["import", "games.jsonl", "name"]);
    assert_eq!(export.code, 2);
    assert!(export.stderr.contains("ends in .ini"), "{}", export.stderr);
}

#[test]
fn lint_reports_what_is_surely_not_meant() {
    let folder = scratch("lint");
    std::fs::create_dir_all(&folder).unwrap();
    let (clean, odd) = (format!("{folder}/clean.kdl"), format!("{folder}/odd.kdl"));
    std::fs::write(&clean, "title \"Clean\"\nbased-on \"chess\"\n").unwrap();
    std::fs::write(&odd, "title \"Odd\"\nbased-on \"chess\"\nregion \"hill\" cells=\"d4-e5\"\n").unwrap();
    assert!(spielraum(&["lint", &clean]).well().stdout.contains("no warnings"));
    let run = spielraum(&["lint", &clean, &odd]);
    assert_eq!(run.code, 1);
    assert!(run.stdout.contains("odd.kdl: 1 warning"), "{}", run.stdout);
    assert!(run.stderr.contains("nothing uses the region `hill`"), "{}", run.stderr);
}
