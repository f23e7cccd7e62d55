//! Bytes as text.

const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Bytes in base 32 (Crockford's digits), five bits a digit, the rest filled with zeros.
pub fn base32(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(5) * 8);
    let (mut bits, mut held) = (0u32, 0u32);
    for &byte in bytes {
        bits = bits << 8 | u32::from(byte);
        held += 8;
        while held >= 5 {
            held -= 5;
            text.push(char::from(DIGITS[(bits >> held & 31) as usize]));
        }
        bits &= (1 << held) - 1;
    }
    if held > 0 {
        text.push(char::from(DIGITS[(bits << (5 - held) & 31) as usize]));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base32_is_that_of_crockford() {
        assert_eq!(base32(b"foobar"), "csqpyrk1e8");
        assert_eq!(base32(&[0xFF; 5]), "zzzzzzzz");
        assert_eq!(base32(b""), "");
    }
}
