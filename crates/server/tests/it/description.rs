//! The description of the interface that the web client's types are made from.

/// The snapshot is what the code says. To renew it: `UPDATE=1 cargo test -p spielraum-server description`, and then
/// `npm run api` in `web`.
#[test]
fn the_description_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");
    let now = spielraum_server::openapi();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &now).unwrap();
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(kept == now, "openapi.json is stale: run with UPDATE=1, then `npm run api` in web");
}
