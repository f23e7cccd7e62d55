//! What somebody may be called: names that can be seen, that say no more than is true, and that no other looks like.

use super::PlayerId;
use crate::error::{ApiError, ApiResult};
use spielraum_language::is_hidden;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::{GeneralSecurityProfile, confusable_detection};

/// Characters of a name.
const MOST: usize = 32;

/// What stands between the words of a name.
const BETWEEN: [char; 6] = [' ', '-', '_', '.', '\'', '’'];

/// Marks on one letter.
const MARKS: usize = 2;

/// What those are called who have not said it; no chosen name begins so.
const GUEST: &str = "Guest";

/// What those are called who have left for good.
pub(crate) const DELETED: &str = "deleted player";

/// Names under which somebody would pass for the administrator or for a part of the server.
const RESERVED: [&str; 16] = [
    "admin",
    "administrator",
    "anonymous",
    DELETED,
    "engine",
    "everybody",
    "everyone",
    "host",
    "moderator",
    "nobody",
    "official",
    "root",
    "server",
    "spielraum",
    "support",
    "system",
];

/// A name as it is kept: composed, without spaces around it, of `least` to 32 characters that languages are written
/// with (the allowed ones of Unicode Technical Standard 39, "Unicode Security Mechanisms").
pub(crate) fn tidy(name: &str, least: usize) -> ApiResult<String> {
    let name: String = name.split_whitespace().collect::<Vec<_>>().join(" ").nfc().collect();
    let bad = |why: String| Err(ApiError::impossible("bad-name", why));
    let length = name.chars().count();
    if length < least || length > MOST {
        return bad(format!("A name has {least} to {MOST} characters."));
    }
    if let Some(c) = name.chars().find(|c| !BETWEEN.contains(c) && !c.identifier_allowed()) {
        let code = u32::from(c);
        return bad(format!("A name has letters, digits, spaces and - _ . ' only; U+{code:04X} is none of these."));
    }
    // Hangul and others have their fillers: letters by their properties, and nothing to be seen.
    if !name.chars().any(char::is_alphanumeric) {
        return bad("A name has at least one letter or digit.".to_owned());
    }
    // Decomposed, so that a letter that has a mark already counts as one with a mark.
    let (mut marks, mut first) = (0, true);
    for c in name.nfd() {
        marks = if is_combining_mark(c) { marks + 1 } else { 0 };
        if marks > MARKS || (marks > 0 && first) {
            return bad(format!("A letter of a name has at most {MARKS} marks, and no mark stands alone."));
        }
        first = BETWEEN.contains(&c);
    }
    let (looks, first) = (skeleton(&name), skeleton(name.split(BETWEEN).next().unwrap_or_default()));
    if RESERVED.iter().any(|word| skeleton(word) == looks) || first == skeleton(GUEST) {
        return Err(ApiError::impossible("reserved-name", "This name is the server's own; choose another."));
    }
    Ok(name)
}

/// A text as it is kept: one line that can be read and changes nothing around it, or why it is none.
pub(crate) fn one_line(what: &str, text: &str, most: usize) -> Result<String, String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.chars().count() {
        0 => Err(format!("The {what} has at least one character.")),
        length if length > most => Err(format!("The {what} has at most {most} characters. Shorten it.")),
        _ => unreadable(what, &text).map_or(Ok(text), Err),
    }
}

/// Refuses what is too long for a card in the list of published games, what can't be seen, and characters that change how the page reads
/// around them. A title must say something.
pub(crate) fn fits_a_card(what: &str, text: &str, most: usize) -> ApiResult<()> {
    let bad = |why: String| Err(ApiError::impossible("bad-card", why));
    if text.chars().count() > most {
        return bad(format!("To be published, a game has a {what} of at most {most} characters."));
    }
    if let Some(why) = unreadable(what, text) {
        return bad(why);
    }
    if what == "title" && !text.chars().any(char::is_alphanumeric) {
        return bad("The title of a game that is published has at least one letter or digit.".to_owned());
    }
    Ok(())
}

/// Why a text can't be read as it stands, if so: something in it can't be seen, changes how a page reads around it, or covers
/// what is beside it.
pub(super) fn unreadable(what: &str, text: &str) -> Option<String> {
    if let Some(c) = text.chars().find(|c| is_hidden(*c) && !matches!(c, '\u{200c}' | '\u{200d}')) {
        let code = u32::from(c);
        return Some(format!("The {what} has the character U+{code:04X}, which can't be seen; leave it out."));
    }
    let mut marks = 0;
    for c in text.nfd() {
        marks = if is_combining_mark(c) { marks + 1 } else { 0 };
        if marks > MARKS {
            return Some(format!("A letter of the {what} has at most {MARKS} marks."));
        }
    }
    None
}

