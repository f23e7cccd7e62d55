//! The game at the terminal: people type moves and commands, programs answer.

use super::command::{Command, HELP};
use super::player::Players;
use super::record;
use super::session::Session;
use crate::commands::show;
use crate::failure::{Answer, CommandResult, Failure};
use crate::lines::read_answer;
use crate::view::{self, BoardView};
use spielraum_rules::View;
use std::io::{BufRead, IsTerminal, Write};
use std::path::Path;

/// Lets two programs play the game out, printing the moves.
pub fn watch(mut session: Session, mut players: Players, seed: u64, max_plies: usize) -> CommandResult {
    outln!("{} (seed {seed})", session.game.title());
    for _ in 0..max_plies {
        if session.ending().is_some() {
            break;
        }
        let Some(chosen) = players.choose(session.position())? else { break };
        outln!("{} {}", session.move_number(), session.position().san(chosen));
        session.make(chosen).map_err(Failure::input)?;
    }
    outln!("\n{}", BoardView::new(session.position(), view::width()));
    outln!("FEN: {}", session.position().fen());
    match session.ending() {
        Some(ending) => outln!("The game is over. {}.", session.said(ending)),
        None => outln!("Stopped unfinished after {}.", view::counted(max_plies, "ply").replace("plys", "plies")),
    }
    Ok(Answer::Yes)
}

/// Plays with one person or two.
pub fn sit_down(session: Session, players: Players, input: &mut impl BufRead) -> CommandResult {
    let mut terminal = Terminal { session, players };
    outln!("{}. Type a move, or `help`.", terminal.session.game.title());
    terminal.let_programs_play();
    terminal.draw();
    loop {
        terminal.prompt();
        std::io::stdout().flush()?;
        let Some(line) = read_answer(input)? else {
            outln!("\nGood-bye.");
            return Ok(Answer::Yes);
        };
        if !std::io::stdin().is_terminal() {
            outln!("{line}");
        }
        match Command::parse(&line) {
            Ok(Command::Quit) => return Ok(Answer::Yes),
            Ok(command) => terminal.obey(command),
            Err(advice) => outln!("{advice}"),
        }
    }
}

struct Terminal {
    session: Session,
    players: Players,
}

impl Terminal {
    fn obey(&mut self, command: Command) {
        match command {
            Command::Move(text) => self.play(&text),
            Command::Moves(prefix) => self.list_moves(&prefix),
            Command::Hint => self.hint(),
            Command::Board => self.draw(),
            Command::Pieces => outln!("{}", show::piece_legend(self.session.game.rules(), view::width())),
            Command::Explain => outln!("{}", self.session.game.definition().explain().trim_end()),
            Command::Undo => self.undo(),
            Command::Save(path) => self.save(&path),
            Command::Load(path) => self.load(&path),
            Command::Fen => {
                let view = self.view();
                outln!("{}", view.map_or_else(|| self.session.position().fen(), |view| view.fen()));
            }
            Command::Resign => self.resign(),
            Command::Help => outln!("{HELP}"),
            Command::Quit => {}
        }
    }

    fn prompt(&mut self) {
        if self.session.ending().is_some() {
            out!("(over: undo, save, load or quit)> ");
            return;
        }
        let side = self.session.called(self.session.position().side_to_move());
        let number = self.session.move_number();
        let moves = view::counted(self.session.position().legal_moves().len(), "move");
        let check = if self.session.position().in_check() { ", in check" } else { "" };
        out!("{number} {side} ({moves}{check})> ");
    }

    /// What the person sees of a game in which something is hidden and that goes on; of two people the one who is to move.
    fn view(&self) -> Option<View> {
        let position = self.session.position();
        if !position.rules().spec().hides() || self.session.ending().is_some() {
            return None;
        }
        let (side, seats) = (position.side_to_move(), self.players.seats());
        Some(position.seen_by(if seats.is_human(side) { side } else { !side }))
    }

    fn draw(&mut self) {
        let view = self.view();
        let last = self.session.last_move();
        let cells = last.into_iter().flat_map(|m| m.from().into_iter().chain([m.to()]));
        let cells: Vec<_> = cells.filter(|&cell| view.as_ref().is_none_or(|view| view.sees(cell))).collect();
        let board = BoardView::new(self.session.position(), view::width());
        outln!("\n{}", board.highlighting(&cells).seen(view.as_ref()));
        match &view {
            None => view::hand_lines(self.session.position()).iter().for_each(|line| outln!("{line}")),
            Some(view) => {
                view::hand_line(self.session.position(), view.side()).iter().for_each(|line| outln!("{line}"))
            }
        }
        self.tell_ending();
    }

