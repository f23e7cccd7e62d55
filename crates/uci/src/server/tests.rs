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

#[test]
fn a_search_that_panics_is_answered_and_so_is_the_next() {
    let said = Said::default();
    let game = Game::load(Source::Builtin("chess"), &[]).unwrap();
    let mut server = Server::new(game, Box::new(|_| String::new()), Output::to(said.clone())).unwrap();
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
