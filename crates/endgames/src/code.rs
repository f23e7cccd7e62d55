//! A value in one byte.

use crate::value::Value;

/// How the values of a table are written in bytes.
///
/// Where every loss is an even number of plies from the end and every win an odd one, the distance says which it is.
/// Where a side can have won when it is to move, wins have numbers of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Code {
    /// Distances up to 253 plies; the parity separates wins from losses.
    Parity = 0,
    /// Distances up to 126 plies.
    Explicit = 1,
}

/// A draw; while a table is made, a position that is not yet decided.
pub(crate) const UNDECIDED: u8 = 0;

/// No position, or one that another placement of the same orbit stands for.
pub(crate) const NONE: u8 = u8::MAX;

const FIRST_WIN: u8 = 128;

impl Code {
    /// The code with this number.
    pub(crate) fn from_number(number: u8) -> Option<Self> {
        match number {
            0 => Some(Self::Parity),
            1 => Some(Self::Explicit),
            _ => None,
        }
    }

    /// The longest distance that fits.
    pub(crate) fn longest(self) -> u16 {
        match self {
            Self::Parity => 253,
            Self::Explicit => 126,
        }
    }

    /// The byte of a value; `None` if its distance does not fit.
    pub(crate) fn encode(self, value: Value) -> Option<u8> {
        let Some(plies) = value.plies() else { return Some(UNDECIDED) };
        let byte = u8::try_from(plies).ok().filter(|_| plies <= self.longest())? + 1;
        match (self, value) {
            (Self::Parity, Value::Win(_)) => (plies % 2 == 1).then_some(byte),
            (Self::Parity, _) => (plies % 2 == 0).then_some(byte),
            (Self::Explicit, Value::Win(_)) => Some(byte - 1 + FIRST_WIN),
            (Self::Explicit, _) => Some(byte),
        }
    }

    /// The value of a byte; `None` if it is [`NONE`].
    #[inline(always)]
    pub(crate) fn decode(self, byte: u8) -> Option<Value> {
        match (self, byte) {
            (_, NONE) => None,
            (_, UNDECIDED) => Some(Value::Draw),
            (Self::Parity, _) if byte % 2 == 1 => Some(Value::Loss(u16::from(byte) - 1)),
            (Self::Parity, _) => Some(Value::Win(u16::from(byte) - 1)),
            (Self::Explicit, FIRST_WIN..) => Some(Value::Win(u16::from(byte - FIRST_WIN))),
            (Self::Explicit, _) => Some(Value::Loss(u16::from(byte) - 1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_read_as_it_was_written() {
        for code in [Code::Parity, Code::Explicit] {
            for byte in 0..NONE {
                let value = code.decode(byte).expect("a value");
                assert_eq!(code.encode(value), Some(byte), "{code:?} {value:?}");
            }
            assert_eq!(code.decode(NONE), None);
            assert_eq!(code.encode(Value::Win(code.longest() + 1)), None);
        }
    }
}
