//! E-mail in the database: who gets which, and what waits to be sent.

#[cfg(test)]
pub(super) mod tests;

use super::sql::{self, OptionalExtension, params};
use super::{Store, StoreError};
use crate::domain::{
    About, Choices, Language, Letter, LinkId, LinkKind, MailSettings, Notice, NoticeKind, PlayerId, Reader, Turns,
    Wanted, Way, names,
};
use spielraum_rules::Color;

/// How many letters and readers are looked up at once, and how many notices go into one message.
const AT_ONCE: i64 = 20;
const TOGETHER: i64 = 50;

/// Accounts that may have the same address and get a letter for one request.
const ACCOUNTS: i64 = 5;

fn language(word: &str) -> Language {
    Language::parse(word).unwrap_or(Language::English)
}

impl Store {
    /// Where an account gets e-mail, and which.
    pub async fn mail(&self, player: &PlayerId) -> Result<Option<MailSettings>, StoreError> {
        let player = player.clone();
        self.readers
            .read(move |connection| {
                let mut query = connection.prepare_cached(
                    "SELECT address, CASE WHEN confirmed IS NULL THEN 0 ELSE 1 END, language, turns, games, deadlines
                     FROM mail_addresses WHERE player = ?",
                )?;
                let read = |row: &sql::Row<'_>| {
                    let turns = Turns::parse(&row.get::<String>(3)?).unwrap_or(Turns::Never);
                    let choices = Choices { turns, games: row.get(4)?, deadlines: row.get(5)? };
                    let language = language(&row.get::<String>(2)?);
                    Ok(MailSettings { address: row.get(0)?, confirmed: row.get(1)?, language, choices })
                };
                query.query_row([player], read).optional()
            })
            .await
    }

    /// The accounts that have confirmed an address, with the address as they have written it and their language.
    pub async fn accounts_at(&self, address: &str) -> Result<Vec<(PlayerId, String, Language)>, StoreError> {
        let address = address.to_lowercase();
        self.readers
            .read(move |connection| {
                let mut query = connection.prepare_cached(
                    "SELECT player, address, language FROM mail_addresses JOIN players ON id = player
                     WHERE lower(address) = ?1 AND confirmed IS NOT NULL AND barred IS NULL ORDER BY player LIMIT ?2",
                )?;
                let read = |row: &sql::Row<'_>| Ok((row.get(0)?, row.get(1)?, language(&row.get::<String>(2)?)));
                query.query_map(params![address, ACCOUNTS], read)?.collect()
            })
            .await
    }

    /// Whose link this is, and the name of the account, if it can still be followed.
    pub async fn link(&self, link: &LinkId, kind: LinkKind) -> Result<Option<(PlayerId, String)>, StoreError> {
        let link = link.clone();
        self.readers
            .read(move |connection| {
                connection
                    .prepare_cached(
                        "SELECT accounts.player, accounts.name FROM mail_links
                            JOIN accounts ON accounts.player = mail_links.player
                         WHERE token = ? AND kind = ? AND expires > ?",
                    )?
                    .query_row(params![link, kind.word(), crate::time::now()], |row| Ok((row.get(0)?, row.get(1)?)))
                    .optional()
            })
            .await
    }

    /// Letters that are to be sent now, the oldest first.
    pub async fn letters(&self) -> Result<Vec<Letter>, StoreError> {
        self.readers
            .read(|connection| {
                let mut query = connection.prepare_cached(
                    "SELECT id, letters.player, accounts.name, kind, address, language, failed
                     FROM letters JOIN accounts ON accounts.player = letters.player
                     WHERE next <= ? ORDER BY next LIMIT ?",
                )?;
                let read = |row: &sql::Row<'_>| {
                    let kind = LinkKind::parse(&row.get::<String>(3)?).unwrap_or(LinkKind::Confirm);
                    Ok(Letter {
                        id: row.get(0)?,
                        player: row.get(1)?,
                        name: row.get(2)?,
                        kind,
                        address: row.get(4)?,
                        language: language(&row.get::<String>(5)?),
                        failed: row.get(6)?,
                    })
                };
                query.query_map(params![crate::time::now(), AT_ONCE], read)?.collect()
            })
            .await
    }

    /// Those for whom there are notices from before a time that are to be sent now.
    pub async fn mail_readers(&self, before: i64) -> Result<Vec<Reader>, StoreError> {
        self.readers
            .read(move |connection| {
                let mut query = connection.prepare_cached(
                    "SELECT a.player, accounts.name, address, language, unsubscribe, failed
                     FROM mail_addresses AS a JOIN accounts ON accounts.player = a.player JOIN players ON id = a.player
                     WHERE a.player IN (SELECT player FROM notices WHERE way = 'mail' AND due <= ?1) AND confirmed IS NOT NULL
                        AND barred IS NULL AND next <= ?2
                        AND EXISTS (SELECT 1 FROM notices WHERE notices.player = a.player AND way = 'mail' AND due <= ?1
                            AND (kind <> 'turn' OR turns <> 'daily' OR digest <= ?2))
                     ORDER BY next LIMIT ?3",
                )?;
                let read = |row: &sql::Row<'_>| {
                    Ok(Reader {
                        player: row.get(0)?,
                        name: row.get(1)?,
                        address: row.get(2)?,
                        language: language(&row.get::<String>(3)?),
                        unsubscribe: row.get(4)?,
                        failed: row.get(5)?,
                    })
                };
                query.query_map(params![before, crate::time::now(), AT_ONCE], read)?.collect()
            })
            .await
    }

    /// What somebody is to be notified of, from before a time, the oldest first.
    pub async fn notices(&self, player: &PlayerId, way: Way, before: i64) -> Result<Vec<Notice>, StoreError> {
        let player = player.clone();
        self.readers
            .read(move |connection| {
                let mut query = connection.prepare_cached(
                    "SELECT kind, games.id, title, CASE white WHEN ?1 THEN 'white' ELSE 'black' END, winner,
                        running_since + CASE running WHEN 'black' THEN black_ms ELSE white_ms END,
                        coalesce(other.name, ''), EXISTS (SELECT 1 FROM accounts WHERE accounts.player = other.id)
                     FROM notices JOIN games ON games.id = game
                        LEFT JOIN players AS other ON other.id = CASE white WHEN ?1 THEN black ELSE white END
                     WHERE notices.player = ?1 AND way = ?2 AND due <= ?3 ORDER BY due, game LIMIT ?4",
                )?;
                let side =
                    |word: Option<String>| Color::BOTH.into_iter().find(|side| word.as_deref() == Some(side.name()));
                let read = |row: &sql::Row<'_>| {
                    Ok(Notice {
                        kind: NoticeKind::parse(&row.get::<String>(0)?).unwrap_or(NoticeKind::Turn),
                        about: About::Game(row.get(1)?),
                        title: row.get(2)?,
                        side: side(row.get(3)?).unwrap_or(Color::White),
                        winner: side(row.get(4)?),
                        falls: row.get(5)?,
                        opponent: names::shown(row.get(6)?, row.get(7)?),
                    })
                };
                let mut notices: Vec<Notice> =
                    query.query_map(params![player, way.word(), before, TOGETHER], read)?.collect::<Result<_, _>>()?;
                let mut query = connection.prepare_cached(
                    "SELECT seeks.id, wanted, players.name, EXISTS (SELECT 1 FROM accounts WHERE accounts.player = players.id)
                     FROM notices JOIN seeks ON seeks.id = notices.seek JOIN players ON players.id = seeks.player
                     WHERE notices.player = ?1 AND way = ?2 AND due <= ?3 AND declined IS NULL ORDER BY due LIMIT ?4",
                )?;
                let read = |row: &sql::Row<'_>| {
                    let wanted = serde_json::from_str::<Wanted>(&row.get::<String>(1)?);
                    Ok(Notice {
                        kind: NoticeKind::Challenge,
                        about: About::Challenge(row.get(0)?),
                        title: wanted.map_or_else(|_| String::new(), |wanted| wanted.title()),
                        opponent: names::shown(row.get(2)?, row.get(3)?),
                        side: Color::White,
                        winner: None,
                        falls: None,
                    })
                };
                let challenges = query.query_map(params![player, way.word(), before, TOGETHER], read)?;
                notices.extend(challenges.collect::<Result<Vec<_>, _>>()?);
                Ok(notices)
            })
            .await
    }
}
