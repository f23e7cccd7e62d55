//! What is written of studies.

use crate::domain::{Chapter, PlayerId, Study, StudyId, StudyRole, Visibility};
use crate::store::sql::{self, Connection, params};
use spielraum_wire::StudyNode;

/// One thing that is written of a study.
#[derive(Clone, Debug)]
pub(crate) enum StudyWrite {
    New {
        study: Study,
        chapters: Vec<Chapter>,
    },
    Settings {
        id: StudyId,
        title: String,
        visibility: Visibility,
    },
    Remove {
        id: StudyId,
    },
    /// What a player may do in it from now on; without a role nothing more than others.
    Member {
        id: StudyId,
        player: PlayerId,
        role: Option<StudyRole>,
    },
    AddChapters {
        id: StudyId,
        chapters: Vec<Chapter>,
    },
    /// The title of a chapter.
    Chapter {
        id: StudyId,
        number: u32,
        title: String,
    },
    /// In which order its chapters stand.
    Order {
        id: StudyId,
        numbers: Vec<u32>,
    },
    RemoveChapter {
        id: StudyId,
        number: u32,
    },
    /// A change of a chapter as JSON, which is refused unless it comes after the one before.
    Edit {
        id: StudyId,
        chapter: u32,
        edit: u32,
        change: String,
    },
    /// Keeps a chapter with all changes made, so that they need not be made again.
    Fold {
        id: StudyId,
        chapter: u32,
        nodes: Vec<StudyNode>,
        edits: u32,
    },
}

impl StudyWrite {
    /// Whether more is stored afterwards.
    pub(super) fn grows(&self) -> bool {
        matches!(self, Self::New { .. } | Self::AddChapters { .. } | Self::Edit { .. })
    }

    /// The statement whose row must be there, by the parameters of the study, the chapter and its last change.
    pub(super) fn requires(&self) -> Option<(&'static str, (&StudyId, u32, u32))> {
        const STUDY: &str = "SELECT EXISTS (SELECT 1 FROM studies WHERE id = ?1 AND ?2 >= 0 AND ?3 >= 0)";
        const CHAPTER: &str = "SELECT EXISTS (SELECT 1 FROM chapters WHERE study = ?1 AND number = ?2 AND edits = ?3)";
        match self {
            Self::New { .. } | Self::Fold { .. } => None,
            Self::Edit { id, chapter, edit, .. } => Some((CHAPTER, (id, *chapter, edit - 1))),
            Self::Settings { id, .. }
            | Self::Remove { id }
            | Self::Member { id, .. }
            | Self::AddChapters { id, .. }
            | Self::Chapter { id, .. }
            | Self::Order { id, .. }
            | Self::RemoveChapter { id, .. } => Some((STUDY, (id, 0, 0))),
        }
    }

    pub(super) fn apply(&self, connection: &Connection, now: i64) -> sql::Result<()> {
        let run = |sql: &str, values: &[&dyn sql::ToSql]| connection.prepare_cached(sql)?.execute(values).map(|_| ());
        let changed = |id: &StudyId| run("UPDATE studies SET changed = ?2 WHERE id = ?1", params![id, now]);
        match self {
            Self::New { study: Study { id, owner, title, visibility, created, changed }, chapters } => {
                run(
                    "INSERT INTO studies (id, owner, title, visibility, created, changed) VALUES (?, ?, ?, ?, ?, ?)",
                    params![id, owner, title, visibility.word(), created, changed],
                )?;
                chapters.iter().try_for_each(|chapter| insert(connection, id, chapter))
            }
            Self::Settings { id, title, visibility } => run(
                "UPDATE studies SET title = ?2, visibility = ?3, changed = ?4 WHERE id = ?1",
                params![id, title, visibility.word(), now],
            ),
            Self::Remove { id } => run("DELETE FROM studies WHERE id = ?", params![id]),
            Self::Member { id, player, role: Some(role) } => run(
                "INSERT INTO study_members (study, player, role) VALUES (?, ?, ?)
                 ON CONFLICT (study, player) DO UPDATE SET role = excluded.role",
                params![id, player, role.word()],
            ),
            Self::Member { id, player, role: None } => {
                run("DELETE FROM study_members WHERE study = ? AND player = ?", params![id, player])
            }
            Self::AddChapters { id, chapters } => {
                chapters.iter().try_for_each(|chapter| insert(connection, id, chapter))?;
                changed(id)
            }
            Self::Chapter { id, number, title } => {
                run("UPDATE chapters SET title = ?3 WHERE study = ?1 AND number = ?2", params![id, number, title])?;
                changed(id)
            }
            Self::Order { id, numbers } => (0_u32..).zip(numbers).try_for_each(|(place, number)| {
                run("UPDATE chapters SET place = ?3 WHERE study = ?1 AND number = ?2", params![id, number, place])
            }),
            Self::RemoveChapter { id, number } => {
                run("DELETE FROM chapters WHERE study = ? AND number = ?", params![id, number])?;
                changed(id)
            }
            Self::Edit { id, chapter, edit, change } => {
                run(
                    "INSERT INTO chapter_edits (study, chapter, number, change) VALUES (?, ?, ?, ?)",
                    params![id, chapter, edit, change],
                )?;
                run("UPDATE chapters SET edits = ?3 WHERE study = ?1 AND number = ?2", params![id, chapter, edit])?;
                changed(id)
            }
            Self::Fold { id, chapter, nodes, edits } => {
                let nodes = serde_json::to_string(nodes).unwrap_or_default();
                run(
                    "UPDATE chapters SET nodes = ?3, folded = ?4 WHERE study = ?1 AND number = ?2 AND edits = ?4",
                    params![id, chapter, nodes, edits],
                )?;
                run(
                    "DELETE FROM chapter_edits WHERE study = ?1 AND chapter = ?2
                        AND number <= (SELECT folded FROM chapters WHERE study = ?1 AND number = ?2)",
                    params![id, chapter],
                )
            }
        }
    }
}

/// Adds a chapter behind the others.
fn insert(connection: &Connection, study: &StudyId, chapter: &Chapter) -> sql::Result<()> {
    let Chapter { number, title, variant, options, fen, nodes, edits } = chapter;
    let [options, nodes] =
        [serde_json::to_string(options), serde_json::to_string(nodes)].map(Result::unwrap_or_default);
    connection
        .prepare_cached(
            "INSERT INTO chapters (study, number, place, title, variant, options, fen, nodes, folded, edits)
             VALUES (?1, ?2, (SELECT coalesce(max(place), -1) + 1 FROM chapters WHERE study = ?1), ?3, ?4, ?5, ?6, ?7, ?8, ?8)",
        )?
        .execute(params![study, number, title, variant, options, fen, nodes, edits])
        .map(|_| ())
}
