//! Endgame tables.

use crate::spielraum;
use crate::uci::Talk;
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

    let by_plies = told["white_to_move"]["wins_by_plies"].as_array().expect("counts");
    assert_eq!((by_plies.len(), by_plies.iter().filter_map(Value::as_u64).sum::<u64>()), (20, 144_508));
    // Mates in one, counted with python-chess.
    assert_eq!(by_plies[1], 2_448);
    let counted = endgame(&folder, &["stats", "chess", "KQ v K", "--plies"]).stdout;
    assert!(counted.contains("\n    1          2448             0"), "{counted}");

    let fen = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1";
    let lines = format!("{fen}\n\nnonsense\n4k3/8/8/8/8/8/8/KR6 w - - 0 1\n8/8/8/3k4/8/8/8/KQ6 b - - 0 1\n");
    let path = folder.path().to_str().expect("a path");
    let answered = crate::spielraum_with_input(&["endgame", "probe", "chess", "--stdin", "--dir", path], &lines).stdout;
    let answered: Vec<Value> = answered.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answered.len(), 5);
    assert_eq!((&answered[0]["value"]["result"], &answered[4]["value"]["result"]), (&"win".into(), &"loss".into()));
    assert!(answered[1..4].iter().all(|answer| answer["error"].is_string()), "{answered:?}");
    let probed = endgame(&folder, &["probe", "chess", "--fen", fen, "--json"]).stdout;
    let probed: Value = serde_json::from_str(&probed).expect("one JSON object");
    assert_eq!(probed["value"]["result"], "win");
    assert_eq!(probed["moves"].as_array().map(Vec::len), Some(22));

    let longest = endgame(&folder, &["longest", "chess", "KQ v K"]).stdout;
    let line = longest.lines().nth(2).expect("a line");
    assert_eq!(line.split(' ').count(), 19, "{longest}");
    let told = endgame(&folder, &["longest", "chess", "KQ v K", "--json"]).stdout;
    let told: Value = serde_json::from_str(&told).expect("one JSON object");
    let link = told["link"].as_str().expect("a link");
    assert!(link.starts_with("http://localhost:7640/analysis/chess?fen="), "{link}");
    assert!(link.ends_with(&format!("&moves={}", line.replace(' ', "%20"))) && longest.contains(link), "{link}");
}

#[test]
fn colours_the_other_way_round_are_the_same_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let built = endgame(&folder, &["build", "chess", "K v KQ"]);
    assert!(built.stdout.contains("KQvK.endgame") && built.stdout.contains("serves K v KQ"), "{}", built.stdout);
    let built = endgame(&folder, &["build", "chess", "K v KQ", "--json"]).stdout;
    let built: Value = serde_json::from_str(&built).expect("one JSON object");
    assert_eq!((&built["table"], &built["made"]), (&Value::from("KQ v K"), &Value::Array(Vec::new())));
    let [asked, other] = ["K v KQ", "KQ v K"].map(|material| {
        let told = endgame(&folder, &["stats", "chess", material, "--json"]).stdout;
        serde_json::from_str::<Value>(&told).expect("one JSON object")
    });
    assert_eq!(asked["white_to_move"], other["black_to_move"]);
    assert_eq!(asked["black_to_move"], other["white_to_move"]);
    assert_eq!(asked["black_to_move"]["longest_win"], 19);
    let longest = endgame(&folder, &["longest", "chess", "K v KQ", "--side", "black", "--json"]).stdout;
    let longest: Value = serde_json::from_str(&longest).expect("one JSON object");
    let fen = longest["fen"].as_str().expect("a FEN");
    assert!(fen.contains('q') && fen.contains(" b "), "{fen}");
    let probed = endgame(&folder, &["probe", "chess", "--fen", fen, "--json"]).stdout;
    let probed: Value = serde_json::from_str(&probed).expect("one JSON object");
    assert_eq!((&probed["value"]["result"], &probed["value"]["plies"]), (&Value::from("win"), &Value::from(19)));
    let zugzwangs = endgame(&folder, &["zugzwangs", "chess", "K v KQ"]);
    assert!(zugzwangs.code == 0 && zugzwangs.stdout.starts_with("K v KQ"), "{}", zugzwangs.stdout);
}

