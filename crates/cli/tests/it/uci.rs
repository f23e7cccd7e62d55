//! The engine as other programs talk to it.

use super::{scratch, spielraum, spielraum_with_input};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Long enough for any machine; a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(120);

/// A conversation with the engine.
pub(super) struct Talk {
    child: Child,
    /// `None` when nothing more will be said.
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Talk {
    pub(super) fn start(args: &[&str]) -> Self {
        Self::with(Command::new(env!("CARGO_BIN_EXE_spielraum")).arg("uci").args(args))
    }

    /// A conversation with what this command starts.
    pub(super) fn with(command: &mut Command) -> Self {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("it has an output"));
        let (sender, lines) = channel();
        std::thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Self { child, input, lines }
    }

    pub(super) fn say(&mut self, line: &str) {
        self.say_bytes(format!("{line}\n").as_bytes());
    }

    pub(super) fn say_bytes(&mut self, bytes: &[u8]) {
        self.input.as_mut().expect("there is more to say").write_all(bytes).expect("it listens");
    }

    /// Says nothing more, and waits until the program has ended, which it must do without complaint. Gives what it said.
    pub(super) fn end(mut self) -> Vec<String> {
        self.input = None;
        let heard = self.hear_to_the_end();
        assert!(self.child.wait().expect("it ends").success(), "{heard:?}");
        heard
    }

    fn hear_to_the_end(&self) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => heard.push(line),
                Err(RecvTimeoutError::Disconnected) => return heard,
                Err(RecvTimeoutError::Timeout) => panic!("it does not end: {heard:?}"),
            }
        }
    }

    /// Reads until a line begins so; gives all lines read.
    pub(super) fn hear_until(&mut self, beginning: &str) -> Vec<String> {
        let mut heard: Vec<String> = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no `{beginning}` in {heard:?}"));
            heard.push(line);
            if heard.last().is_some_and(|line| line.starts_with(beginning)) {
                return heard;
            }
        }
    }

    /// Says a line and gives all that comes before the next `readyok`.
    pub(super) fn ask(&mut self, line: &str) -> Vec<String> {
        self.say(line);
        self.say("isready");
        let mut heard = self.hear_until("readyok");
        heard.pop();
        heard
    }

    /// Says a line that must be obeyed without a word.
    pub(super) fn tell(&mut self, line: &str) {
        assert_eq!(self.ask(line), [""; 0], "{line}");
    }

    /// Says a line that must be refused, and why.
    pub(super) fn refused(&mut self, line: &str, why: &str) {
        let heard = self.ask(line).join("\n");
        assert!(heard.starts_with("info string error: ") && heard.contains(why), "{line}: {heard}");
    }

    /// Says `go` and gives the move of the answer.
    pub(super) fn best(&mut self, go: &str) -> String {
        self.say(go);
        let answer = self.hear_until("bestmove ").pop().unwrap_or_default();
        answer.split(' ').nth(1).expect("there is a move").to_owned()
    }

    /// Says a faulty `go`, which must be reported and answered all the same. Gives the move.
    pub(super) fn faulty_go(&mut self, go: &str, why: &str) -> String {
        self.say(go);
        let mut heard = self.hear_until("bestmove ");
        let answer = heard.pop().unwrap_or_default();
        let told = heard.iter().any(|line| line.starts_with("info string error: ") && line.contains(why));
        assert!(told, "{go}: {heard:?}");
        answer.split(' ').nth(1).expect("there is a move").to_owned()
    }

    pub(super) fn fen(&mut self) -> String {
        let shown = self.ask("d");
        shown.iter().find_map(|line| line.strip_prefix("Fen: ")).expect("the position is shown").to_owned()
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        if let Some(input) = &mut self.input {
            let _ = writeln!(input, "quit");
        }
        let _ = self.child.wait();
    }
}

