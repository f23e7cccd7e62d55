//! What messages say, in the reader's language.

use super::message::{Part, Said};
use crate::domain::{About, Language, LinkKind, Notice, NoticeKind};

/// Notices in one message.
const MOST: usize = 50;

const HOUR: i64 = 60 * 60 * 1000;

/// A letter with a link. `url` is where the server is reached.
pub(super) fn link(kind: LinkKind, language: Language, name: &str, url: &str, secret: &str) -> Said {
    let (subject, why, action, path, otherwise) = match (kind, language) {
        (LinkKind::Confirm, Language::English) => (
            "Confirm your address",
            format!("The account {name} at {url} is to get e-mail at this address."),
            "Confirm the address",
            "confirm",
            "The link is good for a day. If you did not ask for this, do nothing: without it nothing is sent here.",
        ),
        (LinkKind::Confirm, Language::German) => (
            "Bestätige deine Adresse",
            format!("Das Konto {name} bei {url} soll E-Mail an diese Adresse bekommen."),
            "Adresse bestätigen",
            "confirm",
            "Der Link gilt einen Tag. Wenn du das nicht veranlasst hast, tu nichts: Dann wird nichts hierher geschickt.",
        ),
        (LinkKind::Reset, Language::English) => (
            "Choose a new password",
            format!("Somebody has forgotten the password of the account {name} at {url}."),
            "Choose a new password",
            "reset",
            "The link is good for an hour and for one password. If it was not you, do nothing: your password stays.",
        ),
        (LinkKind::Reset, Language::German) => (
            "Wähle ein neues Passwort",
            format!("Jemand hat das Passwort des Kontos {name} bei {url} vergessen."),
            "Neues Passwort wählen",
            "reset",
            "Der Link gilt eine Stunde und für ein Passwort. Wenn du es nicht warst, tu nichts: Dein Passwort bleibt.",
        ),
    };
    Said {
        subject: format!("Spielraum: {subject}"),
        parts: vec![Part::Text(why), Part::Link(action.to_owned(), format!("{url}/mail/{path}#{secret}"))],
        footer: vec![Part::Text(otherwise.to_owned())],
        unsubscribe: None,
    }
}

/// What somebody is notified of. `unsubscribe` is the reader's secret, `now` when it is sent.
pub(super) fn notices(
    language: Language,
    name: &str,
    notices: &[Notice],
    url: &str,
    unsubscribe: &str,
    now: i64,
) -> Said {
    // Of a game in which time runs out there is no need to say whose turn it is.
    let urgent =
        |about: &About| notices.iter().any(|notice| notice.kind == NoticeKind::Deadline && notice.about == *about);
    let told: Vec<&Notice> =
        notices.iter().filter(|notice| notice.kind != NoticeKind::Turn || !urgent(&notice.about)).collect();
    let subject = match (&*told, language) {
        ([one], _) => line(language, one, now),
        (several, Language::English) => format!("News of {} games", several.len()),
        (several, Language::German) => format!("Neues von {} Partien", several.len()),
    };
    let mut parts: Vec<Part> = told
        .iter()
        .take(MOST)
        .map(|notice| Part::Link(line(language, notice, now), format!("{url}{}", notice.about.path())))
        .collect();
    let (more, why, stop, change) = match language {
        Language::English => (
            "And there are more.",
            format!("You get this because the account {name} has asked for notices of its games."),
            "No more notices by e-mail",
            "Choose which notices you get",
        ),
        Language::German => (
            "Und es gibt noch mehr.",
            format!("Du bekommst das, weil das Konto {name} Benachrichtigungen über seine Partien bestellt hat."),
            "Keine Benachrichtigungen mehr per E-Mail",
            "Benachrichtigungen auswählen",
        ),
    };
    if told.len() > MOST {
        parts.push(Part::Text(more.to_owned()));
    }
    Said {
        subject: format!("Spielraum: {subject}"),
        parts,
        footer: vec![
            Part::Text(why),
            Part::Link(stop.to_owned(), format!("{url}/mail/unsubscribe#{unsubscribe}")),
            Part::Link(change.to_owned(), format!("{url}/settings#notices")),
        ],
        unsubscribe: Some(format!("{url}/api/mail/unsubscribe/{unsubscribe}")),
    }
}

/// One notice in a line.
fn line(language: Language, notice: &Notice, now: i64) -> String {
    let Notice { title, opponent, .. } = notice;
    let won = notice.winner.map(|winner| winner == notice.side);
    let hours = notice.falls.map_or(0, |falls| (falls - now).max(0) / HOUR);
    match (language, notice.kind, won) {
        (Language::English, NoticeKind::Turn, _) => format!("Your turn: {title} against {opponent}"),
        (Language::English, NoticeKind::Deadline, _) if hours == 0 => {
            format!("Less than an hour left for your move: {title} against {opponent}")
        }
        (Language::English, NoticeKind::Deadline, _) => {
            format!("About {hours} h left for your move: {title} against {opponent}")
        }
        (Language::English, NoticeKind::Begun, _) => format!("Your game has begun: {title} against {opponent}"),
        (Language::English, NoticeKind::Over, Some(true)) => format!("You have won: {title} against {opponent}"),
        (Language::English, NoticeKind::Over, Some(false)) => format!("You have lost: {title} against {opponent}"),
        (Language::English, NoticeKind::Over, None) => format!("Over without a winner: {title} against {opponent}"),
        (Language::English, NoticeKind::Challenge, _) if title.is_empty() => format!("{opponent} challenges you"),
        (Language::English, NoticeKind::Challenge, _) => format!("{opponent} challenges you: {title}"),
        (Language::German, NoticeKind::Challenge, _) if title.is_empty() => format!("{opponent} fordert dich heraus"),
        (Language::German, NoticeKind::Challenge, _) => format!("{opponent} fordert dich heraus: {title}"),
        (Language::German, NoticeKind::Turn, _) => format!("Du bist am Zug: {title} gegen {opponent}"),
        (Language::German, NoticeKind::Deadline, _) if hours == 0 => {
            format!("Weniger als eine Stunde für deinen Zug: {title} gegen {opponent}")
        }
        (Language::German, NoticeKind::Deadline, _) => {
            format!("Noch etwa {hours} h für deinen Zug: {title} gegen {opponent}")
        }
        (Language::German, NoticeKind::Begun, _) => format!("Deine Partie hat begonnen: {title} gegen {opponent}"),
        (Language::German, NoticeKind::Over, Some(true)) => format!("Du hast gewonnen: {title} gegen {opponent}"),
        (Language::German, NoticeKind::Over, Some(false)) => format!("Du hast verloren: {title} gegen {opponent}"),
        (Language::German, NoticeKind::Over, None) => format!("Ohne Sieger beendet: {title} gegen {opponent}"),
    }
}