    fn tell_ending(&self) {
        if let Some(ending) = self.session.ending() {
            outln!("The game is over. {}.", self.session.said(ending));
        }
    }

    fn play(&mut self, text: &str) {
        if let Some(ending) = self.session.ending() {
            outln!("The game is over. {}. `undo` takes back.", self.session.said(ending));
            return;
        }
        match self.session.position().read_san(text) {
            Ok(m) => match self.session.make(m) {
                Ok(()) if self.let_programs_play() => {}
                Ok(()) => self.draw(),
                Err(error) => outln!("{error}"),
            },
            Err(error) => match Command::like(text) {
                Some(word) => outln!("{error} (did you mean the command `{word}`?)"),
                None => outln!("{error}; `moves` lists the legal moves."),
            },
        }
    }

    /// Lets the programs make their moves until a person is to move or the game is over. Draws the
    /// board after each; says whether there was one.
    fn let_programs_play(&mut self) -> bool {
        let mut played = false;
        while self.session.ending().is_none() {
            let chosen = match self.players.choose(self.session.position()) {
                Ok(Some(chosen)) => chosen,
                Ok(None) => break,
                Err(failure) => {
                    tell(&failure);
                    break;
                }
            };
            let number = self.session.move_number();
            let side = self.session.called(self.session.position().side_to_move());
            match self.view() {
                None => outln!("{side} plays {number} {}", self.session.position().san(chosen)),
                Some(_) => outln!("{side} has moved."),
            }
            if let Err(error) = self.session.make(chosen) {
                outln!("{error}");
                break;
            }
            self.draw();
            played = true;
        }
        played
    }

    fn list_moves(&mut self, prefix: &str) {
        if self.session.ending().is_some() {
            outln!("The game is over.");
            return;
        }
        let position = self.session.position();
        let legal = position.legal_moves();
        let sans = position.sans(&legal).into_iter().zip(legal);
        let is_wanted = |(san, m): &(String, _)| san.starts_with(prefix) || position.move_text(*m).starts_with(prefix);
        let mut texts: Vec<String> = sans.filter(is_wanted).map(|(san, _)| san).collect();
        texts.sort_unstable();
        if texts.is_empty() {
            outln!("No legal move begins with `{prefix}`.");
        } else {
            outln!("{}", view::in_columns(&texts, view::width()));
        }
    }

    fn hint(&mut self) {
        if self.session.ending().is_some() {
            outln!("The game is over.");
            return;
        }
        match self.players.hint(self.session.position()) {
            Ok(Some(m)) => outln!("Perhaps {}.", self.session.position().san(m)),
            Ok(None) => outln!("There is no move."),
            Err(failure) => tell(&failure),
        }
    }

    fn undo(&mut self) {
        let side = self.session.position().side_to_move();
        let person = if self.players.seats().is_human(side) { side } else { !side };
        if self.session.take_back(person).is_err() {
            outln!("There is nothing to take back.");
            return;
        }
        // Where the game goes on with a program's move, it is made again.
        self.let_programs_play();
        self.draw();
    }

    fn resign(&mut self) {
        match self.session.resign(self.session.position().side_to_move()) {
            Ok(()) => self.tell_ending(),
            Err(error) => outln!("{error}."),
        }
    }

    fn save(&mut self, path: &Path) {
        match record::save(&self.session, path) {
            Ok(()) => outln!("Saved in `{}`.", path.display()),
            Err(failure) => tell(&failure),
        }
    }

    fn load(&mut self, path: &Path) {
        let game = record::load(path, self.players.seats().players())
            .and_then(|session| Ok((self.players.seats().clone().fill(&session.game)?, session)));
        match game {
            Ok((players, session)) => {
                (self.players, self.session) = (players, session);
                outln!("{}, {}.", self.session.game.title(), view::counted(self.session.plies(), "ply"));
                if !self.let_programs_play() {
                    self.draw();
                }
            }
            Err(failure) => tell(&failure),
        }
    }
}

/// Reports what went wrong without ending the game.
fn tell(failure: &Failure) {
    failure.print();
}