#[test]
fn sides_are_called_as_the_game_calls_them() {
    let folder = tempfile::tempdir().expect("a folder");
    endgame(&folder, &["build", "minixiangqi", "KR v K"]).well();
    let counted = endgame(&folder, &["stats", "minixiangqi", "KR v K"]).well().stdout;
    assert!(counted.contains("\nRed to move\n") && counted.contains("\nBlack to move\n"), "{counted}");
    let longest = endgame(&folder, &["longest", "minixiangqi", "KR v K"]).well().stdout;
    assert!(longest.starts_with("KR v K, Red to move: "), "{longest}");
    let listed = endgame(&folder, &["zugzwangs", "minixiangqi", "KR v K"]).well().stdout;
    assert!(listed.contains("\nRed to move draws, Black to move loses "), "{listed}");
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

#[test]
fn the_engine_uses_the_tables_of_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let of_game = folder.path().join("chess");
    std::fs::create_dir(&of_game).expect("a folder");
    // The folder is for several games.
    assert_eq!(endgame(&folder, &["build", "chess", "KQ v K"]).code, 0);
    assert!(of_game.join("KQvK.endgame").is_file());

    let path = folder.path().to_str().expect("a path");
    let mut talk = Talk::start(&[]);
    talk.refused("setoption name EndgamePath value /no/such/folder", "can't read `/no/such/folder`");
    talk.tell(&format!("setoption name EndgamePath value {path}"));
    // Mate in 10, the longest that there is.
    talk.tell("position fen 8/8/8/5k2/8/8/1Q6/K7 w - - 0 1");
    talk.say("go movetime 60000");
    let heard = talk.hear_until("bestmove ");
    let told = heard.iter().rev().find(|line| line.contains(" pv ")).expect("a line");
    assert!(told.contains(" score mate 10 ") && !told.contains(" tbhits 0 "), "{told}");
    assert_eq!(told.split(" pv ").nth(1).map(|line| line.split(' ').count()), Some(19), "{told}");
    talk.tell("position fen 8/8/8/5k2/8/8/1Q6/K7 w - - 90 100");
    talk.say("go depth 3");
    let heard = talk.hear_until("bestmove ").join("\n");
    assert!(heard.contains("White needs 19 plies to win; 10 are left until the draw"), "{heard}");
    assert!(!heard.contains(" mate "), "{heard}");
    let heard = talk.ask("setoption name UCI_Variant value raumschach");
    assert!(heard.iter().any(|line| line.contains("EndgamePath") && line.contains("no endgame tables")), "{heard:?}");
    talk.say("go depth 1");
    talk.hear_until("bestmove ");

    let analysed = crate::spielraum(&[
        "analyse",
        "chess",
        "--fen",
        "8/8/8/5k2/8/8/1Q6/K7 w - - 0 1",
        "--endgames",
        path,
        "--json",
    ]);
    let told = analysed.well().json().pop().expect("a line");
    assert_eq!((&told["score"]["win"], told["moves"].as_array().map(Vec::len)), (&Value::from(10), Some(19)), "{told}");
    let match_ = ["match", "chess", "--fen", "8/8/8/5k2/8/8/1Q6/K7 w - - 0 1", "--games", "2", "--openings", "0"];
    let option = format!("EndgamePath={path}");
    let players = ["--engine1", "engine", "--engine2", "random", "--option1", &option, "--limit", "nodes=100"];
    crate::spielraum(&[&match_[..], &players].concat()).well();
    let refused = crate::spielraum(&["analyse", "raumschach", "--endgames", path]);
    assert_eq!(refused.code, 2, "{}", refused.stdout);
    assert!(refused.stderr.contains("endgame tables"), "{}", refused.stderr);
}
