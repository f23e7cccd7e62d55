//! Seeks are created, accepted and withdrawn.

use super::{Happened, Lobby};
use crate::app::App;
use crate::domain::{
    Challenge, Choice, Decline, DefinitionId, GameId, Options, PlayerId, Range, Record, Seek, SeekId, Sought, Terms,
    Wanted, Wish,
};
use crate::error::{ApiError, ApiResult};
use crate::ratings;
use crate::resources::Client;
use crate::store::{Limit, Write};
use crate::variants::{Variant, workshop};
use rand::Rng;
use rand::seq::SliceRandom;
use spielraum_play::{Opponent, Seat};
use spielraum_rules::Color;
use std::sync::Arc;
use std::time::Instant;

/// What a new seek, and the game that begins with one, are charged with, in bytes.
const SEEK: u32 = 512;
const GAME: u32 = 1_024;

/// Challenges that wait for the answer of one player.
const CHALLENGES: usize = 50;

/// How many seeks are tried that fit before a new one is opened.
const TRIES: usize = 32;

/// How often the seeks are read again because something has changed meanwhile.
const READINGS: usize = 5;

/// Why a game does not begin with a seek that fits, and others are tried.
const PASSED_OVER: [&str; 7] =
    ["seek-gone", "taken-down", "no-such-variant", "out-of-range", "met-often", "aborted-often", "no-account"];

/// A player who does something in the lobby, and what must still be so when that is stored.
pub(crate) struct Seeker {
    pub client: Client,
    pub player: PlayerId,
    pub requires: Option<Write>,
}

/// What has become of a wish.
#[derive(Debug)]
pub(crate) enum Answer {
    /// It is an open seek.
    Waiting(Arc<Sought>),
    /// It fits another one, and the game has begun.
    Paired(GameId),
}

/// Two players who begin a game: the seek that is accepted, what both want, which of it, and the other's wish.
struct Agreed<'a> {
    seek: &'a Seek,
    wanted: Wanted,
    variant: Option<&'a str>,
    /// The side that the player who accepts has asked for.
    side: Option<Color>,
    /// Which ratings that player wants.
    range: Range,
    /// The seek of the player who accepts, which ends, too.
    own: Option<&'a SeekId>,
}

/// Two players who would play a rated game with each other.
struct Meeting<'a> {
    seek: &'a Seek,
    /// Which ratings the player who accepts wants.
    range: Range,
    player: &'a PlayerId,
    /// The side of the player who seeks.
    of_seeker: Color,
}

impl Meeting<'_> {
    /// Whether each has a rating that the other wants.
    async fn suits(&self, app: &App, terms: &Terms) -> ApiResult<bool> {
        let of_seeker = app.store.standing(&self.seek.player, terms.ladder(self.of_seeker)).await?;
        let of_other = app.store.standing(self.player, terms.ladder(!self.of_seeker)).await?;
        Ok(self.range.has(of_seeker.points) && self.seek.wish.range.has(of_other.points))
    }
}

impl Lobby {
    /// Begins a game if an open seek fits a wish, or opens a seek for it. A player has one seek for the same.
    pub async fn seek(&self, app: &App, by: &Seeker, wish: Wish) -> ApiResult<Answer> {
        if let Some(same) = self.same(&by.player, &wish, None) {
            return Ok(Answer::Waiting(same));
        }
        if wish.rated {
            ratings::may_begin(app, &by.player).await?;
        }
        if let Some(game) = self.pair(app, by, &wish, None).await? {
            return Ok(Answer::Paired(game));
        }
        let seek = Seek::new(by.player.clone(), wish, app.store.moment());
        self.store(app, by, seek.clone()).await?;
        let Some(sought) = app.store.seek(&seek.id).await?.map(Arc::new) else {
            // Somebody has accepted it already, and the socket says so.
            return Ok(Answer::Waiting(Arc::new(Sought { seek, name: String::new(), challenged: None, rating: None })));
        };
        self.opened(sought.clone());
        // Another that fits may have been opened meanwhile. Each looks for the other when its own is there, so that one of
        // them finds it.
        let Seek { id, wish, .. } = &sought.seek;
        match self.pair(app, by, wish, Some(id)).await {
            Ok(Some(game)) => Ok(Answer::Paired(game)),
            Ok(None) => Ok(Answer::Waiting(sought)),
            Err(error) => {
                // The seek is open all the same.
                tracing::debug!(error.message, "two seeks that fit did not become a game");
                Ok(Answer::Waiting(sought))
            }
        }
    }

