//! Variants and positions.

use crate::server::Running;
use serde_json::{Value, json};

#[tokio::test]
async fn every_variant_is_told_and_agrees_with_its_line_in_the_gallery() {
    let server = Running::start().await;
    let player = server.player();
    let list = player.get("/api/variants").await.good();
    let ids: Vec<&str> = spielraum_catalogue::ids().collect();
    assert_eq!(list.as_array().unwrap().len(), ids.len());
    for (summary, id) in list.as_array().unwrap().iter().zip(ids) {
        assert_eq!(summary["id"], id);
        let variant = player.get(&format!("/api/variants/{id}")).await.good();
        assert_eq!(variant["board"]["cells"].as_array().unwrap().len() as u64, summary["cells"].as_u64().unwrap());
        assert_eq!(variant["pieces"].as_array().unwrap().len() as u64, summary["pieceTypes"].as_u64().unwrap());
        // Whose decisions hold as well is a game of the catalogue.
        assert!(variant["basedOn"].as_str().is_none_or(spielraum_catalogue::contains), "{id}");
        for piece in variant["pieces"].as_array().unwrap() {
            let value = piece["value"]["board"].as_i64();
            // What belongs to nobody has no value.
            let neutral = piece["neutral"] == true;
            assert_eq!(value.is_some(), piece["royal"] == false && !neutral, "{id} {}", piece["symbol"]);
            // Where one wins by losing one's pieces, they are worth less than nothing.
            assert!(value.is_none_or(|value| value != 0), "{id} {}", piece["symbol"]);
            for side in ["white", "black"] {
                assert!(piece["glyph"][side]["body"].as_str().unwrap().starts_with('M'), "{id} {}", piece["symbol"]);
                assert!(!piece["moves"][side].as_array().unwrap().is_empty(), "{id} {}", piece["symbol"]);
            }
        }
        let start = player.post("/api/positions", json!({ "variant": id })).await.good();
        assert_eq!(start["moves"].as_array().unwrap().len() as u64, summary["movesAtStart"].as_u64().unwrap(), "{id}");
        assert_eq!(start["fen"], variant["start"]["fen"]);
    }
    server.end().await;
}

#[tokio::test]
async fn what_is_left_out_of_a_fen_is_reported() {
    let server = Running::start().await;
    let player = server.player();
    let ask = async |fen: &str| player.post("/api/positions", json!({ "variant": "chess", "fen": fen })).await.good();
    // There is no rook on a1, and no pawn that has made a double step.
    let position = ask("4k3/8/8/8/8/8/8/4K2R w KQ e6 0 1").await;
    assert_eq!(position["fen"], "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let left_out = position["leftOut"].as_array().unwrap();
    assert!(left_out.len() == 2 && left_out.iter().any(|text| text.as_str().unwrap().contains("en passant")));
    assert_eq!(ask("4k3/8/8/8/8/8/8/4K2R w K - 0 1").await["leftOut"], Value::Null);
    server.end().await;
}

#[tokio::test]
async fn a_position_has_what_the_board_needs() {
    let server = Running::start().await;
    let player = server.player();
    let ask = async |variant: &str, moves: &[&str]| {
        player.post("/api/positions", json!({ "variant": variant, "moves": moves })).await
    };
    // 1. f3 e5 2. g4 Qh4#: e1 is cell 4.
    let mated = ask("chess", &["f2f3", "e7e5", "g2g4", "d8h4"]).await.good();
    assert_eq!(mated["result"], json!({ "winner": "black", "reason": "checkmate", "text": "Black wins: checkmate" }));
    assert_eq!((&mated["checks"], &mated["ply"], &mated["moves"]), (&json!([4]), &json!(4), &json!([])));
    assert_eq!(mated["last"]["text"], "d8h4");
    assert_eq!(mated["history"].as_array().unwrap().len(), 4);
    // En passant takes the pawn (type 5) on d5 (cell 35) from e5 to d6.
    let before = ask("chess", &["e2e4", "a7a6", "e4e5", "d7d5"]).await.good();
    let taking = find(&before["moves"], "e5d6");
    assert_eq!((&taking["kind"], &taking["to"]), (&json!("en-passant"), &json!(43)));
    let (off, on) = (json!([[35, 5, "black"], [36, 5, "white"]]), json!([[43, 5, "white"]]));
    assert_eq!(taking["changes"], json!({ "off": off, "on": on }));
    // Castling takes the rook from h1 to f1.
    let castle = ask("chess", &["g1f3", "a7a6", "g2g3", "a6a5", "f1g2", "a5a4"]).await.good();
    let castling = &find(&castle["moves"], "e1g1")["changes"];
    assert_eq!(castling["off"], json!([[4, 0, "white"], [7, 2, "white"]]));
    assert_eq!(castling["on"], json!([[6, 0, "white"], [5, 2, "white"]]));
    // A captured pawn is in hand, and a drop has no start.
    let hand = ask("crazyhouse", &["e2e4", "d7d5", "e4d5", "a7a6"]).await.good();
    assert_eq!(hand["hands"]["white"], json!([[5, 1]]));
    assert_eq!(hand["history"][2]["changes"]["hands"], json!([[5, "white", 1]]));
    let drop = find(&hand["moves"], "P@e4");
    assert_eq!(drop["changes"], json!({ "off": [], "on": [[28, 5, "white"]], "hands": [[5, "white", -1]] }));
    assert_eq!((&drop["kind"], &drop["from"], &drop["piece"]), (&json!("drop"), &Value::Null, &json!(5)));
    let refused = ask("chess", &["e2e4", "e2e5"]).await;
    assert_eq!(refused.body["details"]["ply"], 1);
    assert_eq!(refused.refused(), (422, "illegal-move".to_owned()));
    server.end().await;
}

fn find<'m>(moves: &'m Value, text: &str) -> &'m Value {
    let found = moves.as_array().unwrap().iter().find(|made| made["text"] == text);
    found.unwrap_or_else(|| panic!("no {text} in {moves}"))
}

