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
        ["Hash type spin", "Threads type spin", "MultiPV type spin", "Skill Level type spin default 10 min 1 max 10"]
    {
        assert!(heard.iter().any(|line| line.starts_with(&format!("option name {option}"))), "{option}");
    }
    assert!(heard.contains(&"option name nacht-schach.castling type combo default off var off var on".to_owned()));
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
        ("go depth", "number"),
        ("go depth -1", "from 1"),
        ("go nodes 1e6", "whole number"),
        ("go searchmoves", "needs moves"),
        ("go searchmoves e2e4", "no piece on e2"),
        ("ponderhit", "go ponder"),
        ("setoption", "name"),
        ("setoption name Hash value much", "number from 1"),
        ("setoption name Hash value 0", "number from 1"),
        ("setoption name Threads value 100000", "number from 1 to"),
        ("setoption name Skill Level value 11", "1 to 10"),
        ("setoption name Hesh value 3", "did you mean `Hash`?"),
        ("setoption name UCI_Variant value chss", "did you mean `chess`?"),
        ("setoption name nacht-schach.castling value maybe", "off, on"),
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
    talk.say("isready");
    talk.hear_until("readyok");
    for line in ["position startpos moves e2e4", "go depth 3", "setoption name Hash value 4", "ucinewgame"] {
        talk.say(line);
        talk.hear_until("info string error: the engine is thinking");
    }
    talk.say("stop");
    talk.hear_until("bestmove ");
    talk.tell("position startpos moves e2e4");
    assert_ne!(talk.best("go depth 2"), "(none)");
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