#[test]
fn it_introduces_itself_with_every_game() {
    let mut talk = Talk::start(&[]);
    talk.say("uci");
    let heard = talk.hear_until("uciok");
    assert!(heard[0].starts_with("id name Spielraum"), "{heard:?}");
    let variants =
        heard.iter().find(|line| line.starts_with("option name UCI_Variant type combo default chess")).unwrap();
    let listed = spielraum(&["games", "--json"]).well();
    for game in listed.json() {
        assert!(variants.contains(&format!(" var {}", game["id"].as_str().unwrap())), "{game}");
    }
    for option in
        ["Hash type spin", "Threads type spin", "MultiPV type spin", "Skill Level type spin default 20 min 1 max 20"]
    {
        assert!(heard.iter().any(|line| line.starts_with(&format!("option name {option}"))), "{option}");
    }
    assert!(heard.contains(&"option name nacht-schach.castling type combo default off var off var on".to_owned()));
    assert!(heard.contains(&"option name fischerandom.start type spin default 518 min 0 max 959".to_owned()));
}

#[test]
fn malformed_lines_change_nothing() {
    let mut talk = Talk::start(&[]);
    talk.tell("position startpos moves e2e4 c7c5");
    let fen = talk.fen();
    assert_eq!(fen, "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2");
    for (line, why) in [
        ("hello", "not a command"),
        ("position startpos moves e2e5", "not legal"),
        ("position startpos moves e2e4 0000", "0000"),
        ("position fen rubbish", ""),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "royal"),
        ("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e7e5", "white is to move"),
        ("position", "startpos"),
        ("ponderhit", "go ponder"),
        ("setoption", "name"),
        ("setoption name Hash value much", "number from 1"),
        ("setoption name Hash value 0", "number from 1"),
        ("setoption name Threads value 100000", "number from 1 to"),
        ("setoption name Skill Level value 21", "1 to 20"),
        ("setoption name Hesh value 3", "did you mean `Hash`?"),
        ("setoption name UCI_Variant value chss", "did you mean `chess`?"),
        ("setoption name nacht-schach.castling value maybe", "off or on"),
        ("setoption name VariantPath value /no/such/folder", "folder"),
        ("setoption name UCI_AnalyseMode value perhaps", "true"),
    ] {
        talk.refused(line, why);
        assert_eq!(talk.fen(), fen, "{line}");
    }
    let long = format!("position startpos moves {}", "e2e4 ".repeat(300_000));
    talk.refused(&long, "too long");
    talk.say_bytes(b"\xff\xfe position\n");
    talk.refused("\u{0}", "not a command");
    talk.tell("stop");
    talk.tell("");
    assert_eq!(talk.fen(), fen);
}

#[test]
fn what_is_asked_during_a_search_waits_for_its_end() {
    let mut talk = Talk::start(&[]);
    talk.say("go infinite");
    talk.hear_until("info depth 2");
    for line in ["position startpos moves e2e4", "setoption name MultiPV value 2", "ucinewgame", "go depth 3"] {
        talk.say(line);
    }
    talk.hear_until("info string the engine is thinking until `stop`");
    // This is answered at once, and the first search goes on.
    talk.say("isready");
    assert!(!talk.hear_until("readyok").iter().any(|line| line.starts_with("bestmove")));
    talk.say("stop");
    assert!(is_legal_after("", &talk.hear_until("bestmove ")));
    let heard = talk.hear_until("bestmove ");
    assert!(is_legal_after("e2e4", &heard), "{heard:?}");
    assert!(heard.iter().any(|line| line.contains("multipv 2 ")), "{heard:?}");
    assert!(talk.fen().starts_with("rnbqkbnr/pppppppp/8/8/4P3/"));
}

/// Whether the answer at the end of what was heard is a legal move of chess after these moves.
fn is_legal_after(moves: &str, heard: &[String]) -> bool {
    let mut position = spielraum_testkit::rules("chess").start();
    for text in moves.split_whitespace() {
        let m = position.parse_move(text).unwrap();
        position.make(m);
    }
    let answer = heard.last().and_then(|line| line.split(' ').nth(1)).unwrap_or_default();
    position.parse_move(answer).is_ok()
}