#[tokio::test]
async fn options_are_chosen_and_told() {
    let server = Running::start().await;
    let player = server.player();
    let with = player.get("/api/variants/nacht-schach?castling=on").await.good();
    assert_eq!(with["chosen"]["castling"], "on");
    let without = player.get("/api/variants/nacht-schach").await.good();
    assert_ne!(with["start"]["fen"], without["start"]["fen"]);
    assert_eq!(player.get("/api/variants/baernichtschach").await.good()["basedOn"], "flipped-return");
    assert_eq!(player.get("/api/variants/nacht-schach?castling=maybe").await.refused().1, "bad-options");
    assert_eq!(player.get("/api/variants/chess?castling=on").await.refused().1, "bad-options");
    server.end().await;
}

#[tokio::test]
async fn lines_and_threats_are_told() {
    let server = Running::start().await;
    let player = server.player();
    let moves = ["e2e4", "e7e5", "d1h5", "g8f6"];
    let answer = player.post("/api/lines", json!({ "variant": "chess", "moves": moves, "cell": 39 })).await.good();
    let lines = answer["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 5, "a queen on the edge has five lines: {answer}");
    let left = lines.iter().find(|line| line["cells"][0] == 38).unwrap();
    // h5 g5 f5 e5: two cells are open, the pawn on e5 can be taken.
    assert_eq!((&left["open"], &left["blocker"], &left["capture"]), (&json!(2), &json!(36), &json!(true)));
    assert_eq!(left["targets"], json!([38, 37, 36]));
    let sight = &answer["sight"];
    assert_eq!(sight["attackers"], json!({ "white": [], "black": [45] }));
    assert!(sight["moves"].as_array().unwrap().contains(&json!(36)));
    assert!(sight["attacks"].as_array().unwrap().contains(&json!(3)), "the queen guards her own cell: {sight}");
    let alone = json!({ "variant": "chess", "cell": 0, "piece": 1, "color": "white" });
    let alone = player.post("/api/lines", alone).await.good();
    assert_eq!((alone["lines"].as_array().unwrap().len(), &alone["sight"]), (3, &Value::Null), "a queen in the corner");
    let check = json!({ "variant": "chess", "moves": ["e2e4", "f7f6", "d1h5"] });
    assert_eq!(player.post("/api/threats", check).await.good()["critical"], json!([{ "from": 39, "to": 60 }]));
    let mate = json!({ "variant": "chess", "moves": ["f2f3", "e7e5", "g2g4"] });
    assert_eq!(player.post("/api/threats", mate).await.good()["wins"][0]["text"], "d8h4");
    let far = json!({ "variant": "chess", "cell": 64 });
    assert_eq!(player.post("/api/lines", far).await.refused(), (422, "no-such-cell".to_owned()));
    server.end().await;
}

#[tokio::test]
async fn a_set_up_is_checked() {
    let server = Running::start().await;
    let player = server.player();
    let start = player.get("/api/variants/stockgi").await.good()["start"].clone();
    let again = json!({ "variant": "stockgi", "pieces": start["pieces"], "hands": start["hands"], "side": "white" });
    let again = player.post("/api/setups", again).await.good();
    assert_eq!((&again["fen"], &again["problems"]), (&start["fen"], &json!([])));
    let chess = player.get("/api/variants/chess").await.good()["start"].clone();
    let castling = json!({ "variant": "chess", "pieces": chess["pieces"], "side": "white" });
    assert_eq!(player.post("/api/setups", castling).await.good()["fen"], chess["fen"]);
    let lonely = json!({ "variant": "chess", "pieces": [[4, 0, "white"]], "side": "white" });
    let lonely = player.post("/api/setups", lonely).await.good();
    assert_eq!(lonely["problems"], json!(["black must have 1 of the royal piece `K`, not 0"]));
    assert!(lonely["fen"].as_str().unwrap().contains("4K3"));
    server.end().await;
}

#[tokio::test]
async fn a_set_up_keeps_every_field_of_a_fen() {
    let server = Running::start().await;
    let player = server.player();
    let fens = [
        ("chess", "rnbqkbnr/ppp1pppp/8/8/3pP3/P7/1PPP1PPP/RNBQKBNR b KQq e3 0 3"),
        ("3check", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w Qk e6 2+1 7 40"),
        ("crazyhouse", "rnbqkbnr/pppppp1p/8/8/8/8/PPPPPPP1/RNBQKBNR[Pp] w KQkq - 4 9"),
        ("shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] b - - 3 12"),
    ];
    for (variant, fen) in fens {
        let apart = player.post("/api/setups", json!({ "variant": variant, "fen": fen })).await.good();
        assert_eq!((&apart["fen"], &apart["problems"]), (&json!(fen), &json!([])), "{variant}");
        let mut again = apart["parts"].clone();
        again["variant"] = json!(variant);
        assert_eq!(player.post("/api/setups", again).await.good()["fen"], fen, "{variant}");
    }
    let checks = json!({ "variant": "3check", "fen": fens[1].1 });
    let checks = player.post("/api/setups", checks).await.good();
    assert_eq!(checks["parts"]["counts"], json!([[1, 2]]));
    assert_eq!(checks["choices"]["counts"], json!([{ "counted": "checks", "most": 3 }]));
    // The choices follow the pieces, and what they do not allow is not written.
    let mut moved =
        player.post("/api/setups", json!({ "variant": "chess", "fen": fens[0].1 })).await.good()["parts"].clone();
    moved["variant"] = json!("chess");
    moved["side"] = json!("white");
    moved["pieces"].as_array_mut().unwrap().retain(|piece| piece[0] != 7);
    let moved = player.post("/api/setups", moved).await.good();
    assert_eq!((&moved["problems"], &moved["choices"]["enPassant"]), (&json!([]), &json!([])));
    assert_eq!(moved["parts"]["castling"], "Qq");
    assert_eq!(moved["choices"]["castlings"][0]["possible"], false);
    // What can't be played is reported field by field, too.
    let lonely = json!({ "variant": "chess", "fen": "8/8/8/8/8/8/8/4K3 w - - 5 6" });
    let lonely = player.post("/api/setups", lonely).await.good();
    assert_eq!((&lonely["parts"]["halfmove"], lonely["problems"].as_array().unwrap().len()), (&json!(5), 1));
    server.end().await;
}

#[tokio::test]
async fn pictures_are_drawn_and_kept_by_clients() {
    let server = Running::start().await;
    let player = server.player();
    for view in ["stack", "slices", "space"] {
        let path = format!("/api/variants/raumschach/picture.svg?view={view}&theme=dark");
        let picture = player.get(&path).await.good();
        assert!(picture.as_str().unwrap().starts_with("<svg"), "{view}");
    }
    assert_eq!(player.get("/api/variants/chess/picture.svg?view=inside").await.refused().1, "bad-query");
    server.end().await;
}
