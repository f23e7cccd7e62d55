//! The fields of a problem as YACPDB names them, and the same as text for Popeye.

use serde_json::{Map, Value};
use spielraum_solve::{ends_popeye_problem, is_popeye_option};

/// The fields of a problem.
pub(crate) type Fields = Map<String, Value>;

/// A problem has no more words than this.
const MOST_WORDS: usize = 2_000;

/// A value as text: what YAML takes for a number was written as a text.
pub(crate) fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
    .filter(|text| !text.is_empty())
}

/// The texts of a field: a list, or one alone.
pub(crate) fn texts(fields: &Fields, name: &str) -> Vec<String> {
    match fields.get(name) {
        Some(Value::Array(values)) => values.iter().filter_map(text).collect(),
        Some(value) => text(value).into_iter().collect(),
        None => Vec::new(),
    }
}

/// The number of solutions that `intended-solutions` states: 3, or 2.1.1.1 for each half move.
pub(crate) fn intended(fields: &Fields) -> Option<usize> {
    let stated = fields.get("intended-solutions").and_then(text)?;
    let numbers: Option<Vec<usize>> = stated.trim_end_matches('.').split('.').map(|part| part.parse().ok()).collect();
    numbers?.into_iter().try_fold(1_usize, usize::checked_mul).filter(|&count| count > 0)
}

/// The problem for Popeye, or what stands in the way.
pub(crate) fn for_popeye(fields: &Fields) -> Result<String, String> {
    let mut words = vec!["beginproblem".to_owned()];
    let stipulation = fields.get("stipulation").and_then(text).ok_or("the problem has no stipulation")?;
    // A game that reaches the diagram is called PG in collections.
    let proof_game = stipulation.get(..2).filter(|start| start.eq_ignore_ascii_case("pg")).is_some();
    words.push("stipulation".to_owned());
    words.push(if proof_game { format!("dia{}", stipulation[2..].trim()) } else { stipulation.replace(' ', "") });
    words.extend(["option".to_owned(), "variations".to_owned()]);
    let mut conditions = texts(fields, "conditions");
    for option in texts(fields, "options") {
        match option.split_whitespace().next().is_some_and(is_popeye_option) {
            true => words.push(option),
            false => conditions.push(option),
        }
    }
    if !conditions.is_empty() {
        words.push("condition".to_owned());
        words.append(&mut conditions);
    }
    pieces(fields, proof_game, &mut words)?;
    if let Some(twins) = fields.get("twins") {
        let Some(twins) = twins.as_object() else {
            return Err("`twins` is no list of letters with changes, as in `b: Move a1 b1`".into());
        };
        for (letter, change) in twins {
            words.push(if letter == "a" { "zeroposition" } else { "twin" }.to_owned());
            words.push(text(change).ok_or_else(|| format!("the twin `{letter}` has no change"))?);
        }
    }
    let words: Vec<&str> = words.iter().flat_map(|words| words.split_whitespace()).collect();
    if words.len() > MOST_WORDS {
        return Err(format!("the problem has more than {MOST_WORDS} words"));
    }
    if let Some(word) = words.iter().skip(1).find(|word| ends_popeye_problem(word)) {
        return Err(format!("`{word}` is not understood here"));
    }
    Ok(words.join(" ") + " endproblem")
}

fn pieces(fields: &Fields, proof_game: bool, words: &mut Vec<String>) -> Result<(), String> {
    if let Some(placement) = fields.get("forsyth").and_then(text) {
        words.push("forsyth".to_owned());
        // Whatever follows the placement in a FEN is not part of a diagram.
        words.extend(placement.split_whitespace().next().map(str::to_owned));
        return Ok(());
    }
    let nothing = Fields::new();
    let algebraic = match fields.get("algebraic") {
        Some(Value::Object(algebraic)) => algebraic,
        Some(Value::Null) | None => &nothing,
        Some(_) => return Err("`algebraic` is no list of sides with their pieces, as in `white: [Ka1]`".into()),
    };
    let before = words.len();
    for owner in ["white", "black", "neutral"] {
        let (made, plain): (Vec<String>, Vec<String>) =
            texts(algebraic, owner).into_iter().partition(|piece| piece.contains(char::is_whitespace));
        if !plain.is_empty() {
            words.push(owner.to_owned());
            words.extend(plain);
        }
        // A piece with properties is a group of its own: `Royal Nc3`.
        for piece in made {
            words.extend([owner.to_owned(), piece]);
        }
    }
    match words.len() == before {
        true if proof_game => Err("the problem has no diagram".into()),
        true => Err("the problem has no pieces: `algebraic` lists them, as in `white: [Ka1, Qb2]`".into()),
        false => {
            words.insert(before, "pieces".to_owned());
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(text: &str) -> Fields {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn options_and_conditions_are_told_apart() {
        let problem = fields(
            r#"{"algebraic": {"white": ["Kc1", "Royal Nb3"], "black": ["Ke8"]}, "stipulation": "h#2.5",
                "options": ["SetPlay", "Madrasi RexInclusive", "Duplex"], "twins": {"b": "Move c1 c2"}}"#,
        );
        let expected = "beginproblem stipulation h#2.5 option variations SetPlay Duplex condition Madrasi RexInclusive \
                        pieces white Kc1 white Royal Nb3 black Ke8 twin Move c1 c2 endproblem";
        assert_eq!(for_popeye(&problem).unwrap(), expected);
    }

    #[test]
    fn what_is_no_problem_is_named() {
        for (text, word) in [
            (r#"{"algebraic": {"white": ["Kc1"]}}"#, "no stipulation"),
            (r##"{"stipulation": "#2"}"##, "no pieces"),
            (r##"{"stipulation": "#2", "algebraic": ["Ka1"]}"##, "`algebraic`"),
            (r##"{"stipulation": "#2", "algebraic": {"white": ["Ka1 endproblem beginproblem"]}}"##, "`endproblem`"),
            (r##"{"stipulation": "#2", "algebraic": {"white": ["Ka1"]}, "twins": {"b": []}}"##, "twin `b`"),
        ] {
            let fault = for_popeye(&fields(text)).unwrap_err();
            assert!(fault.contains(word), "{fault}");
        }
    }

    #[test]
    fn intended_solutions_are_multiplied() {
        let of = |text: &str| intended(&fields(&format!(r#"{{"intended-solutions": "{text}"}}"#)));
        assert_eq!([of("3"), of("2.1.1.1"), of("4.1.1..."), of("2.2.1.1")], [Some(3), Some(2), Some(4), Some(4)]);
        assert_eq!([of("many"), of("0"), of("99999999999.99999999999.9999")], [None, None, None]);
    }
}
