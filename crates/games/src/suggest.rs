//! "Did you mean ...?"

use crate::limits;

/// The advice for an unknown word: the nearest of the known ones, or all of them if they are few.
pub(crate) fn advice(word: &str, known: &[&str]) -> Option<String> {
    let nearest = known
        .iter()
        .map(|candidate| (strsim::damerau_levenshtein(&word.to_lowercase(), &candidate.to_lowercase()), *candidate))
        .min_by_key(|(distance, _)| *distance);
    match nearest {
        None => None,
        // A third of the letters may be wrong; of short words one, unless nothing would be right.
        Some((distance, candidate))
            if distance <= (word.chars().count() / 3).max(1) && distance < word.chars().count() =>
        {
            Some(format!("did you mean `{candidate}`?"))
        }
        Some(_) if known.len() <= 32 => {
            let list: Vec<String> = known.iter().map(|word| format!("`{word}`")).collect();
            Some(format!("known are {}", list.join(", ")))
        }
        Some(_) => None,
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
}
