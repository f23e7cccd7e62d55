//! Positions as text.

mod board;
mod columns;
mod hands;

pub use board::BoardView;
pub use columns::{in_columns, wrapped, wrapped_after};
pub use hands::{hand_line, hand_lines};

/// How many characters fit in a line: those of the terminal, else `COLUMNS`, else 80.
pub fn width() -> usize {
    let from_terminal = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let from_environment = || std::env::var("COLUMNS").ok()?.parse().ok();
    from_terminal().or_else(from_environment).unwrap_or(80).clamp(20, 400)
}

/// `word` or its plural with the count before it: `1 move`, `2 moves`.
pub fn counted(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}
