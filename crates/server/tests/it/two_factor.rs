//! Codes that an account asks for besides its password. Ten attempts a minute come from one network, and from one account.

use crate::server::Running;
use serde_json::{Value, json};
use spielraum_loadtest::{Method, Player};
use std::time::{SystemTime, UNIX_EPOCH};
use totp_rs::{Builder, Secret};

const PASSWORD: &str = "analytical engine";

/// What the app shows in `steps` times 30 seconds.
fn shown(secret: &str, steps: u64) -> String {
    let totp = Builder::new().with_secret(Secret::try_from_base32(secret).unwrap()).build().unwrap();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    totp.generate(now + 30 * steps).to_string()
}

fn with_code(mut body: Value, code: &str) -> Value {
    body["code"] = code.into();
    body
}

async fn put(player: &Player, path: &str, body: Value) -> spielraum_loadtest::Answer {
    player.send(Method::PUT, path, Some(&body)).await
}

#[tokio::test]
async fn an_account_asks_for_codes_once_its_owner_wants_that() {
    let server = Running::start().await;
    let (ada, eve) = (server.player(), server.player());
    let credentials = json!({ "name": "Ada", "password": PASSWORD });
    assert_eq!(ada.get("/api/two-factor").await.refused(), (403, "no-account".to_owned()));
    ada.post("/api/accounts", credentials.clone()).await.good();
    assert_eq!(ada.get("/api/two-factor").await.good(), json!({ "on": false, "recovery_codes": 0 }));
    let made = ada.post("/api/two-factor/secret", Value::Null).await.good();
    let secret = made["secret"].as_str().unwrap();
    assert!(made["uri"].as_str().unwrap().starts_with("otpauth://totp/Spielraum:Ada?secret="));
    let on = |code: &str, password: &str| json!({ "secret": secret, "code": code, "password": password });
    // It is switched on by somebody who knows the password and whose app works.
    for (body, code) in [
        (on(&shown(secret, 0), "wrong"), "wrong-password"),
        (on("000000", PASSWORD), "wrong-code"),
        (json!({ "secret": "GEZDGNBV", "code": "000000", "password": PASSWORD }), "bad-secret"),
    ] {
        assert_eq!(put(&ada, "/api/two-factor", body).await.refused().1, code);
    }
    let first = shown(secret, 0);
    let codes = put(&ada, "/api/two-factor", on(&first, PASSWORD)).await.good();
    let codes: Vec<&str> = codes["codes"].as_array().unwrap().iter().map(|code| code.as_str().unwrap()).collect();
    assert_eq!(put(&ada, "/api/two-factor", on(&first, PASSWORD)).await.refused().1, "two-factor-on");
    assert_eq!(ada.get("/api/me").await.good()["two_factor"], true);

    // The password alone opens nothing, and no code is taken twice.
    let refused = |code: &str| (403, code.to_owned());
    assert_eq!(eve.post("/api/session", credentials.clone()).await.refused(), refused("code-needed"));
    for code in [first.as_str(), "0000-0000-0000-0000"] {
        assert_eq!(
            eve.post("/api/session", with_code(credentials.clone(), code)).await.refused(),
            refused("wrong-code")
        );
    }
    let wrong = with_code(json!({ "name": "Ada", "password": "wrong" }), codes[9]);
    assert_eq!(eve.post("/api/session", wrong).await.refused(), refused("wrong-password"));
    let next = shown(secret, 1);
    server.player().post("/api/session", with_code(credentials.clone(), &next)).await.good();
    let there = server.player();
    there.post("/api/session", with_code(credentials.clone(), codes[0])).await.good();
    let again = with_code(credentials.clone(), codes[0]);
    assert_eq!(eve.post("/api/session", again).await.refused(), refused("wrong-code"));
    assert_eq!(there.get("/api/two-factor").await.good(), json!({ "on": true, "recovery_codes": 9 }));

    // What asks for the password asks for a code.
    let change = json!({ "old": PASSWORD, "new": "another engine" });
    for (method, path, body) in [
        (Method::PUT, "/api/password", change.clone()),
        (Method::POST, "/api/me/deletion", json!({ "password": PASSWORD })),
        (Method::POST, "/api/two-factor/removal", json!({ "password": PASSWORD })),
    ] {
        assert_eq!(ada.send(method, path, Some(&body)).await.refused(), refused("code-needed"), "{path}");
    }
    assert_eq!(put(&ada, "/api/password", with_code(change, codes[1])).await.status.as_u16(), 204);
    let proof = |code: &str| json!({ "password": "another engine", "code": code });
    let renewed = ada.post("/api/two-factor/codes", proof(codes[2])).await.good();
    let renewed = renewed["codes"][0].as_str().unwrap();
    assert_eq!(ada.post("/api/two-factor/removal", proof(codes[3])).await.refused(), refused("wrong-code"));
    assert_eq!(ada.post("/api/two-factor/removal", proof(renewed)).await.status.as_u16(), 204);
    let credentials = json!({ "name": "Ada", "password": "another engine" });
    eve.post("/api/session", credentials).await.good();
    server.end().await;
}
