//! "Did you mean ...?"

use crate::limits;

/// The known words that a word may have been meant to be, the nearest first, at most three.
///
/// A third of the letters may be wrong, of short words one, unless nothing would be right; or the word is a part of
/// a known one. Capital letters are distinguished from small ones outside ASCII only: pages that load this module load no tables of
/// all scripts for it.
///
/// ```
/// use spielraum_language::nearest;
/// assert_eq!(nearest("orthagonal", ["orthogonal", "diagonal", "radial"])[0], "orthogonal");
/// ```
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let word = word.to_ascii_lowercase();
    let length = word.chars().count();
    let mut near: Vec<(usize, &str)> = known
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&word, &candidate.to_ascii_lowercase()), candidate))
        .filter(|&(distance, candidate)| {
            let slip = distance <= (length / 3).max(1) && distance < length;
            slip || (length > 2 && candidate.to_ascii_lowercase().contains(&word))
        })
        .collect();
    let mut nearest = Vec::new();
    while nearest.len() < 3
        && let Some(at) = (0..near.len()).min_by_key(|&at| near[at])
    {
        nearest.push(near.swap_remove(at).1);
    }
    nearest
}

/// The advice for an unknown word: the nearest of the known ones, or all of them if they are few.
pub(crate) fn advice(word: &str, known: &[&str]) -> Option<String> {
    if known.is_empty() {
        return None;
    }
    match nearest(word, known.iter().copied()).first() {
        Some(candidate) => Some(format!("did you mean `{candidate}`?")),
        None if known.len() <= 32 => {
            let list: Vec<String> = known.iter().map(|word| format!("`{word}`")).collect();
            Some(format!("known are {}", list.join(", ")))
        }
        None => None,
    }
}

/// A word that somebody wrote, cut to a length that fits a message.
pub(crate) fn shorten(word: &str) -> String {
    if word.chars().count() <= limits::NAME {
        return word.to_owned();
    }
    word.chars().take(limits::NAME - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_suggested() {
        let known = ["slide", "leap", "step"];
        assert_eq!(advice("slyde", &known).as_deref(), Some("did you mean `slide`?"));
        assert_eq!(advice("lep", &known).as_deref(), Some("did you mean `leap`?"));
        assert_eq!(advice("teleport", &known).as_deref(), Some("known are `slide`, `leap`, `step`"));
        assert_eq!(advice("x", &[]), None);
    }

    #[test]
    fn several_words_can_be_near() {
        let known = ["stockgi", "stock-qi", "stereo-chess", "chess"];
        assert_eq!(nearest("stokgi", known)[0], "stockgi");
        assert_eq!(nearest("stock", known), ["stockgi", "stock-qi"]);
        assert_eq!(nearest("chess", known), ["chess", "stereo-chess"]);
        assert_eq!(nearest("Stockgy", known), ["stockgi"]);
        assert!(nearest("zzzz", known).is_empty() && nearest("", known).is_empty());
    }
}
