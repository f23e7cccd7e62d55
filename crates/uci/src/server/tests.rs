//! Tests of what other programs can't bring about.

use super::*;
use spielraum_catalogue::Source;
use std::io::Write;
use std::sync::Mutex;
use std::time::Instant;

/// What the engine has said.
#[derive(Clone, Default)]
struct Said(Arc<Mutex<Vec<u8>>>);

impl Said {
    fn lines(&self) -> Vec<String> {
        let said = self.0.lock().unwrap();
        String::from_utf8_lossy(&said).lines().map(str::to_owned).collect()
    }
}

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A machine without endgame tables.
fn host(alone: bool) -> Host {
    Host { timer: None, seed: || 1, tables: |_, _| Err("there are none".to_owned()), alone }
}

#[test]
fn without_threads_and_files_a_go_is_complete_when_it_returns() {
    let said = Said::default();
    let game = Game::load(Source::Builtin("chess"), &[]).unwrap();
    let network = include_bytes!("../../../../games/chess/chess.nnue");
    let mut server = Server::new(game, Box::new(|_| String::new()), Output::to(said.clone()), host(true)).unwrap();
    let mut heard = 0;
    let mut answer = |server: &mut Server, line: &str| {
        server.obey(line).unwrap();
        let lines = said.lines().split_off(heard);
        heard += lines.len();
        lines
    };
    let declared = answer(&mut server, "uci").join("\n");
    assert!(declared.contains("option name Hash ") && declared.ends_with("uciok"), "{declared}");
    for option in ["Threads", "Ponder", "EvalFile", "EndgamePath", "Weights", "VariantPath"] {
        assert!(!declared.contains(&format!("option name {option} ")), "{declared}");
        let refused = answer(&mut server, &format!("setoption name {option} value 2"));
        assert!(refused[0].starts_with("info string error: there is no option"), "{refused:?}");
    }
    assert_eq!(server.learn(network), Ok(()));
    assert!(server.learn(&network[..1000]).is_err());
    answer(&mut server, "position startpos moves e2e4");
    for go in ["go nodes 500", "go depth 2", "go movetime 1"] {
        let lines = answer(&mut server, go);
        assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{go}: {lines:?}");
    }
    answer(&mut server, "setoption name UCI_Variant value raumschach");
    assert!(server.learn(network).is_err(), "a network of another game");
    let lines = answer(&mut server, "go nodes 100");
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
}

#[test]
fn a_search_that_panics_is_answered_and_so_is_the_next() {
    let said = Said::default();
    let game = Game::load(Source::Builtin("chess"), &[]).unwrap();
    let mut server = Server::new(game, Box::new(|_| String::new()), Output::to(said.clone()), host(false)).unwrap();
    server.mind = Mind::Thinking(Thinking::failing(server.output.clone(), Box::new(|| ())));
    server.obey("position startpos moves e2e4").unwrap();
    server.obey("go nodes 100").unwrap();
    let until = Instant::now() + Duration::from_secs(120);
    let answers = loop {
        server.obey("isready").unwrap();
        let answers: Vec<String> = said.lines().into_iter().filter(|line| line.starts_with("bestmove ")).collect();
        if answers.len() == 2 {
            break answers;
        }
        assert!(Instant::now() < until, "{:?}", said.lines());
        std::thread::sleep(Duration::from_millis(5));
    };
    assert_eq!(answers[0], "bestmove 0000");
    let chosen = answers[1].split(' ').nth(1).unwrap();
    assert!(parse_move(&server.position, chosen).is_ok(), "{answers:?}");
    assert!(said.lines().contains(&"info string error: the search failed".to_owned()));
}
