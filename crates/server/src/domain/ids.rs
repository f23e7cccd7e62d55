//! Ids: names that nobody can guess, and names made of content. Each kind is a type of its own, parsed once where a request
//! names one.

use crate::error::ApiError;
use rand::Rng;
use sha2::{Digest, Sha256};
use spielraum_queries::{base32, workshop};
use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

/// Declares a kind of id: text that is cheap to clone and compares with ids of its kind only.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub(crate) struct $name(Arc<str>);

        impl $name {
            /// An id as it is stored.
            pub fn stored(text: &str) -> Self {
                Self(text.into())
            }

            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        #[cfg(test)]
        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self::stored(text)
            }
        }
    };
}

id! {
    /// The id of a game.
    GameId
}

id! {
    /// The id of a player.
    PlayerId
}

id! {
    /// The id of a definition of the workshop, made of its text.
    DefinitionId
}

id! {
    /// The id of an open seek.
    SeekId
}

id! {
    /// The id of a tournament.
    TournamentId
}

id! {
    /// The id of a study.
    StudyId
}

id! {
    /// The id of a session: a hash of its secret.
    SessionId
}

id! {
    /// The id of a link in a letter: a hash of its secret.
    LinkId
}

/// The longest id of a game that a client can name, in bytes.
const LONGEST: usize = 64;

impl GameId {
    /// A new id: 60 random bits, short enough for a link.
    pub fn random() -> Self {
        Self::stored(&short())
    }

    /// The game that a client names.
    pub fn parse(text: &str) -> Result<Self, ApiError> {
        let possible = text.len() <= LONGEST && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if possible { Ok(Self::stored(text)) } else { Err(Self::unknown()) }
    }

    /// There is no game of this id.
    pub fn unknown() -> ApiError {
        ApiError::not_found("no-such-game", "There is no such game; its link may be incomplete.")
    }
}

impl SeekId {
    /// A new id, short enough for a link.
    pub fn random() -> Self {
        Self::stored(&short())
    }

    /// The seek that a client names.
    pub fn parse(text: &str) -> Result<Self, ApiError> {
        let possible = text.len() <= LONGEST && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if possible { Ok(Self::stored(text)) } else { Err(Self::gone()) }
    }

    /// There is no such seek, or no longer.
    pub fn gone() -> ApiError {
        ApiError::conflict("seek-gone", "This seek is no longer open: somebody has accepted it, or it was withdrawn.")
    }
}

impl TournamentId {
    /// A new id, short enough for a link.
    pub fn random() -> Self {
        Self::stored(&short())
    }

    /// The tournament that a client names.
    pub fn parse(text: &str) -> Result<Self, ApiError> {
        let possible = text.len() <= LONGEST && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if possible { Ok(Self::stored(text)) } else { Err(Self::unknown()) }
    }

    /// There is no tournament of this id.
    pub fn unknown() -> ApiError {
        ApiError::not_found("no-such-tournament", "There is no such tournament; its link may be incomplete.")
    }

    /// Nobody joins it any more.
    pub fn closed() -> ApiError {
        ApiError::conflict("tournament-closed", "Nobody can join this tournament any more. The list has others.")
    }
}

impl StudyId {
    /// A new id, short enough for a link.
    pub fn random() -> Self {
        Self::stored(&short())
    }

    /// The study that a client names.
    pub fn parse(text: &str) -> Result<Self, ApiError> {
        let possible = text.len() <= LONGEST && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if possible { Ok(Self::stored(text)) } else { Err(Self::unknown()) }
    }

    /// There is no study of this id that the caller may see.
    pub fn unknown() -> ApiError {
        let message = "There is no such study, or it is private. Log in if you are a member, or ask its owner.";
        ApiError::not_found("no-such-study", message)
    }
}

impl PlayerId {
    /// A new id: 120 random bits.
    pub fn random() -> Self {
        Self::stored(&base32(&rand::rng().random::<[u8; 15]>()))
    }

