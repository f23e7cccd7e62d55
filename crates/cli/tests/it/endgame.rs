//! Endgame tables.

use crate::spielraum;
use serde_json::Value;

fn endgame(folder: &tempfile::TempDir, args: &[&str]) -> crate::Run {
    let folder = folder.path().to_str().expect("a path");
    spielraum(&[&["endgame"], args, &["--dir", folder]].concat())
}

#[test]
fn a_table_is_made_counted_and_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let built = endgame(&folder, &["build", "chess", "KQ v K"]);
    assert_eq!(built.code, 0, "{}", built.stderr);
    assert!(built.stdout.contains("8 symmetries"), "{}", built.stdout);
    let again = endgame(&folder, &["build", "chess", "KQ v K"]);
    assert!(again.stdout.contains("there already"), "{}", again.stdout);

    let told = endgame(&folder, &["stats", "chess", "KQ v K", "--json"]).stdout;
    let told: Value = serde_json::from_str(&told).expect("one JSON object");
    // Counted with python-chess: every placement, `Board.is_valid`.
    assert_eq!(told["white_to_move"]["legal"], 144_508);
    assert_eq!(told["black_to_move"]["legal"], 223_944);
    assert_eq!(told["white_to_move"]["won"], 144_508);
    assert_eq!(told["white_to_move"]["longest_win"], 19);
    assert_eq!(told["white_to_move"]["longest_loss"], Value::Null);
    assert_eq!(told["black_to_move"]["longest_loss"], 20);

    let fen = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1";
    let probed = endgame(&folder, &["probe", "chess", "--fen", fen, "--json"]).stdout;
    let probed: Value = serde_json::from_str(&probed).expect("one JSON object");
    assert_eq!(probed["value"]["result"], "win");
    assert_eq!(probed["moves"].as_array().map(Vec::len), Some(22));

    let longest = endgame(&folder, &["longest", "chess", "KQ v K"]).stdout;
    let line = longest.lines().last().expect("a line");
    assert_eq!(line.split(' ').count(), 19, "{longest}");
}

#[test]
fn what_cannot_be_done_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    for (args, word) in [
        (&["stats", "chess", "KQ v K"][..], "endgame build"),
        (&["build", "chess", "KX v K"], "no piece `X`"),
        (&["build", "crazyhouse", "KQ v K"], "dropped"),
        (&["build", "chess", "K v K"], "draw"),
        (&["probe", "chess"], "no table"),
    ] {
        let run = endgame(&folder, args);
        assert_eq!(run.code, 2, "{args:?}: {}", run.stdout);
        assert!(run.stderr.contains(word), "{args:?}: {}", run.stderr);
        assert!(run.stdout.is_empty());
    }
}
