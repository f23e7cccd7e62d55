//! Reading the numbers of a FEN.

use super::error::FenError;

/// Reads a number of decimal digits; a `-` stands for `missing`.
pub(super) fn parse_number(text: &str, missing: u32) -> Result<u32, FenError> {
    match text {
        "-" => Ok(missing),
        digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            digits.parse().map_err(|_| FenError::Number(text.into()))
        }
        _ => Err(FenError::Number(text.into())),
    }
}
