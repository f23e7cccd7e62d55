//! Loads definitions and shows what is wrong with them: `check [id|file.kdl] ...`; all games without arguments.

use spielraum_catalogue::{Source, ids, load};
use std::path::Path;

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    if args.is_empty() {
        args = ids().map(str::to_owned).collect();
    }
    for arg in args {
        let source = if arg.ends_with(".kdl") { Source::File(Path::new(&arg)) } else { Source::Builtin(&arg) };
        match load(source, &[]) {
            Ok(game) => println!("{}", game.explain()),
            Err(report) => println!("{report}"),
        }
    }
}
