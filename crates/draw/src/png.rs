//! SVG to PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

/// The greatest width and height of a PNG, in pixels.
pub const MAX_PIXELS: u32 = 16_384;

/// Why an SVG could not be made into a PNG.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PngError {
    /// The text is no SVG.
    #[error("this is not an SVG picture: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The picture would have no pixels or too many.
    #[error("a picture of {0} x {1} pixels can't be made: at least 1 and at most {MAX_PIXELS} each way")]
    Size(u32, u32),
    /// The pixels could not be written as PNG.
    #[error("the PNG could not be written: {0}")]
    Encoding(String),
}

/// The picture as PNG, `scale` times as large as the SVG says. Text in it is not drawn; pictures of this crate have
/// none.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    pixmap(svg, scale)?.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}

/// The picture's pixels.
pub(crate) fn pixmap(svg: &str, scale: f32) -> Result<Pixmap, PngError> {
    let tree = Tree::from_str(svg, &Options::default())?;
    let size = tree.size();
    let pixels = |length: f32| (length * scale).round().clamp(0.0, u32::MAX as f32) as u32;
    let (width, height) = (pixels(size.width()), pixels(size.height()));
    let fits = |length: u32| (1..=MAX_PIXELS).contains(&length);
    let pixmap = if fits(width) && fits(height) { Pixmap::new(width, height) } else { None };
    let mut pixmap = pixmap.ok_or(PngError::Size(width, height))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    Ok(pixmap)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_kept_in_bounds() {
        let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>"#;
        let bytes = png(svg, 2.0).unwrap();
        assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(bytes[16..24], [0, 0, 0, 80, 0, 0, 0, 40]);
        assert!(matches!(png(svg, 1e6), Err(PngError::Size(..))));
        assert!(matches!(png(svg, 0.0), Err(PngError::Size(0, 0))));
        assert!(matches!(png("<p>", 1.0), Err(PngError::Svg(_))));
    }
}
