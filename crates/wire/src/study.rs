//! Studies: chapters with positions, moves, variations and remarks, written by several people at once.

use super::Options;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Who sees a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StudyVisibility {
    /// Everybody; it is listed.
    Public,
    /// Everybody who has the link.
    Unlisted,
    /// Its members.
    Private,
}

/// What a member of a study may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StudyRole {
    Read,
    Write,
}

/// An arrow between two cells, by their names; one from a cell to itself marks it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyArrow {
    #[schema(max_length = 16)]
    pub from: String,
    #[schema(max_length = 16)]
    pub to: String,
}

/// A place in a chapter: the move that leads there, and what is written about it. The places of a chapter are listed in the order
/// of the text of a game with variations: each is followed by all that comes after it. The first one is the start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyNode {
    /// How many moves lead there: it comes after the last place before it that has one fewer.
    pub ply: u32,
    /// The text of the move; empty at the start.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schema(max_length = 64)]
    pub text: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schema(max_length = 2000)]
    pub comment: String,
    /// Judgements, by their numbers in PGN.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 8)]
    pub nags: Vec<u8>,
    /// What the variation is called that begins with the move.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schema(max_length = 80)]
    pub name: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 64)]
    pub arrows: Vec<StudyArrow>,
}

/// A change of a chapter. `path` has the texts of the moves that lead to a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum StudyChange {
    /// Adds a move after a place; if it is there, nothing changes.
    Add {
        path: Vec<String>,
        #[serde(rename = "move")]
        text: String,
    },
    /// Removes a move and all that follows it.
    Remove {
        path: Vec<String>,
    },
    /// Puts a move before the one that stands before it after the same place.
    Promote {
        path: Vec<String>,
    },
    Comment {
        path: Vec<String>,
        text: String,
    },
    Nags {
        path: Vec<String>,
        nags: Vec<u8>,
    },
    Name {
        path: Vec<String>,
        text: String,
    },
    Arrows {
        path: Vec<String>,
        arrows: Vec<StudyArrow>,
    },
}

/// A chapter that is to be added.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChapterRequest {
    #[schema(max_length = 80)]
    pub title: String,
    #[schema(max_length = 64)]
    pub variant: String,
    #[serde(default)]
    pub options: Options,
    /// Where it begins; without it, at the start of the game.
    #[serde(default)]
    pub fen: Option<String>,
    /// Its places; without any, the start alone. At most 2,000.
    #[serde(default)]
    pub nodes: Vec<StudyNode>,
}

/// A study that is to be created.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyRequest {
    #[schema(max_length = 80)]
    pub title: String,
    pub visibility: StudyVisibility,
    /// At most 64.
    pub chapters: Vec<ChapterRequest>,
}

/// What its owner can change of a study.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StudySettings {
    #[schema(max_length = 80)]
    pub title: String,
    pub visibility: StudyVisibility,
}

/// What an account may do in a study.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyMemberRequest {
    /// The name of the account.
    #[schema(max_length = 64)]
    pub name: String,
    /// Without it, the account is no member any more.
    #[serde(default)]
    pub role: Option<StudyRole>,
}

/// What can be changed of a chapter besides its moves.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChapterSettings {
    #[schema(max_length = 80)]
    pub title: String,
    /// Its place among the chapters, from 0; without it, it stays where it is.
    #[serde(default)]
    pub place: Option<u32>,
}

/// Which studies are asked for.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StudiesQuery {
    /// Those of the caller, as owner or member, instead of the public ones.
    #[serde(default)]
    pub mine: bool,
    /// Words that occur in the title.
    #[serde(default)]
    #[param(max_length = 80)]
    pub search: String,
    /// Those that have a chapter of this game.
    #[serde(default)]
    #[param(max_length = 64)]
    pub variant: String,
    /// Those that were last changed before this, in milliseconds since 1970.
    #[serde(default)]
    pub before: Option<i64>,
}

/// A study in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StudySummary {
    pub id: String,
    pub title: String,
    pub visibility: StudyVisibility,
    /// The name of its owner.
    pub owner: String,
    /// Whether that is the caller.
    pub yours: bool,
    /// How many chapters it has.
    pub chapters: u32,
    /// The game of its first chapter.
    pub variant: String,
    /// Milliseconds since 1970.
    pub created: i64,
    pub changed: i64,
}

/// Studies, those first that were changed last.
#[derive(Debug, Serialize, ToSchema)]
pub struct Studies {
    pub studies: Vec<StudySummary>,
    /// Whether there are more that were changed earlier.
    pub more: bool,
}

/// A member of a study.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StudyMember {
    pub name: String,
    pub role: StudyRole,
}

/// A chapter in the list of a study.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChapterSummary {
    /// Its number, which stays the same.
    pub number: u32,
    pub title: String,
    pub variant: String,
}

/// A study.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Study {
    pub summary: StudySummary,
    /// Whether the caller may change its chapters.
    pub writes: bool,
    pub members: Vec<StudyMember>,
    pub chapters: Vec<ChapterSummary>,
}

/// A chapter of a study.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StudyChapter {
    pub number: u32,
    pub title: String,
    pub variant: String,
    pub options: Options,
    /// Where it begins.
    pub fen: String,
    pub nodes: Vec<StudyNode>,
    /// How many changes it has had. The next one has the number after that.
    pub edits: u32,
}

/// In which form a study is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StudyFormat {
    /// Portable Game Notation, a game for each chapter.
    #[default]
    Pgn,
    /// A line of JSON for each chapter, as `ChapterRequest`.
    Jsonl,
}

/// In which form a study is asked for.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StudyTextQuery {
    #[serde(default)]
    #[param(inline)]
    pub format: StudyFormat,
}

/// What a client says on a study's socket.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum StudyRequestMessage {
    Ping,
    /// Where somebody is who may change the study, so that others can follow.
    At {
        chapter: u32,
        path: Vec<String>,
    },
    /// Changes a chapter.
    Edit {
        /// A number by which the answer is recognized.
        request: u32,
        chapter: u32,
        change: StudyChange,
    },
}

/// Somebody who looks at a study and may change it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StudyVisitor {
    /// The number of the visit.
    pub visit: u32,
    pub name: String,
    /// Where the visitor is, once that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chapter: Option<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
}

/// What the server says on a study's socket: what changes from then on. The rest is to be asked when the socket is open.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum StudyMessage {
    /// The number of the caller's visit.
    Welcome {
        visit: u32,
    },
    /// Who is there: those who may change the study, and how many others.
    Present {
        people: Vec<StudyVisitor>,
        others: u32,
    },
    /// Somebody who may change the study has gone elsewhere in it.
    At {
        visit: u32,
        chapter: u32,
        path: Vec<String>,
    },
    /// A chapter has changed.
    Edit {
        chapter: u32,
        /// Which change of the chapter it is, from 1. A client that has not seen the one before asks for the chapter again.
        edit: u32,
        /// Whose it is.
        visit: u32,
        /// The number that the client gave it.
        request: u32,
        change: StudyChange,
    },
    /// The title, the members or the list of chapters have changed; ask for the study again.
    Changed,
    /// A change was not made. The client asks for the chapter again.
    Refused {
        #[serde(skip_serializing_if = "Option::is_none")]
        request: Option<u32>,
        code: String,
        message: String,
    },
    Pong,
}
