//! Studies in the database.

use super::sql::{self, Connection, OptionalExtension, Row, params};
use super::{Store, StoreError};
use crate::domain::{
    Chapter, ChapterHead, HeldStudy, ListedStudy, Member, PlayerId, Study, StudyId, StudyRole, Visibility, names, study,
};
use spielraum_wire::{StudyChange, StudyNode};

/// Studies that are listed at once.
pub(crate) const PAGE: usize = 50;

/// Which studies are asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct StudyFilter {
    /// Those that a player owns or is a member of, instead of the public ones.
    pub of: Option<PlayerId>,
    /// What their titles have, in small letters; empty: anything.
    pub search: String,
    /// A game that they have a chapter of; empty: any.
    pub variant: String,
    /// Before when they were last changed.
    pub before: Option<i64>,
}

impl Store {
    /// A study with all that is shown around its chapters.
    pub async fn study(&self, id: &StudyId) -> Result<Option<HeldStudy>, StoreError> {
        let id = id.clone();
        self.readers
            .read(move |connection| {
                let transaction = connection.transaction()?;
                held(&transaction, &id)
            })
            .await
    }

    /// A page of studies, those first that were changed last. There may be one more than a page has.
    pub async fn studies(&self, filter: StudyFilter) -> Result<Vec<ListedStudy>, StoreError> {
        self.readers
            .read(move |connection| {
                let whose = match filter.of {
                    Some(_) => {
                        "(owner = ?1 OR EXISTS (SELECT 1 FROM study_members WHERE study = studies.id AND player = ?1))"
                    }
                    None => "?1 IS NULL AND visibility = 'public' AND players.barred IS NULL",
                };
                let query = format!(
                    "SELECT studies.id, owner, title, visibility, studies.created, changed, name,
                        EXISTS (SELECT 1 FROM accounts WHERE accounts.player = owner),
                        (SELECT count(*) FROM chapters WHERE study = studies.id),
                        (SELECT variant FROM chapters WHERE study = studies.id ORDER BY place, number LIMIT 1)
                     FROM studies JOIN players ON players.id = owner
                     WHERE {whose} AND (?2 = '' OR replace(lower(title), ?2, '') <> lower(title))
                        AND (?3 = '' OR EXISTS (SELECT 1 FROM chapters WHERE study = studies.id AND variant = ?3))
                        AND (?4 IS NULL OR changed < ?4)
                     ORDER BY changed DESC, studies.id LIMIT {}",
                    PAGE + 1
                );
                let read = |row: &Row<'_>| {
                    let shown = (names::shown(row.get(6)?, row.get(7)?), row.get(8)?, row.get::<Option<String>>(9)?);
                    Ok(read(row)?.map(|study| {
                        let (owner, chapters, variant) = shown;
                        ListedStudy { study, owner, chapters, variant: variant.unwrap_or_default() }
                    }))
                };
                let mut query = connection.prepare_cached(&query)?;
                let values = params![filter.of, filter.search, filter.variant, filter.before];
                Ok(query.query_map(values, read)?.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
            })
            .await
    }

    /// A chapter of a study.
    pub async fn chapter(&self, id: &StudyId, number: u32) -> Result<Option<Chapter>, StoreError> {
        let id = id.clone();
        self.readers
            .read(move |connection| {
                let transaction = connection.transaction()?;
                chapter(&transaction, &id, number)
            })
            .await
    }
}

fn held(connection: &Connection, id: &StudyId) -> sql::Result<Option<HeldStudy>> {
    let query = "SELECT studies.id, owner, title, visibility, studies.created, changed, name,
            EXISTS (SELECT 1 FROM accounts WHERE accounts.player = owner)
         FROM studies JOIN players ON players.id = owner WHERE studies.id = ?";
    let read = |row: &Row<'_>| Ok(read(row)?.zip(Some(names::shown(row.get(6)?, row.get(7)?))));
    let found = connection.prepare_cached(query)?.query_row([id], read).optional()?.flatten();
    let Some((study, owner)) = found else { return Ok(None) };
    let mut query = connection.prepare_cached(
        "SELECT player, name, EXISTS (SELECT 1 FROM accounts WHERE accounts.player = study_members.player), role
         FROM study_members JOIN players ON players.id = player WHERE study = ? ORDER BY lower(name), player",
    )?;
    let members = query.query_map([id], |row| {
        let role = StudyRole::read(&row.get::<String>(3)?).unwrap_or(StudyRole::Read);
        Ok(Member { player: row.get(0)?, name: names::shown(row.get(1)?, row.get(2)?), role })
    })?;
    let members = members.collect::<Result<Vec<_>, _>>()?;
    let mut query = connection
        .prepare_cached("SELECT number, title, variant FROM chapters WHERE study = ? ORDER BY place, number")?;
    let chapters = query
        .query_map([id], |row| Ok(ChapterHead { number: row.get(0)?, title: row.get(1)?, variant: row.get(2)? }))?;
    let chapters = chapters.collect::<Result<Vec<_>, _>>()?;
    Ok(Some(HeldStudy { study, owner, members, chapters }))
}

