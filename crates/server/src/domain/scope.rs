//! What a token lets programs do for a player.

/// What a program may do besides reading what the player sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Move, resign, offer (a rematch, too) and chat in the player's games.
    Play,
    /// Begin and join games, create and accept seeks, join and leave tournaments.
    Seek,
}

impl Scope {
    pub const ALL: [Self; 2] = [Self::Play, Self::Seek];

    /// The word for it in the interface and in the database.
    pub fn word(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Seek => "seek",
        }
    }

    /// The scopes that were written as words with spaces between them.
    pub fn read(words: &str) -> Vec<Self> {
        Self::ALL.into_iter().filter(|scope| words.split(' ').any(|word| word == scope.word())).collect()
    }

    /// Those words.
    pub fn written(scopes: &[Self]) -> String {
        let of = Self::ALL.into_iter().filter(|scope| scopes.contains(scope));
        of.map(Self::word).collect::<Vec<_>>().join(" ")
    }
}

/// What a request needs if it comes with a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// Any token will do.
    Any,
    One(Scope),
    /// No token will do: only the player does that, in a browser.
    Player,
}

impl Need {
    /// What a request needs, by its method and the pattern of its path. What is not listed only the player does.
    pub fn of(method: &str, path: &str) -> Self {
        let below = |start: &str| path.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        match method {
            _ if [
                "/api/me/",
                "/api/tokens",
                "/api/blocks",
                "/api/session",
                "/api/password",
                "/api/mail",
                "/api/push",
                "/api/webhooks",
                "/api/vacation",
                "/api/two-factor",
            ]
            .iter()
            .any(|at| path.starts_with(at)) =>
            {
                Self::Player
            }
            _ if below("/api/bot") || path == "/api/stream/event" || path == "/api/games/{id}/socket" => {
                Self::One(Scope::Play)
            }
            // They let others see that somebody is there, or take the engine's time.
            "GET" if path == "/api/lobby/socket" => Self::One(Scope::Seek),
            "GET" if path == "/api/studies/{id}/socket" => Self::Player,
            "GET" if ["/api/analysis", "/api/games/{id}/note"].contains(&path) => Self::One(Scope::Play),
            "GET" => Self::Any,
            "POST"
                if ["/api/games", "/api/games/{id}/join"].contains(&path)
                    || below("/api/lobby")
                    || below("/api/challenge") =>
            {
                Self::One(Scope::Seek)
            }
            "POST" if below("/api/tournaments/{id}") => Self::One(Scope::Seek),
            "DELETE" if below("/api/lobby") => Self::One(Scope::Seek),
            "POST" if ["/api/games/{id}/abort", "/api/games/{id}/claim"].contains(&path) => Self::One(Scope::Play),
            "PUT" if ["/api/games/{id}/plan", "/api/games/{id}/note"].contains(&path) => Self::One(Scope::Play),
            "POST"
                if ["/api/positions", "/api/lines", "/api/threats", "/api/setups", "/api/solve", "/api/import"]
                    .contains(&path) =>
            {
                Self::Any
            }
            _ => Self::Player,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_opens_what_its_scopes_say_and_never_the_account() {
        let play = [
            ("GET", "/api/games/{id}/socket"),
            ("POST", "/api/bot/game/{id}/move/{text}"),
            ("GET", "/api/bot/game/stream/{id}"),
            ("GET", "/api/games/{id}/note"),
            ("GET", "/api/analysis"),
        ];
        for (method, path) in play {
            assert_eq!(Need::of(method, path), Need::One(Scope::Play), "{method} {path}");
        }
        for (method, path) in [
            ("POST", "/api/games"),
            ("POST", "/api/lobby/{id}/accept"),
            ("POST", "/api/tournaments/{id}/join"),
            ("DELETE", "/api/lobby/{id}"),
        ] {
            assert_eq!(Need::of(method, path), Need::One(Scope::Seek), "{method} {path}");
        }
        for (method, path) in
            [("GET", "/api/me"), ("GET", "/api/games/{id}"), ("POST", "/api/positions"), ("GET", "/api/lobby")]
        {
            assert_eq!(Need::of(method, path), Need::Any, "{method} {path}");
        }
        for (method, path) in [
            ("PUT", "/api/me"),
            ("GET", "/api/me/export"),
            ("POST", "/api/me/deletion"),
            ("GET", "/api/tokens"),
            ("POST", "/api/tokens"),
            ("DELETE", "/api/games/{id}"),
            ("POST", "/api/games/{id}/report"),
            ("POST", "/api/accounts"),
            ("PUT", "/api/password"),
            ("DELETE", "/api/sessions"),
            ("POST", "/api/published"),
            ("POST", "/api/tournaments"),
            ("POST", "/api/botany"),
        ] {
            assert_eq!(Need::of(method, path), Need::Player, "{method} {path}");
        }
    }

    #[test]
    fn scopes_are_words() {
        for scopes in [&[][..], &[Scope::Play], &[Scope::Seek], &Scope::ALL] {
            assert_eq!(Scope::read(&Scope::written(scopes)), scopes);
        }
        assert_eq!(Scope::read("admin playing  seek"), [Scope::Seek]);
    }
}
