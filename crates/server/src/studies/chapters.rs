//! What of a chapter depends on the rules: its start, its moves, the cells that it names.

use crate::app::App;
use crate::domain::{Chapter, study};
use crate::error::ApiResult;
use crate::resources::{Deadline, Lane};
use crate::wire::{ChapterRequest, StudyChange, StudyNode};
use spielraum_queries::{Patience, Refusal, replay};
use spielraum_rules::Rules;
use std::collections::HashSet;

/// A new chapter as it is kept: all moves are legal, and written as the game writes them.
pub(crate) async fn taken_up(app: &App, request: ChapterRequest, number: u32) -> ApiResult<Chapter> {
    let ChapterRequest { title, variant, options, fen, nodes } = request;
    let title = study::title(&title)?;
    let compiled = app.variant(&variant, &options).await?;
    let rules = compiled.rules.clone();
    let nodes = study::fit(nodes, |cell| rules.board().find(cell).is_some())?;
    let work = move |deadline: &Deadline| Ok(all_legal(&rules, fen.as_deref(), nodes, &|| deadline.check())?);
    let (fen, nodes) = app.resources.compute(compiled.lane(Lane::Analysis, 0), work).await?;
    let (variant, options) = (compiled.view.id.clone(), compiled.chosen.clone());
    Ok(Chapter { number, title, variant, options, fen, nodes, edits: 0 })
}

/// The start as a FEN, and the places with their moves as the game writes them.
fn all_legal(
    rules: &Rules,
    fen: Option<&str>,
    mut nodes: Vec<StudyNode>,
    patience: Patience<'_>,
) -> Result<(String, Vec<StudyNode>), Refusal> {
    let mut position = replay::start(rules, fen)?;
    let start = position.fen();
    // The place where each move of the present line is, and all moves that were seen after a place.
    let (mut line, mut seen) = (vec![0], HashSet::new());
    for (at, node) in nodes.iter_mut().enumerate().skip(1) {
        patience()?;
        while line.len() > node.ply as usize {
            line.pop();
            position.unmake();
        }
        let m = replay::read_move(&position, &node.text)?;
        node.text = position.move_text(m);
        if !seen.insert((line.last().copied(), node.text.clone())) {
            return Err(Refusal::new("bad-study", format!("The move {} stands twice after one position.", node.text)));
        }
        position.make(m);
        line.push(at);
    }
    Ok((start, nodes))
}

/// A change as it is kept: its move is legal, and the cells that it names are there.
pub(crate) async fn legal(app: &App, chapter: &Chapter, change: StudyChange) -> ApiResult<StudyChange> {
    let compiled = match &change {
        StudyChange::Add { .. } | StudyChange::Arrows { .. } => {
            Some(app.variant_of_game(&chapter.variant, &chapter.options).await?)
        }
        _ => None,
    };
    let is_cell = |cell: &str| compiled.as_ref().is_some_and(|variant| variant.rules.board().find(cell).is_some());
    let change = study::fit_change(change, is_cell)?;
    let (Some(compiled), StudyChange::Add { path, text }) = (&compiled, &change) else { return Ok(change) };
    let (rules, fen, path, text) = (compiled.rules.clone(), chapter.fen.clone(), path.clone(), text.clone());
    let lane = compiled.lane(Lane::Game, path.len());
    let work = move |deadline: &Deadline| {
        let position = replay::play_through(&rules, Some(&fen), &path, &|| deadline.check(), |_, _| {})?;
        let m = replay::read_move(&position, &text)?;
        Ok(StudyChange::Add { text: position.move_text(m), path })
    };
    app.resources.compute(lane, work).await
}
