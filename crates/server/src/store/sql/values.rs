//! What goes into statements and comes out of rows: whole numbers and texts.

use crate::domain::{DefinitionId, GameId, LinkId, PlayerId, SeekId, SessionId, StudyId, TournamentId};

/// A parameter of a statement. It has a kind even if it is nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Parameter<'v> {
    Integer(Option<i64>),
    /// No column has one.
    Real(Option<f64>),
    Text(Option<&'v str>),
}

/// What a column holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value<'v> {
    Null,
    Integer(i64),
    Text(&'v str),
    /// Something that this program writes nowhere, in words.
    Other(&'static str),
}

impl Value<'_> {
    /// Of what kind it is, in words: what it is may be nobody's business.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "nothing",
            Self::Integer(_) => "a whole number",
            Self::Text(_) => "a text",
            Self::Other(kind) => kind,
        }
    }
}

/// What can be a parameter.
pub(crate) trait ToSql {
    fn parameter(&self) -> Parameter<'_>;
    /// Nothing of this kind.
    fn nothing() -> Parameter<'static>
    where
        Self: Sized;
}

/// What a column can be read as.
pub(crate) trait FromSql: Sized {
    /// Nothing if the column holds something else.
    fn read(value: Value<'_>) -> Option<Self>;
}

macro_rules! integers {
    ($($integer:ty),*) => { $(
        impl ToSql for $integer {
            fn parameter(&self) -> Parameter<'_> {
                Parameter::Integer(Some((*self).into()))
            }

            fn nothing() -> Parameter<'static> {
                Parameter::Integer(None)
            }
        }

        impl FromSql for $integer {
            fn read(value: Value<'_>) -> Option<Self> {
                match value {
                    Value::Integer(number) => number.try_into().ok(),
                    _ => None,
                }
            }
        }
    )* };
}

integers!(u8, u32, i32, i64);

macro_rules! ids {
    ($($id:ident),*) => { $(
        impl ToSql for $id {
            fn parameter(&self) -> Parameter<'_> {
                Parameter::Text(Some(self.as_str()))
            }

            fn nothing() -> Parameter<'static> {
                Parameter::Text(None)
            }
        }

        impl FromSql for $id {
            fn read(value: Value<'_>) -> Option<Self> {
                match value {
                    Value::Text(text) => Some(Self::stored(text)),
                    _ => None,
                }
            }
        }
    )* };
}

ids!(GameId, PlayerId, DefinitionId, SeekId, SessionId, LinkId, StudyId, TournamentId);

impl ToSql for bool {
    fn parameter(&self) -> Parameter<'_> {
        Parameter::Integer(Some((*self).into()))
    }

    fn nothing() -> Parameter<'static> {
        Parameter::Integer(None)
    }
}

impl FromSql for bool {
    fn read(value: Value<'_>) -> Option<Self> {
        i64::read(value).map(|number| number != 0)
    }
}

impl ToSql for f64 {
    fn parameter(&self) -> Parameter<'_> {
        Parameter::Real(Some(*self))
    }

    fn nothing() -> Parameter<'static> {
        Parameter::Real(None)
    }
}

impl ToSql for &str {
    fn parameter(&self) -> Parameter<'_> {
        Parameter::Text(Some(self))
    }

    fn nothing() -> Parameter<'static> {
        Parameter::Text(None)
    }
}

impl ToSql for String {
    fn parameter(&self) -> Parameter<'_> {
        Parameter::Text(Some(self))
    }

    fn nothing() -> Parameter<'static> {
        Parameter::Text(None)
    }
}

impl FromSql for String {
    fn read(value: Value<'_>) -> Option<Self> {
        match value {
            Value::Text(text) => Some(text.to_owned()),
            _ => None,
        }
    }
}

impl<T: ToSql> ToSql for &T {
    fn parameter(&self) -> Parameter<'_> {
        (**self).parameter()
    }

    fn nothing() -> Parameter<'static> {
        T::nothing()
    }
}

impl<T: ToSql> ToSql for Option<T> {
    fn parameter(&self) -> Parameter<'_> {
        match self {
            Some(value) => value.parameter(),
            None => T::nothing(),
        }
    }

    fn nothing() -> Parameter<'static> {
        T::nothing()
    }
}

impl<T: FromSql> FromSql for Option<T> {
    fn read(value: Value<'_>) -> Option<Self> {
        match value {
            Value::Null => Some(None),
            value => T::read(value).map(Some),
        }
    }
}

/// The parameters of a statement, in the order of their numbers.
pub(crate) trait Params {
    fn with<R>(self, run: impl FnOnce(&[Parameter<'_>]) -> R) -> R;
}

impl Params for [(); 0] {
    fn with<R>(self, run: impl FnOnce(&[Parameter<'_>]) -> R) -> R {
        run(&[])
    }
}

impl<T: ToSql> Params for [T; 1] {
    fn with<R>(self, run: impl FnOnce(&[Parameter<'_>]) -> R) -> R {
        run(&self.each_ref().map(T::parameter))
    }
}

impl<T: ToSql> Params for [T; 2] {
    fn with<R>(self, run: impl FnOnce(&[Parameter<'_>]) -> R) -> R {
        run(&self.each_ref().map(T::parameter))
    }
}

impl Params for &[&dyn ToSql] {
    fn with<R>(self, run: impl FnOnce(&[Parameter<'_>]) -> R) -> R {
        run(&self.iter().map(|parameter| parameter.parameter()).collect::<Vec<_>>())
    }
}

/// Parameters of several kinds.
macro_rules! params {
    ($($parameter:expr),* $(,)?) => {
        &[$(&$parameter as &dyn $crate::store::sql::ToSql),*] as &[&dyn $crate::store::sql::ToSql]
    };
}
pub(crate) use params;

/// A statement whose parameters have names, as one with numbered ones, and the values of those that occur in it. No name may
/// be the beginning of another.
pub(crate) fn numbered<'p>(
    mut statement: String,
    parameters: &[(&str, &'p dyn ToSql)],
) -> (String, Vec<&'p dyn ToSql>) {
    let mut values = Vec::with_capacity(parameters.len());
    for (name, value) in parameters {
        if statement.contains(name) {
            values.push(*value);
            statement = statement.replace(name, &format!("?{}", values.len()));
        }
    }
    (statement, values)
}