    /// Challenges an account by its name: a seek that its owner alone sees and accepts.
    pub async fn challenge(&self, app: &App, by: &Seeker, name: &str, wish: Wish) -> ApiResult<Arc<Sought>> {
        let unknown =
            || ApiError::impossible("no-such-account", "There is no account of this name. Check its spelling.");
        let account = app.store.account(name.trim()).await?.filter(|account| !account.barred).ok_or_else(unknown)?;
        if account.player == by.player {
            return Err(ApiError::impossible("own-seek", "This is your own name. Challenge somebody else."));
        }
        if app.store.blocked(&by.player, &account.player).await? {
            return Err(blocked());
        }
        if wish.rated {
            ratings::may_begin(app, &by.player).await?;
        }
        let challenge = Challenge { player: account.player, declined: None };
        if let Some(same) = self.same(&by.player, &wish, Some(&challenge)) {
            return Ok(same);
        }
        let seek = Seek { challenge: Some(challenge), ..Seek::new(by.player.clone(), wish, app.store.moment()) };
        let id = seek.id.clone();
        self.store(app, by, seek).await?;
        let sought = Arc::new(app.store.seek(&id).await?.ok_or_else(SeekId::gone)?);
        self.opened(sought.clone());
        self.tell(Happened::Made, &sought);
        Ok(sought)
    }

    /// Declines a challenge, which stays with the player who made it until that one withdraws it.
    pub async fn decline(
        &self,
        app: &App,
        player: &PlayerId,
        requires: Option<Write>,
        (id, reason): (&SeekId, Decline),
    ) -> ApiResult<()> {
        let decline = Write::DeclineSeek { id: id.clone(), player: player.clone(), reason };
        app.store.writer().write(requires.into_iter().chain([decline]).collect()).await?;
        if let Some(sought) = app.store.seek(id).await?.map(Arc::new) {
            self.opened(sought.clone());
            self.tell(Happened::Declined, &sought);
        }
        Ok(())
    }

    /// Stores a new seek within what a player may have.
    async fn store(&self, app: &App, by: &Seeker, seek: Seek) -> ApiResult<()> {
        app.resources.rate_limits.seek(by.client)?;
        app.resources.rate_limits.storage(by.client, Some(&by.player), SEEK)?;
        let limits = &app.config.limits;
        let mut writes: Vec<Write> = by.requires.iter().cloned().collect();
        writes.push(Write::Within(Limit::Seeks { player: by.player.clone(), most: limits.seeks_each }));
        writes.push(Write::Within(Limit::Lobby { most: limits.seeks }));
        if let Some(challenge) = &seek.challenge {
            writes.push(Write::Within(Limit::Challenges { player: challenge.player.clone(), most: CHALLENGES }));
        }
        writes.push(Write::NewSeek(Box::new(seek)));
        app.store.writer().write(writes).await
    }