    /// The player who stands for all who have deleted themselves; nobody can be it.
    pub fn deleted() -> Self {
        Self::stored(DELETED)
    }

    pub fn is_deleted(&self) -> bool {
        self.as_str() == DELETED
    }
}

/// The id of [`PlayerId::deleted`] in the database.
pub(crate) const DELETED: &str = "deleted";

impl DefinitionId {
    /// The id of a text.
    pub fn of(text: &str) -> Self {
        Self::stored(&workshop::definition_id(text))
    }

    /// The definition that a variant's id names, unless the variant is one of the catalogue.
    pub fn parse(variant: &str) -> Option<Self> {
        workshop::is_definition_id(variant).then(|| Self::stored(variant))
    }
}

impl Borrow<str> for DefinitionId {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl SessionId {
    /// The id of the session with this secret.
    pub fn of(secret: &str) -> Self {
        Self::stored(&hash(secret))
    }
}

impl LinkId {
    /// Nobody can follow the link any more.
    pub fn over() -> ApiError {
        ApiError::forbidden("link-over", "This link was used already, or is too old. Ask for another one.")
    }

    /// The id of the link with this secret.
    pub fn of(secret: &str) -> Self {
        Self::stored(&hash(secret))
    }
}

fn hash(secret: &str) -> String {
    let hash: [u8; 32] = Sha256::digest(secret.as_bytes()).into();
    base32(&hash)
}

/// A new name of something that lasts: 60 random bits.
pub(crate) fn short() -> String {
    base32(&rand::rng().random::<[u8; 8]>())[..12].to_owned()
}

/// A new secret of a session: 256 random bits.
pub(crate) fn secret() -> String {
    base32(&rand::rng().random::<[u8; 32]>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_have_their_length_and_differ() {
        assert_eq!((GameId::random().as_str().len(), PlayerId::random().as_str().len()), (12, 24));
        assert_ne!(GameId::random(), GameId::random());
        assert_eq!((secret().len(), SessionId::of("a").as_str().len()), (52, 52));
        assert_ne!(secret(), secret());
        assert_eq!(SessionId::of("a").as_str(), LinkId::of("a").as_str());
        assert_ne!(SessionId::of("a"), SessionId::of("b"));
        assert!(PlayerId::deleted().is_deleted() && !PlayerId::random().is_deleted());
    }

    #[test]
    fn only_what_may_be_an_id_is_read_as_one() {
        let game = GameId::random();
        assert_eq!(GameId::parse(game.as_str()).unwrap(), game);
        for bad in ["../x", "a b", "é", &"x".repeat(LONGEST + 1)] {
            assert_eq!(GameId::parse(bad).unwrap_err().code, "no-such-game", "{bad:?}");
        }
        assert!(GameId::parse("a-b").is_ok());
        for bad in ["../x", "a-b", "é", &"x".repeat(LONGEST + 1)] {
            assert_eq!(SeekId::parse(bad).unwrap_err().code, "seek-gone", "{bad:?}");
            assert_eq!(TournamentId::parse(bad).unwrap_err().code, "no-such-tournament", "{bad:?}");
            assert_eq!(StudyId::parse(bad).unwrap_err().code, "no-such-study", "{bad:?}");
        }
        let longest = "x".repeat(LONGEST);
        assert_eq!(SeekId::parse(&longest).unwrap().as_str(), longest);
        assert_eq!(TournamentId::parse(&longest).unwrap().as_str(), longest);
        assert_eq!(StudyId::parse(&longest).unwrap().as_str(), longest);
        let definition = DefinitionId::of("title \"A\"");
        assert_eq!(Borrow::<str>::borrow(&definition), definition.as_str());
        assert_eq!(DefinitionId::parse(definition.as_str()), Some(definition));
        assert_eq!(DefinitionId::parse("w-other"), None);
    }
}
