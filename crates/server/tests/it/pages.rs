//! Pages as other sites see them: what they say of themselves, their pictures, and who may show them in a frame.

use crate::server::{Running, with_friend};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// An answer: its status line and headers, and its body.
pub(crate) struct Page {
    head: String,
    body: Vec<u8>,
}

impl Page {
    pub(crate) async fn get(server: &Running, path: &str, more: &str) -> Self {
        let host = server.base.strip_prefix("http://").unwrap();
        let mut stream = TcpStream::connect(host).await.unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        let head = String::from_utf8(answer[..end].to_vec()).unwrap();
        Self { head, body: answer[end + 4..].to_vec() }
    }

    fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.into_iter().find(|(told, _)| told.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// The content of a tag of the page's head, as a browser reads it.
    fn tag(&self, name: &str) -> Option<String> {
        let from = self.text().split(&format!("\"{name}\" content=\"")).nth(1)?;
        let content = from.split('"').next()?;
        let plain = content.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'");
        Some(plain.replace("&amp;", "&"))
    }

    /// Width and height of a PNG.
    fn size(&self) -> (u32, u32) {
        assert_eq!(&self.body[..8], b"\x89PNG\r\n\x1a\n", "{}", self.head);
        let number = |at: usize| u32::from_be_bytes(self.body[at..at + 4].try_into().unwrap());
        (number(16), number(20))
    }
}

/// The path of the picture that a page names.
fn picture(server: &Running, page: &Page) -> String {
    let image = page.tag("og:image").unwrap_or_else(|| panic!("no picture: {}", page.text()));
    assert_eq!(page.tag("twitter:image").as_ref(), Some(&image));
    image.strip_prefix(&server.base).unwrap_or_else(|| panic!("elsewhere: {image}")).to_owned()
}

#[tokio::test]
async fn games_are_described_in_the_language_of_the_client() {
    let server = Running::start().await;
    let read = async |language: &str| {
        let header = format!("Accept-Language: {language}\r\n");
        let page = Page::get(&server, "/api/variants/chess", &header).await;
        assert!(page.header("vary").is_some_and(|vary| vary.contains("accept-language")), "{}", page.head);
        let variant: Value = serde_json::from_slice(&page.body).unwrap();
        (page.header("content-language").map(str::to_owned), page.header("etag").map(str::to_owned), variant)
    };
    let (english, german, other) = (read("en").await, read("de-AT, en;q=0.5").await, read("ja").await);
    assert_eq!((english.0.as_deref(), german.0.as_deref()), (Some("en"), Some("de")));
    assert_eq!(english, other);
    assert_ne!(english.1, german.1);
    assert_eq!(german.2["pieces"][4]["name"]["white"], "Springer");
    assert_eq!(german.2["rules"][1]["heading"], "Wie es endet");
    // What programs read is the same.
    for part in ["id", "title", "board", "start", "definition"] {
        assert_eq!(english.2[part], german.2[part], "{part}");
    }
    let list = Page::get(&server, "/api/variants", "Accept-Language: de\r\n").await;
    assert!(list.text().contains("Das gewöhnliche Schach."), "{}", list.head);
    server.end().await;
}

#[tokio::test]
async fn pages_of_positions_tell_what_they_show() {
    let server = Running::start().await;
    let fen = "4k3/8/8/8/8/8/8/Q3K3%20b%20-%20-%200%201";
    let pages = [
        ("/rules/raumschach".to_owned(), "Raumschach", ""),
        ("/new/raumschach".to_owned(), "Play Raumschach", ""),
        (format!("/analysis/chess?fen={fen}"), "A position of Chess", "Black to move"),
        ("/analysis/chess?moves=f2f3+e7e5+g2g4+%7Bbad%7D+(e2e4)+d8h4".to_owned(), "A position of Chess", "Black wins"),
        ("/analysis/chess?tags=%5BWhite+%22Ada%22%5D".to_owned(), "A position of Chess", "White to move"),
        ("/puzzles/chess?n=1".to_owned(), "Chess: win in one move", "to move"),
        ("/problems/help-mate-two".to_owned(), "Two ways", "Black to move. Chess, h#3."),
    ];
    for (path, title, description) in pages {
        let page = Page::get(&server, &path, "").await;
        assert_eq!(page.tag("og:title").as_deref(), Some(title), "{path}: {}", page.text());
        assert_eq!(page.tag("og:url"), Some(format!("{}{path}", server.base)));
        assert!(page.tag("og:description").unwrap().contains(description), "{path}");
        let card = Page::get(&server, &picture(&server, &page), "").await;
        assert_eq!((card.header("content-type"), card.size()), (Some("image/png"), (1200, 630)), "{path}");
        let again = format!("If-None-Match: {}\r\n", card.header("etag").unwrap());
        let known = Page::get(&server, &picture(&server, &page), &again).await;
        assert!(known.head.starts_with("HTTP/1.1 304") && known.body.is_empty(), "{}", known.head);
    }
    for (path, status) in [
        ("/api/variants/chess/picture.png?fen=nonsense", "422"),
        ("/api/variants/chess/picture.png?moves=e2e5", "422"),
        ("/api/variants/nothing/picture.png", "404"),
        ("/api/games/nothing/picture.png", "404"),
    ] {
        let refused = Page::get(&server, path, "").await;
        assert!(refused.head.starts_with(&format!("HTTP/1.1 {status}")), "{path}: {}", refused.head);
    }
    // What names nothing is a page all the same.
    for path in
        ["/game/nothing", "/analysis/chess?fen=nonsense", "/rules/%22%3E", "/problems/..%2f..%2fx", "/puzzles/x"]
    {
        let page = Page::get(&server, path, "").await;
        assert!(page.head.starts_with("HTTP/1.1 200") && page.tag("og:image").is_none(), "{path}: {}", page.head);
    }
    server.end().await;
}

#[tokio::test]
async fn a_game_tells_how_it_stands() {
    let server = Running::start().await;
    let player = server.player();
    let game = player.begin(with_friend("chess", Value::Null)).await["id"].as_str().unwrap().to_owned();
    let page = Page::get(&server, &format!("/game/{game}"), "").await;
    assert!(page.tag("og:description").unwrap().contains("waits for a second player"));
    assert!(page.tag("og:title").unwrap().ends_with("– a free seat"), "{:?}", page.tag("og:title"));
    let request = json!({ "variant": "chess", "opponent": { "kind": "self" }, "side": "white" });
    let game = player.begin(request).await["id"].as_str().unwrap().to_owned();
    let mut socket = player.sit_down(&game).await;
    for (ply, text) in ["f2f3", "e7e5", "g2g4"].into_iter().enumerate() {
        socket.make(ply as u64, text).await;
    }
    let page = Page::get(&server, &format!("/game/{game}"), "").await;
    assert!(page.tag("og:description").unwrap().starts_with("Move 2, Black to move."));
    let path = picture(&server, &page);
    let before = Page::get(&server, &path, "").await;
    socket.make(3, "d8h4").await;
    let after =
        Page::get(&server, &picture(&server, &Page::get(&server, &format!("/game/{game}"), "").await), "").await;
    assert_eq!((before.size(), after.size()), ((1200, 630), (1200, 630)));
    assert!(before.body != after.body);
    // The address of an earlier position keeps what it showed.
    assert_eq!(Page::get(&server, &path, "").await.body, before.body);
    server.end().await;
}

#[tokio::test]
async fn strangers_names_stay_text() {
    let server = Running::start().await;
    let title = r#"\"><script>alert(1)</script><x y='"#;
    let text = format!(
        "title \"{title}\"\nboard files=4 ranks=4\npiece \"K\" \"King\" royal=#true {{ step \"radial\" }}\n\
         piece \"R\" \"Rook\" {{ slide \"orthogonal\" }}\nstart \"rk2/4/4/RK2\"\n"
    );
    let kept = server.player().post("/api/workshop", json!({ "text": text })).await.good();
    let id = kept["id"].as_str().unwrap();
    for path in [
        format!("/workshop/{id}"),
        format!("/analysis/{id}?fen=%22%3E%3Cscript%3E"),
        format!("/new/{id}?x=%3Cscript%3E"),
    ] {
        let page = Page::get(&server, &path, "").await;
        assert!(!page.text().contains("<script>alert") && !page.text().contains("<x y"), "{}", page.text());
    }
    let page = Page::get(&server, &format!("/workshop/{id}"), "").await;
    assert_eq!(page.tag("og:title").unwrap(), title.replace("\\\"", "\""));
    assert_eq!(Page::get(&server, &picture(&server, &page), "").await.size(), (1200, 630));
    server.end().await;
}

#[tokio::test]
async fn other_sites_may_show_boards_alone() {
    let server = Running::start().await;
    let framed = |page: &Page| {
        let policy = page.header("content-security-policy").unwrap();
        (policy.split("frame-ancestors ").nth(1).unwrap().to_owned(), page.header("x-frame-options").is_some())
    };
    for path in ["/embed/position/chess?moves=e2e4", "/embed/game/abc"] {
        assert_eq!(framed(&Page::get(&server, path, "").await), ("*".to_owned(), false), "{path}");
    }
    for path in
        ["/", "/game/abc", "/analysis/chess", "/embed", "/embed/x", "/embed/game/abc/more", "/api/variants", "/healthz"]
    {
        assert_eq!(framed(&Page::get(&server, path, "").await), ("'none'".to_owned(), true), "{path}");
    }
    // Nor is a document sent to be shown inside another page, whatever a browser makes of these headers.
    for shown in ["iframe", "frame", "embed", "object"] {
        let inside = format!("Sec-Fetch-Dest: {shown}\r\nSec-Fetch-Mode: navigate\r\n");
        for path in ["/", "/game/abc", "/analysis/chess", "/embed", "/embedded", "/api/variants", "/api/openapi.json"] {
            let answer = Page::get(&server, path, &inside).await;
            assert!(answer.head.starts_with("HTTP/1.1 403"), "{shown} {path}: {}", answer.head);
        }
        let answer = Page::get(&server, "/embed/position/chess", &inside).await;
        assert!(answer.head.starts_with("HTTP/1.1 200"), "{shown}: {}", answer.head);
    }
    for shown in ["document", "empty", "script", "image"] {
        let answer = Page::get(&server, "/analysis/chess", &format!("Sec-Fetch-Dest: {shown}\r\n")).await;
        assert!(answer.head.starts_with("HTTP/1.1 200"), "{shown}: {}", answer.head);
    }
    server.end().await;
}
