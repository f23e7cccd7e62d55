//! Pages with what other sites show where somebody links to them (Open Graph, Twitter cards), and pages that other sites
//! may show in a frame.

use super::guard::address;
use super::page_paths::{IN_FRAMES, PLAIN, SHOWN};
use super::tagged::tagged;
use super::{assets, pictures};
use crate::app::App;
use crate::cards::{Standing, Subject};
use crate::domain::{GameId, Options};
use crate::error::ApiResult;
use crate::html::escaped;
use crate::resources::{Client, Payer};
use crate::shelf;
use crate::variants::Variant;
use crate::wire;
use axum::Router;
use axum::extract::{MatchedPath, OriginalUri, State};
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::response::Response;
use axum::routing::get;
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

/// How long a page waits for its preview; then it goes without.
const PATIENCE: Duration = Duration::from_millis(1500);

/// With more bytes of moves than this a picture's address has the position that they lead to.
const LONG: usize = 400;

/// Marks the answers that other sites may show in a frame.
#[derive(Clone, Copy)]
pub(super) struct Framed;

/// What other sites show of a page.
struct Preview {
    title: String,
    description: String,
    /// The path and query of its picture, and what it shows in words.
    picture: String,
    alt: String,
}

/// The pages that show a position, and those that have a path of their own for another reason.
pub(super) fn router() -> Router<App> {
    let router = SHOWN.into_iter().fold(Router::new(), |router, path| router.route(path, get(page)));
    let router = PLAIN.into_iter().fold(router, |router, path| router.route(path, get(plain)));
    IN_FRAMES.into_iter().fold(router, |router, path| router.route(path, get(framed)))
}

/// A page, with its preview if there is something to show and time for it.
async fn page(
    State(app): State<App>,
    client: ApiResult<Client>,
    path: MatchedPath,
    OriginalUri(uri): OriginalUri,
    headers: HeaderMap,
) -> Response {
    let tags = async {
        let client = client.ok()?;
        app.resources.rate_limits.request(client).ok()?;
        let base = address(&app, &headers)?;
        let working = Payer::new(client.0, None).pay(preview(&app, path.as_str(), &uri));
        let preview = tokio::time::timeout(PATIENCE, working).await.ok()?.ok()??;
        Some(preview.tags(&base, &uri))
    };
    answer(&headers, &tags.await.unwrap_or_else(|| "<title>Spielraum</title>".to_owned()))
}

/// A page of which other sites show nothing but its name.
async fn plain(headers: HeaderMap) -> Response {
    answer(&headers, "<title>Spielraum</title>")
}

/// A page that other sites may show in a frame.
async fn framed(headers: HeaderMap) -> Response {
    let mut response = answer(&headers, "<title>Spielraum</title>");
    response.extensions_mut().insert(Framed);
    response.headers_mut().insert(
        header::HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("cross-origin"),
    );
    response
}

fn answer(headers: &HeaderMap, title: &str) -> Response {
    let body = assets::page().replacen("<title>Spielraum</title>", title, 1);
    tagged(headers, "text/html; charset=utf-8", body.into_bytes())
}

