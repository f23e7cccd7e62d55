//! The engine for programs that speak UCI: lines in, lines out.

use spielraum_arcade::{Game, Source};
use spielraum_uci::{Host, Output, Server, Then};
use std::cell::RefCell;
use std::io::{self, Write};

/// The game of an engine that was not changed.
const FIRST_VARIANT: &str = "chess";

thread_local! {
    static SERVER: RefCell<Option<Server>> = const { RefCell::new(None) };
}

/// Obeys a line, and says each line of the answer as a JSON string; `false` after `quit`. A network's file that comes with
/// the line evaluates from then on. A server that can't begin says why.
pub(crate) fn obey(line: &str, network: &[u8], host: Host, say: fn(&str)) -> bool {
    SERVER.with_borrow_mut(|server| {
        let obeyed = begin(server, host, say).and_then(|server| {
            if !network.is_empty() {
                server.learn(network)?;
            }
            server.obey(line).map_err(|error| error.to_string())
        });
        match obeyed {
            Ok(then) => then == Then::GoOn,
            Err(error) => {
                let _ = Output::to(Lines::new(say)).inform(&format!("error: {error}"));
                true
            }
        }
    })
}

fn begin(server: &mut Option<Server>, host: Host, say: fn(&str)) -> Result<&mut Server, String> {
    if server.is_none() {
        let game = Game::load(Source::Builtin(FIRST_VARIANT), &[]).map_err(|report| report.to_string())?;
        *server = Some(Server::new(game, Box::new(|_| String::new()), Output::to(Lines::new(say)), host)?);
    }
    server.as_mut().ok_or_else(|| "the engine did not begin".to_owned())
}

/// Says each line of what is written, when all of it is there.
struct Lines {
    say: fn(&str),
    written: Vec<u8>,
}

impl Lines {
    fn new(say: fn(&str)) -> Self {
        Self { say, written: Vec::new() }
    }
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.written.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        for line in String::from_utf8_lossy(&std::mem::take(&mut self.written)).lines() {
            (self.say)(&serde_json::to_string(line)?);
        }
        Ok(())
    }
}