/// What a program sends while somebody steps through a game: `stop`, `position` and `go`, again and again, without waiting.
#[test]
fn nothing_that_is_sent_in_one_write_is_lost() {
    let moves =
        "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3 c6a5 b3c2 c7c5 d2d4 d8c7";
    let moves: Vec<&str> = moves.split(' ').collect();
    // Searches that are stopped, that end by themselves, and both.
    for (go, threads) in [("go infinite", 1), ("go nodes 2000", 2), ("go movetime 3", 1), ("go ponder movetime 1", 1)] {
        let mut talk = Talk::start(&[]);
        talk.tell(&format!("setoption name Threads value {threads}"));
        let played: Vec<String> = (0..200).map(|step| moves[..step % (moves.len() + 1)].join(" ")).collect();
        let mut dialogue = String::new();
        for moves in &played {
            dialogue += &format!("stop\nposition startpos moves {moves}\n{go}\n");
        }
        talk.say(&format!("{dialogue}stop"));
        for moves in &played {
            let heard = talk.hear_until("bestmove ");
            assert!(is_legal_after(moves, &heard), "{go} after {moves}: {heard:?}");
            assert!(!heard.iter().any(|line| line.contains("error")), "{heard:?}");
        }
        assert_eq!(talk.ask("stop"), [""; 0], "there is no answer too many");
    }
    // Without `stop` each search ends by itself.
    let mut talk = Talk::start(&[]);
    talk.say(&"position startpos\ngo nodes 500\nposition startpos moves d2d4\ngo depth 2\n".repeat(20));
    for _ in 0..20 {
        assert!(is_legal_after("", &talk.hear_until("bestmove ")));
        assert!(is_legal_after("d2d4", &talk.hear_until("bestmove ")));
    }
}

#[test]
fn too_many_commands_are_refused_until_there_is_room() {
    let mut talk = Talk::start(&[]);
    talk.say("go infinite");
    talk.say(&"position startpos moves e2e4\n".repeat(20_001));
    talk.hear_until("info string error: too many commands wait");
    // These are lost; each `go` is answered all the same.
    talk.say("position startpos moves d2d4\ngo depth 2\ngo depth 2");
    talk.say("stop");
    assert!(is_legal_after("", &talk.hear_until("bestmove ")));
    for _ in 0..2 {
        assert_eq!(talk.hear_until("bestmove ").last().map(String::as_str), Some("bestmove 0000"));
    }
    // There is no position to think about until one comes.
    assert_eq!(talk.best("go depth 2"), "0000");
    talk.say("position startpos moves e2e4");
    assert!(is_legal_after("e2e4", &{
        talk.say("go depth 2");
        talk.hear_until("bestmove ")
    }));
}

#[test]
fn a_go_is_answered_whatever_is_wrong() {
    let mut talk = Talk::start(&[]);
    for go in [
        "go wtime -250 btime -3 winc 0 binc 0",
        "go wtime -250 btime -3 winc -1 binc -1",
        "go movetime -5",
        "go wtime 0 btime 0 movestogo 0",
    ] {
        assert!(is_legal_after("", &[format!("bestmove {}", talk.best(go))]), "{go}");
    }
    for (go, why) in [
        ("go wtime -250 btime -3 winc 0 binc 0 movestogo -5", "`movestogo -5`"),
        ("go depth", "needs a number"),
        ("go depth -1", "from 1"),
        ("go depth 0", "from 1"),
        ("go nodes 1e6", "whole number"),
        ("go nodes 0", "from 1"),
        ("go movetime 10ms", "whole number"),
        ("go fast", "`fast` has no place in `go`"),
        ("go rtime 10 depth 2", "`rtime` has no place"),
        ("go movestogo 3 winc x", "`winc x`"),
        ("go depth 2 searchmoves", "names no legal move"),
        ("go depth 2 searchmoves e2e5", "e2e5 is not legal"),
        ("go depth 2 searchmoves e7e5 xyz", "names no legal move"),
    ] {
        assert!(is_legal_after("", &[format!("bestmove {}", talk.faulty_go(go, why))]), "{go}");
    }
    assert_eq!(talk.faulty_go("go searchmoves e2e5 a2a3 depth 2", "e2e5 is not legal"), "a2a3");
}

