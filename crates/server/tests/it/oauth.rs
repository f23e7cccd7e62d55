//! Programs of others that get access by OAuth 2.0 with PKCE, as a client of RFC 6749 and 7636 asks for it.

use crate::server::Running;
use reqwest::Url;
use serde_json::{Value, json};
use spielraum_loadtest::{Method, Player};
use std::collections::HashMap;

/// The example of RFC 7636, appendix B.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

const BACK: &str = "http://127.0.0.1:4711/back?from=here";

async fn account(server: &Running, name: &str) -> Player {
    let player = server.player();
    player.post("/api/accounts", json!({ "name": name, "password": "analytical engine 7" })).await.good();
    player
}

/// What a program asks for, with some parts changed.
fn asked(changed: Value) -> Value {
    let mut request = json!({
        "response_type": "code", "client_id": "Board", "redirect_uri": BACK, "code_challenge": CHALLENGE,
        "code_challenge_method": "S256", "scope": "play seek", "state": "a&b"
    });
    request.as_object_mut().unwrap().extend(changed.as_object().unwrap().clone());
    request
}

/// What comes back to the program when a player has answered.
async fn answered(player: &Player, changed: Value) -> HashMap<String, String> {
    let told = player.post("/api/oauth/authorization", asked(changed)).await.good();
    let location = told["location"].as_str().unwrap();
    assert!(location.starts_with(BACK), "{location}");
    Url::parse(location).unwrap().query_pairs().into_owned().collect()
}

/// What a program gets for a code, with some parts of its form changed.
async fn exchanged(server: &Running, code: &str, changed: &[(&str, &str)]) -> (u16, Value) {
    let form = [
        ("grant_type", "authorization_code"),
        ("code", code),
        ("code_verifier", VERIFIER),
        ("redirect_uri", BACK),
        ("client_id", "Board"),
    ];
    let mut form: HashMap<&str, &str> = form.into();
    form.extend(changed.iter().copied());
    let url = format!("{}/api/oauth/token", server.base);
    let answer = reqwest::Client::new().post(url).form(&form).send().await.unwrap();
    assert_eq!(answer.headers()["cache-control"], "no-store");
    (answer.status().as_u16(), answer.json().await.unwrap())
}

#[tokio::test]
async fn a_program_gets_what_the_player_allows() {
    let server = Running::start().await;
    let ada = account(&server, "Ada").await;
    // A visitor sees who asks; a guest has nothing to give.
    let shown = server.player().post("/api/oauth/authorization", asked(json!({}))).await.good();
    let expected =
        json!({ "client_id": "Board", "site": "127.0.0.1:4711", "scopes": ["play", "seek"], "location": null });
    assert_eq!(shown, expected);
    let guest = server.player().post("/api/oauth/authorization", asked(json!({ "allow": true }))).await;
    assert_eq!(guest.refused(), (403, "no-account".to_owned()));
    // What is denied has no code.
    let denied = answered(&ada, json!({ "allow": false })).await;
    assert_eq!((denied["error"].as_str(), denied["state"].as_str()), ("access_denied", "a&b"));
    assert!(!denied.contains_key("code"));

    let allowed = answered(&ada, json!({ "allow": true })).await;
    assert_eq!((allowed["state"].as_str(), allowed["from"].as_str()), ("a&b", "here"));
    let (status, access) = exchanged(&server, &allowed["code"], &[]).await;
    assert_eq!((status, &access["token_type"], &access["scope"]), (200, &json!("Bearer"), &json!("play seek")));
    let program = Player::with_token(&server.base, access["access_token"].as_str().unwrap());
    assert_eq!(program.get("/api/me").await.good()["name"], "Ada");
    // No token gives another one, and the player sees and revokes it like all others.
    let again = program.post("/api/oauth/authorization", asked(json!({ "allow": true }))).await;
    assert_eq!(again.refused().1, "not-for-tokens");
    let tokens = ada.get("/api/tokens").await.good();
    assert_eq!(tokens[0]["name"], "Board (127.0.0.1:4711)");
    let path = format!("/api/tokens/{}", tokens[0]["id"].as_str().unwrap());
    assert_eq!(ada.send(Method::DELETE, &path, None).await.status.as_u16(), 204);
    assert_eq!(program.get("/api/me").await.refused().1, "bad-token");
    server.end().await;
}

#[tokio::test]
async fn a_code_serves_one_program_once() {
    let server = Running::start().await;
    let ada = account(&server, "Ada").await;
    let allow = || json!({ "allow": true, "scope": "" });
    for changed in [
        [("code_verifier", "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXl")],
        [("redirect_uri", "http://127.0.0.1:4711/back")],
        [("client_id", "Other")],
        [("code", "guessed")],
    ] {
        let code = answered(&ada, allow()).await["code"].clone();
        let (status, refused) = exchanged(&server, &code, &changed).await;
        assert_eq!((status, &refused["error"]), (400, &json!("invalid_grant")), "{changed:?}");
        let (status, _) = exchanged(&server, &code, &[]).await;
        // What was tried with a wrong secret serves nobody any more.
        assert_eq!(status, if changed[0].0 == "code" { 200 } else { 400 }, "{changed:?}");
    }
    let (status, refused) = exchanged(&server, "", &[("grant_type", "password")]).await;
    assert_eq!((status, &refused["error"]), (400, &json!("unsupported_grant_type")));
    // One who logs out everywhere takes back what was allowed and not fetched.
    let code = answered(&ada, allow()).await["code"].clone();
    ada.send(Method::DELETE, "/api/sessions", None).await;
    assert_eq!(exchanged(&server, &code, &[]).await.1["error"], "invalid_grant");
    server.end().await;
}

