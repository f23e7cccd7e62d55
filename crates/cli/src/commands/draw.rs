//! `spielraum draw`: a position as a picture.

use crate::failure::{Answer, CommandResult, Failure};
use crate::game_args::{GameArgs, PositionArgs};
use clap::{Args, ValueEnum};
use spielraum_arcade::Game;
use spielraum_draw::{Style, Theme, View};
use spielraum_rules::spec::{PieceType, Spec};
use spielraum_rules::{Color, Position};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

/// The arguments of `draw`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/draw.txt"))]
pub struct DrawArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Moves made from the position, the last of which is shown
    #[arg(long, value_name = "MOVE", num_args = 1.., value_delimiter = ' ')]
    moves: Vec<String>,
    /// How the board is looked at
    #[arg(long, value_enum, default_value_t = ViewName::Slices)]
    view: ViewName,
    /// The colours
    #[arg(long, value_enum, default_value_t = ThemeName::Light)]
    theme: ThemeName,
    /// Cells that stand out, by name
    #[arg(long, value_name = "CELL", num_args = 1.., value_delimiter = ' ')]
    mark: Vec<String>,
    /// The side of a cell, in pixels
    #[arg(long, default_value_t = 48, value_parser = clap::value_parser!(u16).range(8..=200))]
    cell: u16,
    /// About how many times as wide as high the picture is
    #[arg(long, default_value_t = 1.5, value_parser = aspect)]
    aspect: f64,
    /// Leave out the names of levels, files and ranks
    #[arg(long)]
    no_labels: bool,
    /// Leave the ground transparent
    #[arg(long)]
    transparent: bool,
    /// Show the board from Black's side
    #[arg(long)]
    flip: bool,
    /// Show what this side sees, in a game in which something is hidden
    #[arg(long, value_enum, value_name = "SIDE")]
    seen_by: Option<SideName>,
    /// Draw nothing but the sign of this piece: its letter, lower case for Black's
    #[arg(long, value_name = "PIECE")]
    piece: Option<String>,
    /// The file to write, *.svg or *.png; without it SVG goes to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum ViewName {
    /// Every level from above, side by side
    Slices,
    /// All levels at their places in space
    Space,
    /// Levels as slabs with standing pieces, one above the other
    Stack,
}

#[derive(Clone, Copy, ValueEnum)]
enum SideName {
    White,
    Black,
}

#[derive(Clone, Copy, ValueEnum)]
enum ThemeName {
    Light,
    Dark,
}

impl DrawArgs {
    /// Draws the position.
    pub fn run(self) -> CommandResult {
        let game = self.game.load()?;
        let svg = match &self.piece {
            Some(piece) => self.portrait(game.rules().spec(), piece)?,
            None => {
                let mut position = self.position.position(game.rules())?;
                make_moves(&mut position, &self.moves)?;
                spielraum_draw::picture(&position, self.view(), &self.style(&game, &position)?)
            }
        };
        match &self.output {
            None if std::io::stdout().is_terminal() => {
                let advice = "name a file with `-o picture.svg` or `-o picture.png`, or redirect the output";
                return Err(Failure::input("a picture is no text for a terminal").with_help(advice));
            }
            None => std::io::stdout().write_all(svg.as_bytes())?,
            Some(path) => write(path, &svg)?,
        }
        Ok(Answer::Yes)
    }

    fn portrait(&self, spec: &Spec, piece: &str) -> CommandResult<String> {
        let symbols = || spec.pieces.iter().map(|piece| piece.symbol.to_string());
        let Some(index) = symbols().position(|symbol| symbol.eq_ignore_ascii_case(piece)) else {
            let known: Vec<String> = symbols().collect();
            let advice = format!("the game has {}", known.join(" "));
            return Err(Failure::input(format!("there is no piece `{piece}`")).with_help(advice));
        };
        let color = if piece.contains(|c: char| c.is_ascii_lowercase()) { Color::Black } else { Color::White };
        Ok(spielraum_draw::portrait(spec, PieceType(index as u8), color, self.theme(), self.cell))
    }

    fn theme(&self) -> Theme {
        match self.theme {
            ThemeName::Light => Theme::Light,
            ThemeName::Dark => Theme::Dark,
        }
    }

    fn view(&self) -> View {
        match self.view {
            ViewName::Slices => View::Slices,
            ViewName::Space => View::Space,
            ViewName::Stack => View::Stack,
        }
    }

    fn style(&self, game: &Game, position: &Position) -> CommandResult<Style> {
        let board = position.rules().board();
        let marked = self.mark.iter().map(|name| {
            let unknown = || Failure::input(format!("the board has no cell `{name}`"));
            board
                .find(name)
                .ok_or_else(|| unknown().with_help("`spielraum show GAME` shows the names of levels and files"))
        });
        Ok(Style {
            theme: self.theme(),
            cell: f64::from(self.cell),
            aspect: self.aspect,
            labels: !self.no_labels,
            ground: !self.transparent,
            turned: self.flip,
            seen_by: self.seen_by.map(|side| match side {
                SideName::White => Color::White,
                SideName::Black => Color::Black,
            }),
            marked: marked.collect::<CommandResult<_>>()?,
            plain: game.definition().is_tiled(),
            lines: game.definition().lines().to_vec(),
            inscription: game.definition().inscription().to_vec(),
            ..Style::default()
        })
    }
}

fn aspect(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(aspect) if (0.1..=10.0).contains(&aspect) => Ok(aspect),
        _ => Err("a number from 0.1 to 10 is wanted".into()),
    }
}

fn make_moves(position: &mut Position, moves: &[String]) -> CommandResult<()> {
    for text in moves.iter().filter(|text| !text.is_empty()) {
        let m = position.read_san(text).map_err(|error| {
            let after = position.ply();
            Failure::input(error)
                .with_help(format!("{after} moves were made; `spielraum legal` lists those that are possible then"))
        })?;
        position.make(m);
    }
    Ok(())
}

fn write(path: &Path, svg: &str) -> CommandResult<()> {
    let extension = path.extension().map(|extension| extension.to_ascii_lowercase());
    let bytes = match extension.as_ref().and_then(|extension| extension.to_str()) {
        Some("svg") => svg.as_bytes().to_vec(),
        Some("png") => spielraum_draw::png(svg, 1.0).map_err(Failure::input)?,
        _ => {
            let what = format!("`{}` does not say what kind of picture it is", path.display());
            return Err(Failure::input(what).with_help("let the name end in .svg or .png"));
        }
    };
    std::fs::write(path, bytes).map_err(|error| Failure::file("write", path.display(), &error))
}
