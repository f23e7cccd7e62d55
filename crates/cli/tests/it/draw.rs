//! `spielraum draw`.

use super::{scratch, spielraum};

#[test]
fn a_picture_goes_to_standard_output_or_a_file() {
    let printed = spielraum(&["draw", "raumschach", "--view", "stack"]).well().stdout;
    assert!(printed.starts_with("<svg ") && printed.ends_with("</svg>\n"));
    let svg = scratch("drawn.svg");
    spielraum(&["draw", "raumschach", "--view", "stack", "-o", &svg]).well();
    assert_eq!(std::fs::read_to_string(svg).expect("it was written"), printed);
    let png = scratch("drawn.PNG");
    spielraum(&["draw", "raumschach", "--theme", "dark", "--cell", "12", "--output", &png]).well();
    assert_eq!(std::fs::read(png).expect("it was written")[..4], *b"\x89PNG");
}

#[test]
fn moves_cells_and_pieces_can_be_shown() {
    let plain = spielraum(&["draw", "chess"]).well().stdout;
    let moved = spielraum(&["draw", "chess", "--moves", "e2e4 e7e5"]).well().stdout;
    let marked = spielraum(&["draw", "chess", "--mark", "e4", "d4"]).well().stdout;
    let flipped = spielraum(&["draw", "chess", "--flip"]).well().stdout;
    let pictures = [plain, moved, marked, flipped];
    for (at, one) in pictures.iter().enumerate() {
        assert!(pictures[..at].iter().all(|other| other != one), "picture {at} is like one before it");
    }
    let [white, black] = ["N", "n"].map(|piece| spielraum(&["draw", "chess", "--piece", piece]).well().stdout);
    assert!(white.starts_with("<svg ") && white != black);
}

#[test]
fn what_cannot_be_drawn_is_told() {
    let file = scratch("drawn.gif");
    for (args, message) in [
        (&["draw", "chess", "--moves", "e2e5"][..], "e2e5"),
        (&["draw", "chess", "--mark", "k9"][..], "no cell `k9`"),
        (&["draw", "chess", "--piece", "Z"][..], "no piece `Z`"),
        (&["draw", "chess", "-o", &file][..], ".svg or .png"),
        (&["draw", "chess", "--cell", "9999"][..], "9999"),
        (&["draw", "chess", "--aspect", "0"][..], "0.1 to 10"),
        (&["draw", "chess", "-o", "/nowhere/at/all.svg"][..], "can't write"),
    ] {
        let run = spielraum(args);
        assert_eq!(run.code, 2, "{args:?}: {}", run.stderr);
        assert!(run.stdout.is_empty() && run.stderr.contains(message), "{args:?}: {}", run.stderr);
    }
}
