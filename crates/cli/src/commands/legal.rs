//! `spielraum legal`: the legal moves of positions, as JSON for other programs.

use crate::failure::{Answer, CommandResult};
use crate::game_args::{GameArgs, PositionArgs};
use crate::lines::read_line;
use clap::Args;
use serde::Serialize;
use spielraum_rules::{Color, LeftOut, Move, Position, Rules};
use std::io::{self, BufRead, Write};

/// The longest line that is read as a position.
const MAX_LINE_BYTES: usize = 1 << 16;

/// The arguments of `legal`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/legal.txt"))]
pub struct LegalArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Read positions from standard input, one FEN a line, and answer each with one line
    #[arg(long, conflicts_with = "fen")]
    stdin: bool,
    /// Write the moves in standard algebraic notation, too
    #[arg(long)]
    san: bool,
}

/// What is known of one position.
#[derive(Serialize)]
struct Legal {
    fen: String,
    moves: Vec<String>,
    /// The same moves in the same order.
    #[serde(skip_serializing_if = "Option::is_none")]
    san: Option<Vec<String>>,
    result: Option<&'static str>,
    reason: Option<String>,
    /// What the line says that can't be.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<String>,
}

/// Why a line is no position.
#[derive(Serialize)]
struct Refusal {
    error: String,
}

impl LegalArgs {
    /// Prints one JSON object for each position.
    pub fn run(self) -> CommandResult {
        let game = self.game.load()?;
        let mut out = io::stdout().lock();
        if self.stdin {
            answer_lines(game.rules(), &mut io::stdin().lock(), &mut out, |position, left_out| {
                Ok(Legal::of(position, self.san, left_out))
            })?;
            return Ok(Answer::Yes);
        }
        match self.position.position(game.rules()) {
            Ok(position) => write_line(&mut out, &Legal::of(&position, self.san, &[]))?,
            Err(failure) => {
                write_line(&mut out, &Refusal { error: failure.to_string() })?;
                return Err(failure);
            }
        }
        Ok(Answer::Yes)
    }
}

impl Legal {
    fn of(position: &Position, san: bool, left_out: &[LeftOut]) -> Self {
        let legal = position.legal_moves().into_iter();
        let mut texts: Vec<(String, Move)> = legal.map(|m| (position.move_text(m), m)).collect();
        texts.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let (moves, legal): (_, Vec<Move>) = texts.into_iter().unzip();
        let outcome = position.outcome_of_position();
        Self {
            fen: position.fen(),
            moves,
            san: san.then(|| position.sans(&legal)),
            result: outcome.as_ref().map(|outcome| outcome.winner.map_or("draw", Color::name)),
            reason: outcome.map(|outcome| outcome.reason.to_string()),
            left_out: left_out.iter().map(ToString::to_string).collect(),
        }
    }
}

/// Answers each line of the input, a FEN, with a line of JSON: what `answer` says of the position and of what was left out of
/// it, or `{"error": ...}`.
pub(super) fn answer_lines<T: Serialize>(
    rules: &Rules,
    input: &mut impl BufRead,
    out: &mut impl Write,
    answer: impl Fn(&Position, &[LeftOut]) -> Result<T, String>,
) -> CommandResult<()> {
    let mut line = Vec::new();
    while read_line(input, &mut line, MAX_LINE_BYTES)? {
        match understand(rules, &line).and_then(|(position, left_out)| answer(&position, &left_out)) {
            Ok(answer) => write_line(out, &answer)?,
            Err(error) => write_line(out, &Refusal { error })?,
        }
    }
    Ok(())
}

fn understand(rules: &Rules, line: &[u8]) -> Result<(Position, Vec<LeftOut>), String> {
    if line.len() > MAX_LINE_BYTES {
        return Err(format!("the line is longer than {MAX_LINE_BYTES} bytes"));
    }
    let text = std::str::from_utf8(line).map_err(|_| "the line is not UTF-8 text".to_owned())?.trim();
    if text.is_empty() {
        return Err("the line is empty; a position was expected".to_owned());
    }
    Position::read(rules, text).map_err(|error| error.to_string())
}

fn write_line(out: &mut impl Write, answer: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, answer)?;
    out.write_all(b"\n")?;
    out.flush()
}