#[test]
fn no_position_is_searched_but_the_one_that_was_sent() {
    let mut talk = Talk::start(&[]);
    for position in [
        "position startpos moves e2e4 e2e4",
        "position startpos moves e2e5",
        "position fen rubbish",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position",
        &format!("position startpos moves {}", "e2e4 ".repeat(300_000)),
    ] {
        talk.tell("position startpos moves e2e4");
        talk.refused(position, "");
        assert_eq!(talk.faulty_go("go depth 2", "there is no position to think about"), "0000", "{position}");
        assert_eq!(talk.faulty_go("go infinite", "there is no position to think about"), "0000", "{position}");
        talk.tell("position startpos moves e2e4 e7e5");
        assert!(is_legal_after("e2e4 e7e5", &[format!("bestmove {}", talk.best("go depth 2"))]));
    }
    talk.refused("position startpos moves e2e5", "");
    talk.tell("setoption name UCI_Variant value minishogi");
    assert_ne!(talk.best("go depth 1"), "0000", "a game that is chosen begins at its start");
}

#[test]
fn positions_are_read_as_other_programs_send_them() {
    let mut talk = Talk::start(&["shogi"]);
    talk.tell("position fen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w - 1 moves c3c4 g7g6 b2h8+");
    let fen = talk.fen();
    assert!(fen.ends_with("[B] b - - 0 2"), "{fen}");
    talk.tell("position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves c3c4 g7g6 b2h8+");
    assert_eq!(talk.fen(), fen);
    talk.tell("setoption name UCI_Variant value chess");
    let heard = talk.ask("\u{feff}position fen 4k3/P7/8/8/8/8/8/4K3 w KQ - 0 1 moves a7a8Q");
    assert_eq!(heard.len(), 2, "{heard:?}");
    assert!(heard.iter().all(|line| line.starts_with("info string a castling right was left out: ")), "{heard:?}");
    assert_eq!(talk.fen(), "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1");
    talk.tell("position fen r3k2r/8/8/8/8/8/8/R3K2R_w_HAha_-_0_1 moves e1g1");
    // The castling moves are those of the order in which the pieces stand.
    talk.tell("setoption name UCI_Variant value fischerandom");
    talk.tell("position fen rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w CAca - 0 1 moves d1e3 d8e6 c2c3 c7c6");
    assert!(talk.fen().ends_with(" w KQkq - 0 3"), "{}", talk.fen());
    talk.tell("position fen bbqnnrkr/pppppppp/8/8/8/8/PPPPPP2/BBQNNRKR w KQkq - 0 1");
    assert!(talk.fen().ends_with(" w KQkq - 0 1"), "{}", talk.fen());
}

#[test]
fn strength_is_limited_by_elo() {
    let mut talk = Talk::start(&[]);
    let nodes = |talk: &mut Talk| -> u64 {
        talk.tell("ucinewgame");
        talk.say("go nodes 20000");
        let heard = talk.hear_until("bestmove ");
        let last = heard.iter().rev().find_map(|line| line.split_once(" nodes "));
        last.and_then(|(_, rest)| rest.split(' ').next()?.parse().ok()).expect("it reports how many positions it saw")
    };
    let full = nodes(&mut talk);
    talk.tell("setoption name UCI_Elo value 600");
    assert_eq!(nodes(&mut talk), full, "UCI_Elo counts with UCI_LimitStrength only");
    talk.tell("setoption name UCI_LimitStrength value true");
    let weak = nodes(&mut talk);
    assert!(weak * 10 < full, "{weak} of {full}");
    talk.tell("setoption name UCI_AnalyseMode value true");
    assert_eq!(nodes(&mut talk), full);
    talk.refused("setoption name UCI_Elo value 100", "number from 600 to");
}

#[test]
fn there_are_no_colours_in_a_pipe() {
    for variables in [&[][..], &[("NO_COLOR", "1")], &[("CLICOLOR_FORCE", "1")]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_spielraum"));
        let mut talk = Talk::with(command.arg("uci").envs(variables.iter().copied()));
        talk.say("d");
        let heard = talk.end().join("\n");
        assert!(heard.contains("Fen: ") && !heard.contains('\u{1b}'), "{variables:?}: {heard}");
    }
}