/// The row of a study; what can't be read is nothing that this program has written, and `fsck` reports it.
fn read(row: &Row<'_>) -> sql::Result<Option<Study>> {
    let Some(visibility) = Visibility::read(&row.get::<String>(3)?) else { return Ok(None) };
    Ok(Some(Study {
        id: row.get(0)?,
        owner: row.get(1)?,
        title: row.get(2)?,
        visibility,
        created: row.get(4)?,
        changed: row.get(5)?,
    }))
}

/// A chapter with all changes made. Of changes that can't be made `fsck` reports the first.
fn chapter(connection: &Connection, id: &StudyId, number: u32) -> sql::Result<Option<Chapter>> {
    let read = |row: &Row<'_>| {
        let [options, nodes]: [String; 2] = [row.get(2)?, row.get(4)?];
        let chapter = Chapter {
            number,
            title: row.get(0)?,
            variant: row.get(1)?,
            options: serde_json::from_str(&options).unwrap_or_default(),
            fen: row.get(3)?,
            nodes: serde_json::from_str::<Vec<StudyNode>>(&nodes).unwrap_or_default(),
            edits: row.get(5)?,
        };
        Ok((chapter, row.get::<u32>(6)?))
    };
    let found = connection
        .prepare_cached(
            "SELECT title, variant, options, fen, nodes, edits, folded FROM chapters WHERE study = ? AND number = ?",
        )?
        .query_row(params![id, number], read)
        .optional()?;
    let Some((mut chapter, folded)) = found else { return Ok(None) };
    for change in changes(connection, id, number, folded)? {
        let made =
            serde_json::from_str::<StudyChange>(&change).is_ok_and(|c| study::apply(&mut chapter.nodes, &c).is_ok());
        if !made {
            break;
        }
    }
    Ok(Some(chapter))
}

/// The changes of a chapter after one, in order, as JSON.
fn changes(connection: &Connection, id: &StudyId, number: u32, after: u32) -> sql::Result<Vec<String>> {
    connection
        .prepare_cached(
            "SELECT change FROM chapter_edits WHERE study = ? AND chapter = ? AND number > ? ORDER BY number",
        )?
        .query_map(params![id, number, after], |row| row.get(0))?
        .collect()
}

/// What is wrong with studies: words and JSON that can't be read, changes that are missing or can't be made.
pub(super) fn faults(connection: &Connection) -> sql::Result<Vec<String>> {
    let mut faults = Vec::new();
    let words = "SELECT id FROM studies WHERE visibility NOT IN ('public', 'unlisted', 'private')
        UNION SELECT study FROM study_members WHERE role NOT IN ('read', 'write') ORDER BY 1";
    for id in connection.prepare_cached(words)?.query_map([], |row| row.get::<String>(0))? {
        faults.push(format!("study {}: who may do what in it can't be read", id?));
    }
    let mut query = connection
        .prepare_cached("SELECT study, number, options, nodes, folded, edits FROM chapters ORDER BY study, number")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let (id, number): (StudyId, u32) = (row.get(0)?, row.get(1)?);
        let [options, nodes]: [String; 2] = [row.get(2)?, row.get(3)?];
        let (folded, edits): (u32, u32) = (row.get(4)?, row.get(5)?);
        let changes = changes(connection, &id, number, folded)?;
        if let Err(why) = sound(&options, &nodes, &changes, edits.checked_sub(folded)) {
            faults.push(format!("study {id}, chapter {number}: {why}"));
        }
    }
    Ok(faults)
}

fn sound(options: &str, nodes: &str, changes: &[String], expected: Option<u32>) -> Result<(), String> {
    let unreadable = |_| "it can't be read".to_owned();
    serde_json::from_str::<crate::domain::Options>(options).map_err(unreadable)?;
    let nodes: Vec<StudyNode> = serde_json::from_str(nodes).map_err(unreadable)?;
    let mut nodes = study::fit(nodes, |_| true).map_err(|error| error.message)?;
    if expected != u32::try_from(changes.len()).ok() {
        return Err("changes are missing, or too many".to_owned());
    }
    for (number, change) in (1..).zip(changes) {
        let change: StudyChange = serde_json::from_str(change).map_err(unreadable)?;
        study::apply(&mut nodes, &change)
            .map_err(|error| format!("change {number} of its last ones: {}", error.message))?;
    }
    Ok(())
}