/// What a name looks like: names with one skeleton look alike to a reader (the skeleton of UTS 39, with case
/// and what stands between words left out).
pub(crate) fn skeleton(name: &str) -> String {
    let letters: String = name.nfkc().filter(|c| !BETWEEN.contains(c)).collect();
    let alike: String = confusable_detection::skeleton(&letters).collect();
    // A small letter may look like something else than its capital; both are checked. The capital of i looks like
    // l, so that all three are one.
    confusable_detection::skeleton(&alike.to_lowercase()).map(|c| if c == 'i' { 'l' } else { c }).collect()
}

/// What a player with this id is called at first.
pub(crate) fn of_guest(id: &PlayerId) -> String {
    let begin: String = id.as_str().chars().take(4).collect();
    format!("{GUEST} {}", begin.to_uppercase())
}

/// A name as others see it.
pub(crate) fn shown(name: String, account: bool) -> String {
    // No name can have parentheses.
    if account || name == DELETED || name.strip_prefix(GUEST).is_some_and(|rest| rest.starts_with(' ')) {
        name
    } else {
        format!("{name} (guest)")
    }
}

/// Whether a name as others see it is that of an account.
pub(crate) fn is_of_account(shown: &str) -> bool {
    let guest = shown.ends_with(')') || shown.strip_prefix(GUEST).is_some_and(|rest| rest.starts_with(' '));
    !(guest || shown.is_empty() || shown == DELETED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_show_who_has_an_account() {
        assert!(is_of_account(&shown("Ada".to_owned(), true)));
        for guest in [shown("Ada".to_owned(), false), of_guest(&"abcdefgh".into()), DELETED.to_owned(), String::new()] {
            assert!(!is_of_account(&guest), "{guest}");
        }
    }

    #[test]
    fn cards_say_what_they_seem_to_say() {
        for fine in ["Lotus Chess", "Schach für drei", "三次元将棋", "Việt", "a\u{301}b"] {
            fits_a_card("title", fine, 80).unwrap();
        }
        for bad in ["a\u{202e}b", "a\nb", "a\u{301}\u{302}\u{303}", "…", "", &"x".repeat(81)] {
            assert_eq!(fits_a_card("title", bad, 80).unwrap_err().code, "bad-card", "{bad:?}");
        }
        fits_a_card("summary", "", 300).unwrap();
        fits_a_card("title", &"x".repeat(80), 80).unwrap();
    }

    #[test]
    fn names_are_tidied_or_refused() {
        for (name, kept) in [
            ("  Ada   Lovelace ", "Ada Lovelace"),
            ("Jose\u{301}", "José"),
            ("Анна-Мария", "Анна-Мария"),
            ("山田 太郎", "山田 太郎"),
            ("O'Neill Jr.", "O'Neill Jr."),
        ] {
            assert_eq!(tidy(name, 3).unwrap(), kept);
        }
        let (longest, long) = ("x".repeat(MOST), "x".repeat(MOST + 1));
        let marked = format!("a{}da", "\u{301}".repeat(MARKS));
        for fine in ["abc", &longest, &marked] {
            assert!(tidy(fine, 3).is_ok(), "{fine:?}");
        }
        for bad in [
            "",
            "  ",
            "ab",
            "a\u{202e}bc",
            &long,
            "\u{3164}\u{3164}\u{3164}",
            "Ada\u{3164}",
            "\u{2800}\u{2800}\u{2800}",
            "Ada\u{2067}x",
            "Ada\u{200b}",
            "a\u{301}\u{301}\u{301}da",
            "\u{301}ada",
            "- - -",
            "Ada (guest)",
            "Ada\u{e0041}",
            "Admin",
            "ADMIN",
            "аdmin",
            "adm1n",
            "Spiel Raum",
            "root",
            "R00T",
        ] {
            assert!(tidy(bad, 3).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn names_that_look_alike_have_one_skeleton() {
        for (one, other) in [
            ("Ada", "ada"),
            ("Ada", "Аda"),
            ("Adal", "AdaI"),
            ("Bob", "b0b"),
            ("Ada Lovelace", "ada_lovelace"),
            ("modern", "modem"),
            ("Ａda", "Ada"),
        ] {
            assert_eq!(skeleton(one), skeleton(other), "{one} {other}");
        }
        assert_ne!(skeleton("Ada"), skeleton("Eda"));
    }

    #[test]
    fn guests_are_marked() {
        assert_eq!(shown("Ada".to_owned(), true), "Ada");
        assert_eq!(shown("Ada".to_owned(), false), "Ada (guest)");
        assert_eq!(shown("Guest 4F2A".to_owned(), false), "Guest 4F2A");
        assert_eq!(of_guest(&"4f2abcde".into()), "Guest 4F2A");
    }
}
