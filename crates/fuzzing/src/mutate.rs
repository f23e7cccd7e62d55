//! Random changes of a seed, for fuzzing without libFuzzer.

use crate::dice::Dice;

/// Bytes that mean something in definitions, positions or moves.
const TELLING: &[u8] = b"0123456789abckqrnpKQRNP/|[]{}()=+-,~@#\"\\:; \n.\0\xFF";

/// The seed with one to eight changes, as the number has it.
pub fn mutated(seed: &[u8], number: u64) -> Vec<u8> {
    let mut dice = Dice::new(&[seed, &number.to_le_bytes()].concat());
    let mut bytes = seed.to_vec();
    for _ in 0..=dice.below(8) {
        change(&mut bytes, &mut dice);
    }
    bytes
}

fn change(bytes: &mut Vec<u8>, dice: &mut Dice) {
    let at = dice.below(bytes.len() + 1);
    let length = dice.below(32).min(bytes.len() - at);
    let telling = TELLING[dice.below(TELLING.len())];
    match dice.below(6) {
        0 => bytes.insert(at, telling),
        1 => drop(bytes.drain(at..at + length)),
        2 => {
            let piece = bytes[at..at + length].to_vec();
            let to = dice.below(bytes.len() + 1);
            bytes.splice(to..to, piece);
        }
        3 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte = byte.wrapping_add(1);
            }
        }
        4 => bytes.splice(at..at, std::iter::repeat_n(telling, length)).for_each(drop),
        _ => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte = telling;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::mutated;

    #[test]
    fn the_same_number_gives_the_same_change() {
        assert_eq!(mutated(b"a seed", 7), mutated(b"a seed", 7));
        assert!((0..20).any(|number| mutated(b"a seed", number) != b"a seed"));
    }
}