/// What there is to show of an address; nothing for those that name no position.
async fn preview(app: &App, path: &str, uri: &Uri) -> ApiResult<Option<Preview>> {
    let id = uri.path().rsplit('/').next().unwrap_or_default();
    // Ids have no letters that an address must write otherwise.
    if id.is_empty() || !id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') {
        return Ok(None);
    }
    let query: Vec<(String, String)> =
        axum::extract::Query::try_from_uri(uri).map_or(Vec::new(), |axum::extract::Query(query)| query);
    let said = |name: &str| query.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
    let options =
        |own: &[&str]| -> Options { query.iter().filter(|(key, _)| !own.contains(&key.as_str())).cloned().collect() };
    match path {
        "/game/{id}" => game(app, id).await.map(Some),
        "/analysis/{id}" => {
            let variant = app.variant(id, &options(&["fen", "moves", "solve", "tags"])).await?;
            let moves = said("moves").map_or(Vec::new(), |text| main_line(&text));
            let plain = format!("A position of {}", variant.view.title);
            position(app, variant, said("fen"), moves, plain, "Look at it from all sides, and ask the engine.").await
        }
        "/puzzles/{id}" => {
            let variant = app.variant(id, &options(&["n", "day", "fen", "game"])).await?;
            let title = &variant.view.title;
            if said("fen").is_some() {
                let (title, words) =
                    (format!("{title}: find a better move"), "One went wrong here. Can you do better?");
                return position(app, variant, said("fen"), Vec::new(), title, words).await;
            }
            let number = said("n").and_then(|n| n.parse().ok()).unwrap_or(1);
            let Some(puzzle) = shelf::puzzle(id, number) else { return Ok(Some(start(&variant, id, ""))) };
            let moves = if puzzle.moves == 1 { "one move".to_owned() } else { format!("{} moves", puzzle.moves) };
            let (title, words) = (format!("{title}: win in {moves}"), "A puzzle to be solved in the browser.");
            position(app, variant, Some(puzzle.fen), Vec::new(), title, words).await
        }
        "/problems/{id}" => {
            let Some(problem) = shelf::problem(id) else { return Ok(None) };
            let variant = app.variant(&problem.variant, &problem.options).await?;
            let words = match problem.author.as_str() {
                "" => format!("{}, {}. Can you solve it?", variant.view.title, problem.stipulation),
                author => format!("{}, {}, by {author}. Can you solve it?", variant.view.title, problem.stipulation),
            };
            position(app, variant, Some(problem.fen), Vec::new(), problem.title, &words).await
        }
        "/new/{id}" if said("fen").is_some() => {
            let variant = app.variant(id, &options(&["fen"])).await?;
            let title = format!("Play {} from here", variant.view.title);
            position(app, variant, said("fen"), Vec::new(), title, "Against a friend or the engine.").await
        }
        _ => {
            let verb = match path {
                "/new/{id}" => "Play ",
                "/learn/{id}" => "Learn ",
                _ => "",
            };
            Ok(Some(start(&*app.variant(id, &Options::new()).await?, id, verb)))
        }
    }
}

/// A variant's own page.
fn start(variant: &Variant, id: &str, verb: &str) -> Preview {
    let wire::Variant { title, summary, .. } = &variant.view;
    let summary = summary.as_deref().unwrap_or("A chess game to be played in the browser.");
    Preview {
        title: format!("{verb}{title}"),
        description: summary.to_owned(),
        picture: pictures::position_path(id, &Options::new(), None, &[]),
        alt: format!("The start position of {title}"),
    }
}

async fn position(
    app: &App,
    variant: Arc<Variant>,
    fen: Option<String>,
    moves: Vec<String>,
    title: String,
    words: &str,
) -> ApiResult<Option<Preview>> {
    let subject = Subject::new(variant.clone(), fen.clone(), moves.clone());
    let Standing { text, fen: reached, .. } = subject.standing(&app.resources).await?;
    let long = moves.iter().map(String::len).sum::<usize>() > LONG;
    let (fen, moves) = if long { (Some(reached), Vec::new()) } else { (fen, moves) };
    let picture = pictures::position_path(&variant.view.id, &variant.chosen, fen.as_deref(), &moves);
    Ok(Some(Preview { alt: format!("{title}. {text}."), description: format!("{text}. {words}"), title, picture }))
}

/// A game as anyone with its address sees it.
async fn game(app: &App, id: &str) -> ApiResult<Preview> {
    let game = app.rooms.room(app, &GameId::parse(id)?).await?.look(|scene| scene.view(None)).await;
    let name = |player: &Option<wire::Player>| player.as_ref().map_or("a free seat".to_owned(), |one| one.name.clone());
    let (white, black) = (name(&game.players.white), name(&game.players.black));
    let stands = match (&game.result, game.status) {
        (Some(result), _) => result.text.clone(),
        (None, wire::GameStatus::Open) => "It waits for a second player".to_owned(),
        (None, _) => {
            let sides = app.variant(&game.variant, &game.options).await?.rules.spec().sides;
            let side = sides.of(game.position.side.into());
            format!("Move {}, {side} to move", game.moves.len() / 2 + 1)
        }
    };
    Ok(Preview {
        title: format!("{}: {white} – {black}", game.title),
        description: format!("{stands}. A game played on Spielraum."),
        picture: format!("/api/games/{id}/picture.png?ply={}", game.moves.len()),
        alt: format!("The board of a game of {}. {stands}.", game.title),
    })
}

