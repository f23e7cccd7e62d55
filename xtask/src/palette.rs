//! The web client's colours are those of the pictures: `tokens.css` is written from the crate that draws.

use crate::files::read;
use std::path::Path;

const FILE: &str = "web/src/styles/tokens.css";

/// Writes the style sheet, or checks that it is as it would be written.
pub fn renew(root: &Path, only_check: bool) -> Result<String, String> {
    let path = root.join(FILE);
    let wanted = spielraum_draw::style_sheet();
    let same = read(&path).is_ok_and(|text| text == wanted);
    match (same, only_check) {
        (true, _) => Ok(format!("{FILE} has the colours of the pictures")),
        (false, true) => Err(format!("{FILE} has other colours than the pictures: run `cargo xtask palette`")),
        (false, false) => {
            std::fs::write(&path, wanted).map_err(|error| format!("can't write {FILE}: {error}"))?;
            Ok(format!("{FILE} renewed"))
        }
    }
}
