//! Games in the terminal, played by scripts.

use super::{scratch, spielraum, spielraum_with_input};

#[test]
fn programs_play_a_game_to_its_end_and_repeat_it() {
    let args = ["play", "chess", "--white", "greedy", "--black", "random", "--seed", "7"];
    let run = spielraum(&args).well();
    assert!(run.stdout.contains("The game is over. "), "{}", run.stdout);
    assert!(run.stdout.contains("\n1. "), "{}", run.stdout);
    assert_eq!(spielraum(&args).well().stdout, run.stdout);
    let other = spielraum(&["play", "chess", "--white", "greedy", "--black", "random", "--seed", "8"]).well();
    assert_ne!(other.stdout, run.stdout);
}

#[test]
fn programs_play_in_space() {
    let run =
        spielraum(&["play", "stockgi", "--white", "greedy", "--black", "greedy", "--seed", "1", "--max-plies", "40"]);
    let run = run.well();
    assert!(run.stdout.contains("Stopped unfinished") || run.stdout.contains("The game is over"), "{}", run.stdout);
    assert!(run.stdout.contains("\n20... "), "{}", run.stdout);
}

#[test]
fn two_people_play_to_mate() {
    let run = spielraum_with_input(&["play", "chess", "--black", "human"], "f2f3\ne7e5\ng2g4\nd8h4\nfen\n").well();
    assert!(run.stdout.contains("1. White (20 moves)> "), "{}", run.stdout);
    assert!(run.stdout.contains("Black wins: checkmate"), "{}", run.stdout);
    assert!(run.stdout.contains("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"), "{}", run.stdout);
    assert!(run.stdout.contains("Good-bye"), "the end of input is a polite end: {}", run.stdout);
}

#[test]
fn moves_are_typed_and_shown_in_san() {
    let script = "e4\ne5\nNe4\nNf3\nNb8c6\nBb5\na6\nBxc6\ndxc6\n0-0\nmoves O\nmoves Qx\nfen\n";
    let run = spielraum_with_input(&["play", "chess", "--black", "human"], script).well();
    assert!(run.stdout.contains("Ne4 is not legal here; no move leads to e4; `moves` lists"), "{}", run.stdout);
    assert!(run.stdout.contains("No legal move begins with `O`."), "{}", run.stdout);
    assert!(run.stdout.contains("r1bqkbnr/1pp2ppp/p1p5/4p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 5"), "{}", run.stdout);
    let programs = spielraum(&["play", "chess", "--white", "greedy", "--black", "greedy", "--seed", "5"]).well();
    assert!(programs.stdout.lines().any(|line| line.contains(". ") && line.contains('x')), "{}", programs.stdout);
    let space = spielraum_with_input(&["play", "raumschach", "--black", "human"], "PAb3\nfen\n").well();
    assert!(space.stdout.contains("5/5/1P3/P1PPP/RNKNR|") && space.stdout.contains(" b - - 0 1"), "{}", space.stdout);
}

#[test]
fn a_person_plays_a_program_with_undo_save_and_load() {
    let file = scratch("saved.game");
    let args = ["play", "chess", "--black", "random", "--seed", "3"];
    let script = format!("e2e4\nundo\nfen\nd2d4\nmoves c1\nhint\nsave {file}\nquit\n");
    let run = spielraum_with_input(&args, &script).well();
    assert!(run.stdout.contains("Black plays 1... "), "{}", run.stdout);
    assert!(run.stdout.contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), "{}", run.stdout);
    assert!(run.stdout.contains("Bd2  Be3  Bf4  Bg5  Bh6"), "{}", run.stdout);
    assert!(run.stdout.contains("Perhaps "), "{}", run.stdout);

    let saved = std::fs::read_to_string(&file).unwrap();
    assert!(saved.contains("game: chess\n") && saved.contains("result: unfinished\n"), "{saved}");
    assert!(saved.contains("\n1. d2d4 "), "{saved}");

    let again = spielraum_with_input(&["play", "--load", &file], "fen\nundo\nfen\nundo\n").well();
    assert!(
        again.stdout.contains(" w KQkq - ") && again.stdout.contains("There is nothing to take back"),
        "{}",
        again.stdout
    );
    let loaded_within = spielraum_with_input(&["play", "nichtschach"], &format!("load {file}\nfen\nquit\n")).well();
    assert!(loaded_within.stdout.contains("2. White ("), "{}", loaded_within.stdout);
}

#[test]
fn settings_and_start_are_saved() {
    let file = scratch("settings.game");
    let fen = "r1b1k2r/pppppppp/8/8/8/PPPPPPPP/R3K2R[] w KQkq - 0 4";
    let args = ["play", "nacht-schach", "--set", "castling=on", "--fen", fen, "--black", "human"];
    spielraum_with_input(&args, &format!("e1g1\nresign\nsave {file}\nquit\n")).well();
    let saved = std::fs::read_to_string(&file).unwrap();
    assert!(saved.contains("set: castling=on\n"), "{saved}");
    assert!(saved.contains(&format!("start: {fen}\n")), "{saved}");
    assert!(saved.contains("4. e1g1\n") && saved.contains("black resigns"), "{saved}");
    let again = spielraum_with_input(&["play", "--load", &file, "--black", "human"], "undo\n").well();
    assert!(again.stdout.contains("White wins: Black resigned"), "{}", again.stdout);
    assert!(again.stdout.contains("4... Black ("), "{}", again.stdout);
}

#[test]
fn faulty_saved_games_are_refused() {
    for (name, text, told) in [
        ("a", "game: chess\n\n1. e2e4 e7e4\n", "line 3: "),
        ("b", "game: cheese\n", "no game `cheese`"),
        ("c", "1. e2e4\n", "which game"),
        ("d", "game: chess\nplayer: me\n", "line 2: `player`"),
        ("e", "game: chess\nstart: nonsense\n", "line 2: "),
    ] {
        let file = scratch(&format!("faulty-{name}.game"));
        std::fs::write(&file, text).unwrap();
        let run = spielraum(&["play", "--load", &file]);
        assert_eq!(run.code, 2, "{name}: {}", run.stdout);
        assert!(run.stderr.contains(told), "{name}: {}", run.stderr);
    }
}

#[test]
fn other_files_are_not_overwritten() {
    let file = scratch("precious.txt");
    std::fs::write(&file, "precious").unwrap();
    let run = spielraum_with_input(&["play", "chess"], &format!("save {file}\nquit\n"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "precious");
    assert!(run.stderr.contains("not a saved game"), "{}", run.stderr);
}

#[test]
fn slips_are_answered() {
    let run = spielraum_with_input(&["play", "chess"], "e2e5\nudno\nsave\nmoves zz\nhelp\n").well();
    assert!(run.stdout.contains("`moves` lists the legal moves"), "{}", run.stdout);
    assert!(run.stdout.contains("did you mean the command `undo`?"), "{}", run.stdout);
    assert!(run.stdout.contains("needs the name of a file"), "{}", run.stdout);
    assert!(run.stdout.contains("No legal move begins with `zz`"), "{}", run.stdout);
    assert!(run.stdout.contains("take back to your last turn"), "{}", run.stdout);
}

#[test]
fn without_a_game_a_menu_asks() {
    let run = spielraum_with_input(&["play"], "0\nchess\nquit\n").well();
    assert!(run.stdout.contains("Which game"), "{}", run.stdout);
    assert!(run.stdout.contains("1. White (20 moves)> "), "{}", run.stdout);
    assert!(spielraum(&["play"]).well().stdout.contains("Which game"));
}
