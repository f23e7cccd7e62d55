//! Pictures of chess games in space: the signs of the pieces, made from their moves, boards as SVG and PNG, and the
//! colours of both themes.

mod glyph;
mod path;
mod picture;
#[cfg(feature = "png")]
mod png;
#[cfg(feature = "sets")]
mod sets;
mod theme;

pub use glyph::{Glyph, Head, figure, glyph};
#[cfg(feature = "sets")]
pub use picture::{CARD, card};
pub use picture::{Caption, Style, View, diagram, picture, portrait};
#[cfg(feature = "png")]
pub use png::{MAX_PIXELS, PngError, png};
#[cfg(feature = "sets")]
pub use sets::Looks;
pub use theme::{Palette, Theme, style_sheet};
