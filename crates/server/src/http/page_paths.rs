//! The paths of pages.

/// The paths of pages that show a position.
pub(super) const SHOWN: [&str; 9] = [
    "/game/{id}",
    "/new/{id}",
    "/rules/{id}",
    "/glance/{id}",
    "/learn/{id}",
    "/analysis/{id}",
    "/puzzles/{id}",
    "/problems/{id}",
    "/workshop/{id}",
];

/// Those of pages whose names may have full stops, and are no files for that.
pub(super) const PLAIN: [&str; 2] = ["/player/{name}", "/ratings/{ladder}"];

/// Those of pages that other sites may show in a frame.
pub(super) const IN_FRAMES: [&str; 3] = ["/embed/game/{id}", "/embed/position/{id}", "/embed/study/{id}"];

/// The paths of all pages that have one of their own.
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    SHOWN.into_iter().chain(PLAIN).chain(IN_FRAMES)
}
