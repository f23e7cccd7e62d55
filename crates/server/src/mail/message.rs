//! A message: what it says, as text and as HTML, with its headers.

use crate::html::{escaped, plain};
use lettre::Message;
use lettre::address::Address;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use std::fmt::Write;

/// What a message says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Said {
    pub subject: String,
    pub parts: Vec<Part>,
    /// What stands small below.
    pub footer: Vec<Part>,
    /// Where a program asks that no more come (RFC 8058).
    pub unsubscribe: Option<String>,
}

/// A paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Text(String),
    /// Words and the address that they lead to.
    Link(String, String),
}

impl Said {
    /// The message to an address. Names and titles in it are other people's text, which makes no header and no HTML.
    pub fn message(&self, from: &Mailbox, to: &str) -> Result<Message, Box<dyn std::error::Error + Send + Sync>> {
        let header = |name, value: &str| HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned());
        let mut message = Message::builder()
            .from(from.clone())
            .to(Mailbox::new(None, to.parse::<Address>()?))
            .subject(plain(&self.subject))
            .message_id(None)
            .date_now()
            .raw_header(header("Auto-Submitted", "auto-generated"));
        if let Some(url) = &self.unsubscribe {
            message = message
                .raw_header(header("List-Unsubscribe", &format!("<{url}>")))
                .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"));
        }
        Ok(message.multipart(MultiPart::alternative_plain_html(self.text(), self.html()))?)
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let mut write = |parts: &[Part]| {
            for part in parts {
                // Writing to a text does not fail.
                let _ = match part {
                    Part::Text(words) => write!(text, "{}\n\n", plain(words)),
                    Part::Link(words, url) => write!(text, "{}\n{url}\n\n", plain(words)),
                };
            }
        };
        write(&self.parts);
        write(&[Part::Text("-- ".to_owned())]);
        write(&self.footer);
        text
    }

    fn html(&self) -> String {
        let mut html = String::from(
            "<!doctype html><html><body style=\"margin:0;padding:24px;font:16px/1.5 sans-serif;color:#222;background:#fff\">",
        );
        let mut write = |parts: &[Part], style: &str| {
            for part in parts {
                let _ = match part {
                    Part::Text(words) => write!(html, "<p style=\"{style}\">{}</p>", escaped(words)),
                    Part::Link(words, url) => write!(
                        html,
                        "<p style=\"{style}\"><a style=\"color:#1f5f99\" href=\"{}\">{}</a></p>",
                        escaped(url),
                        escaped(words)
                    ),
                };
            }
        };
        write(&self.parts, "margin:0 0 16px;max-width:36em");
        write(&self.footer, "margin:0 0 8px;max-width:42em;font-size:13px;color:#666");
        html.push_str("</body></html>");
        html
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// The names of a message's headers, as another library finds them.
    fn headers(bytes: &[u8]) -> Vec<String> {
        let message = mail_parser::MessageParser::default().parse(bytes).unwrap();
        message.headers_raw().map(|(name, _)| name.to_ascii_lowercase()).collect()
    }

    fn said(words: &str) -> Said {
        Said {
            subject: format!("Your turn: {words}"),
            parts: vec![Part::Link(words.to_owned(), "https://chess.example/game/a".to_owned())],
            footer: vec![Part::Text(words.to_owned())],
            unsubscribe: Some("https://chess.example/api/mail/unsubscribe/secret".to_owned()),
        }
    }

    proptest! {
        #[test]
        fn names_make_neither_headers_nor_html(words in "(\\PC|[\r\n\0<>&\"':]|\r\nBcc: eve@evil.example\r\n){0,60}") {
            let from: Mailbox = "Spielraum <robot@chess.example>".parse().unwrap();
            let bytes = said(&words).message(&from, "ada@chess.example").unwrap().formatted();
            let found = headers(&bytes);
            let expected: BTreeSet<&str> = [
                "from", "to", "subject", "message-id", "date", "auto-submitted", "list-unsubscribe",
                "list-unsubscribe-post", "mime-version", "content-type",
            ].into();
            prop_assert_eq!(found.len(), expected.len());
            prop_assert_eq!(found.iter().map(String::as_str).collect::<BTreeSet<_>>(), expected);
            let html = said(&words).html();
            let tags = html.matches('<').count();
            prop_assert_eq!(tags, said("").html().matches('<').count());
        }
    }

    #[test]
    fn addresses_are_one_address() {
        let from: Mailbox = "robot@chess.example".parse().unwrap();
        for bad in ["ada@chess.example, eve@evil.example", "ada@chess.example\r\nBcc: eve@evil.example", "ada", ""] {
            assert!(said("").message(&from, bad).is_err(), "{bad:?}");
        }
    }
}