#[test]
fn limits_of_every_kind_end_a_search() {
    let mut talk = Talk::start(&[]);
    for go in [
        "go depth 2",
        "go nodes 500",
        "go nodes 1",
        "go movetime 30",
        "go movetime 0",
        "go wtime 0 btime 0",
        "go wtime -50 btime 100 winc 0 binc 0",
        "go wtime 500 btime 500 winc 10 binc 10 movestogo 1",
        "go btime 300",
        "go searchmoves a2a3 h2h4 depth 2",
        "go depth 99999999999999999999 nodes 100",
    ] {
        let best = talk.best(go);
        assert!(best.len() == 4, "{go}: {best}");
    }
    assert!(["a2a3", "h2h4"].contains(&talk.best("go searchmoves a2a3 h2h4 nodes 300").as_str()));
    talk.say("go wtime 99999999999999999999 btime 99999999999999999999");
    talk.say("stop");
    talk.hear_until("bestmove ");
}

#[test]
fn pondering_waits_for_the_hit() {
    let mut talk = Talk::start(&[]);
    talk.say("go ponder wtime 200 btime 200");
    talk.hear_until("info depth 2");
    // An answer would come before this one.
    assert!(!talk.ask("isready").iter().any(|line| line.starts_with("bestmove")));
    talk.say("ponderhit");
    talk.hear_until("bestmove ");
    talk.say("go ponder movetime 10");
    talk.say("stop");
    talk.hear_until("bestmove ");
}