/// A passed turn as the pages write it.
const PASS: &str = "--";

/// The moves of a line as the pages write it, without its comments, judgements and variations.
fn main_line(text: &str) -> Vec<String> {
    let (mut moves, mut word) = (Vec::new(), String::new());
    let (mut variations, mut comment) = (0_u32, false);
    for character in text.chars().chain([' ']) {
        match character {
            '}' => comment = false,
            _ if comment => {}
            '{' => comment = true,
            '(' => variations += 1,
            ')' => variations = variations.saturating_sub(1),
            _ if variations > 0 => {}
            _ if character.is_whitespace() => {
                let text = std::mem::take(&mut word);
                match text.trim_end_matches(['!', '?']) {
                    // From a passed turn on there is no line of legal moves.
                    PASS => break,
                    "" => {}
                    mark if mark.starts_with('$') => {}
                    text => moves.push(text.to_owned()),
                }
            }
            _ => word.push(character),
        }
    }
    moves
}

impl Preview {
    /// Title and tags for the head of the page at an address.
    fn tags(&self, base: &str, uri: &Uri) -> String {
        let (title, description) = (shortened(&self.title, 120), shortened(&self.description, 300));
        let path = uri.path_and_query().map_or("/", |path| path.as_str());
        let (url, image) = (format!("{base}{path}"), format!("{base}{}", self.picture));
        let (width, height) = spielraum_draw::CARD;
        let properties = [
            ("og:type", "website"),
            ("og:site_name", "Spielraum"),
            ("og:title", &title),
            ("og:description", &description),
            ("og:url", &url),
            ("og:image", &image),
            ("og:image:type", "image/png"),
            ("og:image:width", &width.to_string()),
            ("og:image:height", &height.to_string()),
            ("og:image:alt", &self.alt),
        ];
        let names = [
            ("twitter:card", "summary_large_image"),
            ("twitter:title", &title),
            ("twitter:description", &description),
            ("twitter:image", &image),
            ("twitter:image:alt", &self.alt),
        ];
        let mut html = format!("<title>{} · Spielraum</title>", escaped(&title));
        for (kind, list) in [("property", &properties[..]), ("name", &names[..])] {
            for (name, content) in list {
                let _ = write!(html, "\n    <meta {kind}=\"{name}\" content=\"{}\" />", escaped(content));
            }
        }
        html
    }
}

fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_strangers_write_stays_text() {
        let preview = Preview {
            title: "</title><script>alert(1)</script>\u{202e}".to_owned(),
            description: "\" onload='x' &quot;\n".to_owned(),
            picture: "/p.png?a=1&b=\"".to_owned(),
            alt: String::new(),
        };
        let html = preview.tags("https://chess.example", &Uri::from_static("/game/x?a=b&c=%22"));
        assert!(!html.contains("<script") && !html.contains("onload='") && !html.contains('\u{202e}'), "{html}");
        assert!(html.contains(r#"content="https://chess.example/p.png?a=1&amp;b=&quot;""#), "{html}");
        assert_eq!(html.matches("<title>").count(), 1);
        // Every attribute ends where it is meant to.
        for line in html.lines().skip(1) {
            assert_eq!(line.matches('"').count(), 4, "{line}");
        }
        assert_eq!(shortened("äöü", 2), "äö…");
    }

    #[test]
    fn a_line_is_read_without_what_branches_off() {
        let line = main_line("e2e4 {Best (of all)} (d2d4 {x} (c2c4) d7d5) $1 e7e5!?  Bb1c3{!} -- d7d5");
        assert_eq!(line, ["e2e4", "e7e5", "Bb1c3"]);
        assert!(main_line("((({").is_empty());
    }
}