#[tokio::test]
async fn requests_that_can_t_be_granted_send_nobody_anywhere() {
    let server = Running::start().await;
    let ada = account(&server, "Ada").await;
    let long = "a".repeat(501);
    for (changed, code) in [
        (json!({ "response_type": "token" }), "bad-request"),
        (json!({ "code_challenge_method": "plain" }), "bad-request"),
        (json!({ "code_challenge": VERIFIER[1..] }), "bad-challenge"),
        (json!({ "client_id": "" }), "bad-client"),
        (json!({ "redirect_uri": "http://board.example/" }), "bad-redirect"),
        (json!({ "redirect_uri": "javascript:alert(1)" }), "bad-redirect"),
        (json!({ "scope": "play admin" }), "bad-scope"),
        (json!({ "state": long }), "bad-state"),
    ] {
        for allow in [json!(null), json!(true), json!(false)] {
            let mut request = asked(changed.clone());
            request["allow"] = allow;
            let refused = ada.post("/api/oauth/authorization", request).await.refused();
            assert_eq!(refused, (422, code.to_owned()), "{changed}");
        }
    }
    server.end().await;
}

/// A request as a browser sends it for a page of another site.
async fn from_elsewhere(server: &Running, request: reqwest::RequestBuilder) -> reqwest::Response {
    assert!(server.base.starts_with("http://127.0.0.1"));
    request.header("origin", "https://club.example").send().await.unwrap()
}

#[tokio::test]
async fn pages_of_other_sites_act_with_tokens_and_with_nothing_else() {
    const ORIGIN: &str = "access-control-allow-origin";
    let server = Running::start().await;
    let ada = account(&server, "Ada").await;
    let made = ada.post("/api/tokens", json!({ "name": "Club", "scopes": ["seek"] })).await.good();
    let bearer = format!("Bearer {}", made["secret"].as_str().unwrap());
    let http = reqwest::Client::new();
    let url = |path: &str| format!("{}{path}", server.base);
    let seek = json!({ "wanted": { "kind": "group", "group": "any" }, "side": "random", "clock": { "days": 3 } });

    // The browser asks first, and is let through for requests with a token alone.
    let asks = |headers: &str| {
        let request = http.request(Method::OPTIONS, url("/api/lobby"));
        request.header("access-control-request-method", "POST").header("access-control-request-headers", headers)
    };
    let allowed = from_elsewhere(&server, asks("content-type, Authorization")).await;
    assert_eq!((allowed.status().as_u16(), allowed.headers()[ORIGIN].as_bytes()), (204, b"*".as_slice()));
    assert_eq!(allowed.headers()["access-control-allow-headers"], "authorization, content-type, accept-language");
    assert!(!allowed.headers().contains_key("access-control-allow-credentials"));
    let refused = from_elsewhere(&server, asks("content-type")).await;
    assert!(refused.status().is_client_error() && !refused.headers().contains_key(ORIGIN));

    let with_token = http.post(url("/api/lobby")).json(&seek).header("authorization", &bearer);
    let begun = from_elsewhere(&server, with_token).await;
    assert!(begun.status().is_success(), "{}", begun.status());
    assert_eq!(begun.headers()[ORIGIN], "*");
    assert_eq!(begun.headers()["access-control-expose-headers"], "retry-after, x-request-id");
    let wrong = from_elsewhere(&server, http.get(url("/api/me")).header("authorization", "Bearer x")).await;
    assert_eq!((wrong.status().as_u16(), wrong.headers()[ORIGIN].as_bytes()), (403, b"*".as_slice()));

    // A cookie opens nothing, nor does a header that is no token.
    let cookies = ada.cookies().unwrap();
    for authorization in [None, Some("Bearer"), Some("Basic YTpi")] {
        let mut request = http.post(url("/api/lobby")).json(&seek).header("cookie", &cookies);
        if let Some(authorization) = authorization {
            request = request.header("authorization", authorization);
        }
        let refused = from_elsewhere(&server, request).await;
        assert_eq!(refused.status().as_u16(), 403, "{authorization:?}");
        assert!(!refused.headers().contains_key(ORIGIN));
    }
    let read = from_elsewhere(&server, http.get(url("/api/me")).header("cookie", &cookies)).await;
    assert!(!read.headers().contains_key(ORIGIN));
    // What a token does not open stays closed; pages are never for other sites.
    let own = from_elsewhere(&server, http.delete(url("/api/session")).header("authorization", &bearer)).await;
    assert_eq!(own.status().as_u16(), 403);
    // A token that nobody has made opens nothing, also where nobody asks who calls.
    for path in ["/api/password/forgotten", "/api/positions", "/api/workshop/check", "/api/lobby"] {
        let request = http.post(url(path)).json(&json!({})).header("authorization", "Bearer x");
        let refused = from_elsewhere(&server, request).await;
        assert_eq!(refused.status().as_u16(), 403, "{path}");
    }
    let letter = http.post(url("/api/password/forgotten")).json(&json!({})).header("authorization", &bearer);
    assert_eq!(from_elsewhere(&server, letter).await.status().as_u16(), 403);
    let page = from_elsewhere(&server, http.get(url("/")).header("authorization", &bearer)).await;
    assert!(!page.headers().contains_key(ORIGIN));
    // A program in a browser exchanges its code there, too.
    let exchange = http.post(url("/api/oauth/token")).form(&[("grant_type", "authorization_code")]);
    let answer = from_elsewhere(&server, exchange).await;
    assert_eq!((answer.status().as_u16(), answer.headers()[ORIGIN].as_bytes()), (400, b"*".as_slice()));
    server.end().await;
}