#[test]
fn mates_are_found_and_told() {
    let mut talk = Talk::start(&[]);
    talk.tell("position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
    talk.say("go mate 1");
    let heard = talk.hear_until("bestmove d1d8");
    assert!(heard.iter().any(|line| line.contains(" score mate 1 ")), "{heard:?}");
    talk.tell("position fen 3R2k1/5ppp/8/8/8/8/8/K7 b - - 0 1");
    talk.say("go infinite");
    talk.say("stop");
    assert_eq!(talk.hear_until("bestmove").last().map(String::as_str), Some("bestmove (none)"));
}

#[test]
fn several_lines_are_told() {
    let mut talk = Talk::start(&[]);
    talk.tell("setoption name MultiPV value 3");
    talk.say("go depth 3");
    let heard = talk.hear_until("bestmove ");
    for number in 1..=3 {
        assert!(heard.iter().any(|line| line.contains("depth 3 ") && line.contains(&format!("multipv {number} "))));
    }
}

#[test]
fn moves_are_written_as_other_programs_write_them() {
    let mut talk = Talk::start(&[]);
    talk.tell("position fen 8/P3k3/8/8/8/8/8/K7 w - - 0 1 moves a7a8q");
    assert!(talk.fen().starts_with("Q7/"));
    talk.tell("position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!(talk.best("go searchmoves a7a8q depth 3"), "a7a8q");
    talk.tell("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1");
    talk.tell("setoption name UCI_Variant value crazyhouse");
    talk.tell("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[P] w KQkq - 0 1 moves P@e4");
    talk.tell("position fen 4k3/8/8/8/8/8/8/4K2Q~[-] w - - 0 1");
    assert_eq!(talk.best("go searchmoves e1e2 depth 1"), "e1e2");
}

#[test]
fn perft_is_counted_as_elsewhere() {
    let mut talk = Talk::start(&[]);
    talk.say("go perft 3");
    let heard = talk.hear_until("Nodes searched: 8902");
    assert_eq!(heard.iter().filter(|line| line.contains(": ")).count(), 21);
    assert!(heard.contains(&"e2e4: 600".to_owned()));
}

#[test]
fn every_game_is_played() {
    let mut talk = Talk::start(&[]);
    for game in spielraum(&["games", "--json"]).well().json() {
        let id = game["id"].as_str().unwrap();
        talk.tell(&format!("setoption name UCI_Variant value {id}"));
        talk.tell("ucinewgame");
        let first = talk.best("go nodes 300");
        talk.tell(&format!("position startpos moves {first}"));
        let second = talk.best("go depth 1");
        talk.tell(&format!("position startpos moves {first} {second}"));
    }
}

#[test]
fn options_of_games_are_chosen() {
    let mut talk = Talk::start(&["nacht-schach"]);
    let castle = "position fen r1b1k2r/pppppppp/8/8/8/PPPPPPPP/R3K2R[] w KQkq - 0 1 moves e1g1";
    talk.refused(castle, "");
    talk.tell("setoption name Nacht-Schach.castling value on");
    talk.tell(castle);
    talk.tell("setoption name UCI_Variant value chess");
    talk.tell("setoption name UCI_Variant value nacht-schach");
    talk.tell(castle);
}

#[test]
fn definition_files_are_added() {
    let folder = scratch("variants");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir(&folder).unwrap();
    let good = "title \"Four\"\nbased-on \"chess\"\noption \"quick\" default=#false description=\"a test\"\n";
    std::fs::write(format!("{folder}/four.kdl"), good).unwrap();
    std::fs::write(format!("{folder}/faulty.kdl"), "board files=").unwrap();
    std::fs::write(format!("{folder}/crazyhouse.kdl"), good).unwrap();
    let mut talk = Talk::start(&[]);
    let heard = talk.ask(&format!("setoption name VariantPath value {folder}"));
    assert_eq!(heard[0], "info string added four");
    assert!(heard.iter().any(|line| line.starts_with("option name UCI_Variant") && line.contains(" var four")));
    assert!(heard.contains(&"option name four.quick type combo default off var off var on".to_owned()), "{heard:?}");
    assert!(heard.iter().any(|line| line.contains("faulty.kdl: ")), "{heard:?}");
    assert!(
        heard.iter().any(|line| line.contains("crazyhouse.kdl: a game of the catalogue has this name")),
        "{heard:?}"
    );
    talk.tell("setoption name UCI_Variant value four");
    talk.tell("position startpos moves e2e4");
    drop(talk);
    let mut talk = Talk::start(&[&format!("{folder}/four.kdl")]);
    assert!(talk.best("go depth 1").len() == 4);
}

#[test]
fn the_same_search_gives_the_same_answer() {
    let search = |talk: &mut Talk| {
        talk.tell("ucinewgame");
        talk.tell("position startpos moves d2d4 d7d5 c2c4");
        talk.say("go depth 5");
        let heard = talk.hear_until("bestmove ");
        // Times differ.
        let without_time = |line: &String| {
            let words: Vec<&str> = line.split(' ').collect();
            let skip = |at: usize| ["nps", "time"].iter().any(|word| at > 0 && words[at - 1] == *word);
            words.iter().enumerate().filter(|(at, _)| !skip(*at)).map(|(_, w)| *w).collect::<Vec<_>>().join(" ")
        };
        heard.iter().map(without_time).collect::<Vec<_>>()
    };
    let mut talk = Talk::start(&[]);
    let first = search(&mut talk);
    assert_eq!(search(&mut talk), first);
    assert_eq!(search(&mut Talk::start(&[])), first);
}

#[test]
fn the_end_of_input_lets_a_search_end() {
    let run = spielraum_with_input(&["uci"], "position startpos\ngo depth 3\n").well();
    assert!(run.stdout.contains("bestmove "), "{}", run.stdout);
    let run = spielraum_with_input(&["uci"], "go infinite\n").well();
    assert!(run.stdout.contains("bestmove "), "{}", run.stdout);
    assert_eq!(spielraum_with_input(&["uci", "cheese"], "").code, 2);
}

#[test]
fn little_memory_is_enough_and_too_much_is_refused() {
    let mut talk = Talk::start(&[]);
    talk.tell("setoption name Hash value 1");
    assert!(talk.best("go depth 4").len() == 4);
    // A terabyte: more than any machine that runs this has.
    talk.refused("setoption name Hash value 1048576", "not enough memory");
    assert!(talk.best("go depth 2").len() == 4);
}