    /// Begins a game with the oldest open seek that fits, if there is one; the player's own seek ends with it.
    async fn pair(&self, app: &App, by: &Seeker, wish: &Wish, own: Option<&SeekId>) -> ApiResult<Option<GameId>> {
        for (sought, wanted) in self.fitting(&by.player, wish).into_iter().take(TRIES) {
            let seek = &sought.seek;
            if app.store.blocked(&by.player, &seek.player).await? {
                continue;
            }
            let agreed = Agreed { seek, wanted, variant: None, side: wish.side, range: wish.range, own };
            match self.begin(app, by, agreed).await {
                Ok(game) => return Ok(Some(game)),
                Err(error) if PASSED_OVER.contains(&error.code) => {}
                Err(error) => return Err(error),
            }
            if app.store.seek(&seek.id).await?.is_none() {
                self.ended(|other| other.seek.id == seek.id);
            }
            // Somebody may have accepted the player's own.
            if let Some(own) = own
                && app.store.seek(own).await?.is_none()
            {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// Accepts a seek: its game begins, in which the player who seeks has the side that was asked for.
    pub async fn accept(&self, app: &App, by: &Seeker, id: &SeekId, variant: Option<&str>) -> ApiResult<GameId> {
        let Some(Sought { seek, .. }) = app.store.seek(id).await? else {
            self.ended(|sought| sought.seek.id == *id);
            return Err(SeekId::gone());
        };
        let is_open = seek.challenge.is_none() || seek.challenges(&by.player);
        if !is_open && seek.player != by.player {
            return Err(SeekId::gone());
        }
        if seek.player == by.player {
            let message = "This is your own seek. Withdraw it, or wait until somebody accepts it.";
            return Err(ApiError::conflict("own-seek", message));
        }
        if app.store.blocked(&by.player, &seek.player).await? {
            return Err(blocked());
        }
        let wanted = seek.wish.wanted.clone();
        let agreed = Agreed { seek: &seek, wanted, variant, side: None, range: Range::default(), own: None };
        self.begin(app, by, agreed).await
    }

    /// Withdraws a player's own seek.
    pub async fn withdraw(&self, app: &App, player: &PlayerId, requires: Option<Write>, id: &SeekId) -> ApiResult<()> {
        let Some(Sought { seek, .. }) = app.store.seek(id).await? else {
            self.ended(|sought| sought.seek.id == *id);
            return Err(SeekId::gone());
        };
        if seek.player != *player {
            return Err(ApiError::forbidden("not-yours", "This is somebody else's seek."));
        }
        let taken = Write::TakeSeek { id: id.clone(), player: player.clone() };
        app.store.writer().write(requires.into_iter().chain([taken]).collect()).await?;
        self.cancelled(id);
        Ok(())
    }

    /// Takes up that its player has ended a seek.
    fn cancelled(&self, id: &SeekId) {
        let sought = self.find(id);
        self.ended(|sought| sought.seek.id == *id);
        if let Some(sought) =
            sought.filter(|sought| sought.seek.challenge.as_ref().is_some_and(|to| to.declined.is_none()))
        {
            self.tell(Happened::Cancelled, &sought);
        }
    }

    /// Begins the game of two players who agree, in the transaction that ends the seek.
    async fn begin(&self, app: &App, by: &Seeker, agreed: Agreed<'_>) -> ApiResult<GameId> {
        let Agreed { seek, wanted, variant, side, range, own } = agreed;
        let limit = Limit::Games { player: by.player.clone(), most: app.config.limits.games_each };
        app.store.must_be_within(limit.clone()).await?;
        let random = if rand::rng().random() { Color::White } else { Color::Black };
        let of_seeker = seek.wish.side.or(side.map(|side| !side)).unwrap_or(random);
        let meeting = Meeting { seek, range, player: &by.player, of_seeker };
        let (variant, terms) = chosen(app, &wanted, variant, &meeting).await?;
        let mut seats = Seat::all(&seek.player, of_seeker, Opponent::Friend);
        seats[!of_seeker] = Seat::Person(by.player.clone());
        let pairing = app.pairing(&variant, seats, seek.wish.control).await?;
        let record = Record::begin(pairing, by.player.clone(), app.store.moment()).rated(terms).helped(seek.wish.help);
        let game = record.id.clone();
        app.resources.rate_limits.storage(by.client, Some(&by.player), GAME)?;
        let mut writes: Vec<Write> = by.requires.iter().cloned().collect();
        let taken = [Some((&seek.id, &seek.player)), own.map(|own| (own, &by.player))].into_iter().flatten();
        writes.extend(taken.map(|(id, player)| Write::TakeSeek { id: id.clone(), player: player.clone() }));
        writes.extend([Write::Within(limit), Write::NewGame(Box::new(record))]);
        if let Some(definition) = DefinitionId::parse(&variant.view.id) {
            writes.push(Write::NewDefinition { id: definition.clone(), text: variant.view.definition.clone() });
            writes.extend(workshop::first_play(app, by.client, definition, &by.player).await?);
        }
        // Nobody plays two such games at once.
        let live = seek.wish.is_live();
        if live {
            writes.extend([&seek.player, &by.player].map(|player| Write::EndLiveSeeks { player: player.clone() }));
        }
        app.store.writer().write(writes).await?;
        self.ended(|Sought { seek: other, .. }| {
            let of_both = other.player == seek.player || other.player == by.player;
            other.id == seek.id || Some(&other.id) == own || (live && of_both && other.wish.is_live())
        });
        self.paired(&seek.player, &seek.id, &game);
        Ok(game)
    }

    /// Takes up the seeks that are stored.
    pub async fn read_again(&self, app: &App) {
        for _ in 0..READINGS {
            let read_at = self.changes();
            match app.store.seeks().await {
                Ok(all) => {
                    if self.take_up(read_at, all) {
                        return;
                    }
                }
                Err(error) => return tracing::warn!(%error, "the open seeks were not read"),
            }
        }
    }

    /// Ends the seeks of players who have gone, where both have to be there at once. What is stored is read again, so that
    /// nothing that was missed is missing for long.
    pub async fn end_of_absent(&self, app: &App) {
        let ended = self.abandoned(Instant::now(), |player| app.resources.numbers.is_here(player));
        if !ended.is_empty() {
            let writes = ended.iter().map(|id| Write::EndSeek { id: id.clone() }).collect();
            match app.store.writer().write(writes).await {
                Ok(()) => ended.iter().for_each(|id| self.cancelled(id)),
                Err(error) => tracing::warn!(error.message, "the seeks of players who have gone were not ended"),
            }
        }
        self.read_again(app).await;
    }
}

/// One of two players has blocked the other.
fn blocked() -> ApiError {
    ApiError::forbidden("blocked", "One of you does not want to play with the other any more.")
}

/// The game that is played, of those that may be, or the one that is asked for, and what it counts for. In a rated game both
/// players must have ratings that the other one wants.
async fn chosen(
    app: &App,
    wanted: &Wanted,
    asked: Option<&str>,
    meeting: &Meeting<'_>,
) -> ApiResult<(Arc<Variant>, Option<Terms>)> {
    let mut refused = ApiError::impossible("not-wanted", "This game is not among those that may be played.");
    let usual = |id: &str| (id.to_owned(), Options::new());
    let mut games: Vec<(String, Options)> = match (wanted, asked) {
        (Wanted::Games(games), asked) => {
            let fits = |choice: &&Choice| asked.is_none_or(|asked| choice.variant == asked);
            games.iter().filter(fits).map(|choice| (choice.variant.clone(), choice.options.clone())).collect()
        }
        (Wanted::Group(_), Some(asked)) => vec![usual(asked)],
        (Wanted::Group(_), None) => spielraum_catalogue::ids().map(usual).collect(),
    };
    games.shuffle(&mut rand::rng());
    if meeting.seek.wish.rated {
        ratings::may_meet(app, meeting.player, &meeting.seek.player).await?;
    }
    for (id, options) in games {
        let variant = app.variant(&id, &options).await?;
        if matches!(wanted, Wanted::Group(group) if !variant.is_usual() || !group.has(variant.summary.dimensions)) {
            continue;
        }
        if !meeting.seek.wish.rated {
            return Ok((variant, None));
        }
        let terms = ratings::terms(app, &variant, meeting.seek.wish.control).await?;
        if meeting.suits(app, &terms).await? {
            return Ok((variant, Some(terms)));
        }
        refused =
            ApiError::forbidden("out-of-range", "One of you wants to play with other ratings than the other has.");
    }
    Err(refused)
}
