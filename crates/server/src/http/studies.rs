//! Studies: listed, created, read, shared, copied and deleted. Chapters are changed over the study's socket.

use super::extract::{Json, Query};
use super::guard::address;
use super::identity::Identity;
use super::lobby::to_its_end;
use super::people::{reason_word, short_enough_report, somebody, store_report};
use super::players::owner;
use crate::app::App;
use crate::domain::{Chapter, HeldStudy, PlayerId, Study, StudyId, StudyRole, Visibility, study};
use crate::error::{ApiError, ApiResult};
use crate::present;
use crate::resources::{Client, Deadline, Lane};
use crate::store::{Limit, STUDIES_PAGE, StudyFilter, StudyWrite, Write};
use crate::studies::taken_up;
use crate::wire::{self, ChapterRequest, StudyFormat};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;

/// Bytes of a request that brings chapters.
pub(crate) const BODY: usize = 2 << 20;

/// Chapters and members of a study.
const CHAPTERS: usize = 64;
const MEMBERS: usize = 64;

/// What a study and a chapter are charged with besides their bytes.
const ROW: u32 = 512;

/// Characters that are searched for.
const SEARCH: usize = 80;

/// Public studies, or one's own.
#[utoipa::path(get, operation_id = "listStudies", path = "/api/studies", tag = "studies", params(wire::StudiesQuery),
    responses((status = 200, body = wire::Studies), (status = 403, body = wire::Problem)))]
pub(crate) async fn list(
    State(app): State<App>,
    identity: Identity,
    Query(query): Query<wire::StudiesQuery>,
) -> ApiResult<axum::Json<wire::Studies>> {
    let of = if query.mine { Some(somebody(&identity)?) } else { None };
    let search = query.search.trim().chars().take(SEARCH).collect::<String>().to_lowercase();
    let filter = StudyFilter { of, search, variant: query.variant, before: query.before };
    let mut found = app.store.studies(filter).await?;
    let more = found.len() > STUDIES_PAGE;
    found.truncate(STUDIES_PAGE);
    let studies = found.iter().map(|listed| present::listed_study(listed, identity.player.as_ref())).collect();
    Ok(axum::Json(wire::Studies { studies, more }))
}

/// Creates a study with its first chapters. It needs an account.
#[utoipa::path(post, operation_id = "createStudy", path = "/api/studies", tag = "studies", request_body = wire::StudyRequest,
    responses((status = 201, body = wire::Study), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
        (status = 422, body = wire::Problem), (status = 429, body = wire::Problem)))]
pub(crate) async fn create(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Json(request): Json<wire::StudyRequest>,
) -> ApiResult<(StatusCode, axum::Json<wire::Study>)> {
    let owner = owner(&app, &identity).await?.player;
    let title = study::title(&request.title)?;
    let chapters = all_taken_up(&app, request.chapters, 0, 1).await?;
    let id = begin(&app, client, &identity, (owner, title, request.visibility.into()), chapters).await?;
    Ok((StatusCode::CREATED, shown(&app, &identity, &id).await?))
}

/// A study with the list of its chapters.
#[utoipa::path(get, operation_id = "getStudy", path = "/api/studies/{id}", tag = "studies", params(("id" = String, Path)),
    responses((status = 200, body = wire::Study), (status = 404, body = wire::Problem)))]
pub(crate) async fn one(
    State(app): State<App>,
    identity: Identity,
    Path(id): Path<String>,
) -> ApiResult<axum::Json<wire::Study>> {
    shown(&app, &identity, &StudyId::parse(&id)?).await
}

/// Changes the title of a study and who sees it. Only its owner can do that.
#[utoipa::path(put, operation_id = "changeStudy", path = "/api/studies/{id}", tag = "studies", params(("id" = String, Path)),
    request_body = wire::StudySettings,
    responses((status = 200, body = wire::Study), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
        (status = 422, body = wire::Problem)))]
pub(crate) async fn change(
    State(app): State<App>,
    identity: Identity,
    Path(id): Path<String>,
    Json(settings): Json<wire::StudySettings>,
) -> ApiResult<axum::Json<wire::Study>> {
    let id = StudyId::parse(&id)?;
    let title = study::title(&settings.title)?;
    let write = StudyWrite::Settings { id: id.clone(), title, visibility: settings.visibility.into() };
    by_owner(&app, &identity, &id, |_| Ok(write)).await?;
    shown(&app, &identity, &id).await
}

/// Deletes a study with its chapters. Only its owner can do that.
#[utoipa::path(delete, operation_id = "deleteStudy", path = "/api/studies/{id}", tag = "studies", params(("id" = String, Path)),
    responses((status = 204), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem)))]
pub(crate) async fn remove(
    State(app): State<App>,
    identity: Identity,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    let id = StudyId::parse(&id)?;
    by_owner(&app, &identity, &id, |_| Ok(StudyWrite::Remove { id: id.clone() })).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lets an account read a study or change its chapters, or ends that. Its owner can do that for all, a member only leave.
#[utoipa::path(put, operation_id = "changeStudyMember", path = "/api/studies/{id}/members", tag = "studies",
    params(("id" = String, Path)), request_body = wire::StudyMemberRequest,
    responses((status = 204), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
        (status = 422, body = wire::Problem)))]
pub(crate) async fn member(
    State(app): State<App>,
    identity: Identity,
    Path(id): Path<String>,
    Json(request): Json<wire::StudyMemberRequest>,
) -> ApiResult<StatusCode> {
    let id = StudyId::parse(&id)?;
    let unknown = || ApiError::impossible("no-such-account", "There is no account of this name. Check its spelling.");
    let account = app.store.account(&request.name).await?.filter(|account| !account.barred).ok_or_else(unknown)?;
    let role = request.role.map(StudyRole::from);
    let leaves = role.is_none() && identity.player.as_ref() == Some(&account.player);
    let write = StudyWrite::Member { id: id.clone(), player: account.player.clone(), role };
    let decide = |held: &HeldStudy| {
        if account.player == held.study.owner {
            return Err(ApiError::impossible("is-owner", "This is the study's owner, who may do everything in it."));
        }
        if role.is_some() && held.members.len() >= MEMBERS {
            return Err(ApiError::impossible("too-many-members", format!("A study has at most {MEMBERS} members.")));
        }
        Ok(write)
    };
    changed_by(&app, &identity, &id, if leaves { Who::Member } else { Who::Owner }, decide).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Adds chapters to a study.
#[utoipa::path(post, operation_id = "addChapters", path = "/api/studies/{id}/chapters", tag = "studies", params(("id" = String, Path)),
    request_body = Vec<wire::ChapterRequest>,
    responses((status = 201, body = wire::Study), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
        (status = 422, body = wire::Problem), (status = 429, body = wire::Problem)))]
pub(crate) async fn add_chapters(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Path(id): Path<String>,
    Json(chapters): Json<Vec<ChapterRequest>>,
) -> ApiResult<(StatusCode, axum::Json<wire::Study>)> {
    let id = StudyId::parse(&id)?;
    let (player, held) = may(&app, &identity, &id, Who::Writer).await?;
    let chapters = all_taken_up(&app, chapters, held.chapters.len(), 0).await?;
    app.resources.rate_limits.storage(client, Some(&player), bytes(&chapters))?;
    let adding = |held: &HeldStudy| {
        // Somebody may have added some meanwhile.
        room_for(chapters.len(), held.chapters.len())?;
        let first = held.chapters.iter().map(|chapter| chapter.number).max().unwrap_or_default() + 1;
        let chapters = (first..).zip(chapters).map(|(number, chapter)| Chapter { number, ..chapter }).collect();
        Ok(StudyWrite::AddChapters { id: id.clone(), chapters })
    };
    changed_by(&app, &identity, &id, Who::Writer, adding).await?;
    Ok((StatusCode::CREATED, shown(&app, &identity, &id).await?))
}

/// A chapter of a study with its moves.
#[utoipa::path(get, operation_id = "getChapter", path = "/api/studies/{id}/chapters/{number}", tag = "studies",
    params(("id" = String, Path), ("number" = u32, Path)),
    responses((status = 200, body = wire::StudyChapter), (status = 404, body = wire::Problem)))]
pub(crate) async fn chapter(
    State(app): State<App>,
    identity: Identity,
    Path((id, number)): Path<(String, String)>,
) -> ApiResult<axum::Json<wire::StudyChapter>> {
    let id = StudyId::parse(&id)?;
    seen(&app, &identity, &id).await?;
    let number = number.parse().map_err(|_| no_chapter())?;
    let chapter = app.store.chapter(&id, number).await?.ok_or_else(no_chapter)?;
    Ok(axum::Json(present::chapter(chapter)))
}

/// Changes the title of a chapter, or its place among the others.
#[utoipa::path(put, operation_id = "changeChapter", path = "/api/studies/{id}/chapters/{number}", tag = "studies",
    params(("id" = String, Path), ("number" = u32, Path)), request_body = wire::ChapterSettings,
    responses((status = 204), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
        (status = 422, body = wire::Problem)))]
pub(crate) async fn change_chapter(
    State(app): State<App>,
    identity: Identity,
    Path((id, number)): Path<(String, String)>,
    Json(settings): Json<wire::ChapterSettings>,
) -> ApiResult<StatusCode> {
    let id = StudyId::parse(&id)?;
    let number: u32 = number.parse().map_err(|_| no_chapter())?;
    let title = study::title(&settings.title)?;
    let naming = |held: &HeldStudy| {
        known(held, number)?;
        Ok(StudyWrite::Chapter { id: id.clone(), number, title })
    };
    changed_by(&app, &identity, &id, Who::Writer, naming).await?;
    if let Some(place) = settings.place {
        let ordering = |held: &HeldStudy| {
            known(held, number)?;
            let mut numbers: Vec<u32> = held.chapters.iter().map(|chapter| chapter.number).collect();
            numbers.retain(|other| *other != number);
            numbers.insert((place as usize).min(numbers.len()), number);
            Ok(StudyWrite::Order { id: id.clone(), numbers })
        };
        changed_by(&app, &identity, &id, Who::Writer, ordering).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Removes a chapter with its moves. A study keeps its last one.
#[utoipa::path(delete, operation_id = "removeChapter", path = "/api/studies/{id}/chapters/{number}", tag = "studies",
    params(("id" = String, Path), ("number" = u32, Path)),
    responses((status = 204), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
        (status = 422, body = wire::Problem)))]
pub(crate) async fn remove_chapter(
    State(app): State<App>,
    identity: Identity,
    Path((id, number)): Path<(String, String)>,
) -> ApiResult<StatusCode> {
    let id = StudyId::parse(&id)?;
    let number: u32 = number.parse().map_err(|_| no_chapter())?;
    let removing = |held: &HeldStudy| {
        known(held, number)?;
        if held.chapters.len() < 2 {
            return Err(ApiError::impossible("last-chapter", "A study has at least one chapter. Delete the study."));
        }
        Ok(StudyWrite::RemoveChapter { id: id.clone(), number })
    };
    changed_by(&app, &identity, &id, Who::Writer, removing).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Copies a study: the copy is the caller's, and private.
#[utoipa::path(post, operation_id = "copyStudy", path = "/api/studies/{id}/copy", tag = "studies", params(("id" = String, Path)),
    responses((status = 201, body = wire::Study), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
        (status = 429, body = wire::Problem)))]
pub(crate) async fn copy(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Path(id): Path<String>,
) -> ApiResult<(StatusCode, axum::Json<wire::Study>)> {
    let owner = owner(&app, &identity).await?.player;
    let id = StudyId::parse(&id)?;
    let (held, _) = seen(&app, &identity, &id).await?;
    let chapters = chapters(&app, &held).await?;
    let chapters = (1..).zip(chapters).map(|(number, chapter)| Chapter { number, edits: 0, ..chapter }).collect();
    let about = (owner, held.study.title, Visibility::Private);
    let copy = begin(&app, client, &identity, about, chapters).await?;
    Ok((StatusCode::CREATED, shown(&app, &identity, &copy).await?))
}

/// A study as text: PGN, or a line of JSON for each chapter, which can be added to another study.
#[utoipa::path(get, operation_id = "getStudyText", path = "/api/studies/{id}/text", tag = "studies",
    params(("id" = String, Path), wire::StudyTextQuery),
    responses((status = 200, body = String, content_type = "application/x-chess-pgn"), (status = 404, body = wire::Problem)))]
pub(crate) async fn text(
    State(app): State<App>,
    identity: Identity,
    headers: HeaderMap,
    Path(id): Path<String>,
    Query(query): Query<wire::StudyTextQuery>,
) -> ApiResult<impl IntoResponse> {
    let id = StudyId::parse(&id)?;
    let (held, _) = seen(&app, &identity, &id).await?;
    let link = format!("{}/study/{id}", address(&app, &headers).unwrap_or_default());
    let chapters = chapters(&app, &held).await?;
    let mut text = String::new();
    for chapter in chapters {
        match query.format {
            StudyFormat::Jsonl => {
                text += &serde_json::to_string(&present::as_request(chapter)).map_err(ApiError::internal)?;
                text.push('\n');
            }
            StudyFormat::Pgn => {
                let compiled = app.variant_of_game(&chapter.variant, &chapter.options).await?;
                let lane = compiled.lane(Lane::Analysis, chapter.nodes.len());
                let (held, link) = (held.clone(), link.clone());
                let work = move |deadline: &Deadline| {
                    let (about, game) = ((&held.study, &*held.owner, &*link), (&compiled.rules, &*compiled.view.title));
                    Ok(present::study_pgn(about, &chapter, game, &|| deadline.check())?)
                };
                text += &app.resources.compute(lane, work).await?;
            }
        }
    }
    let (kind, end) = match query.format {
        StudyFormat::Pgn => ("application/x-chess-pgn; charset=utf-8", "pgn"),
        StudyFormat::Jsonl => ("application/jsonl", "jsonl"),
    };
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"study-{id}.{end}\"")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, text))
}

/// Reports a study to the administrator.
#[utoipa::path(post, operation_id = "reportStudy", path = "/api/studies/{id}/report", tag = "studies", params(("id" = String, Path)),
    request_body = wire::ReportRequest, responses((status = 204), (status = 403, body = wire::Problem),
        (status = 404, body = wire::Problem), (status = 413, body = wire::Problem), (status = 429, body = wire::Problem)))]
pub(crate) async fn report(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Path(id): Path<String>,
    Json(request): Json<wire::ReportRequest>,
) -> ApiResult<StatusCode> {
    short_enough_report(&request)?;
    let id = StudyId::parse(&id)?;
    let (held, _) = seen(&app, &identity, &id).await?;
    let reporter = somebody(&identity)?;
    if reporter == held.study.owner {
        return Err(ApiError::forbidden("own-study", "This study is your own."));
    }
    let about = [id.to_string(), reason_word(request.reason).to_owned(), request.text];
    store_report(&app, client, &identity, [reporter, held.study.owner], about).await
}

/// Who may do something in a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    Owner,
    Writer,
    Member,
}

/// A study that the caller may see, and what the caller may do in it.
pub(super) async fn seen(app: &App, identity: &Identity, id: &StudyId) -> ApiResult<(HeldStudy, StudyRole)> {
    let held = app.store.study(id).await?.ok_or_else(StudyId::unknown)?;
    let role = held.role(identity.player.as_ref()).ok_or_else(StudyId::unknown)?;
    Ok((held, role))
}

async fn shown(app: &App, identity: &Identity, id: &StudyId) -> ApiResult<axum::Json<wire::Study>> {
    let (held, role) = seen(app, identity, id).await?;
    Ok(axum::Json(present::study(&held, identity.player.as_ref(), role)))
}

/// The caller and a study, if the caller may do this in it.
async fn may(app: &App, identity: &Identity, id: &StudyId, who: Who) -> ApiResult<(PlayerId, HeldStudy)> {
    let (held, role) = seen(app, identity, id).await?;
    let forbidden = |message| ApiError::forbidden("not-yours", message);
    let player = identity.player.clone().ok_or_else(|| forbidden("Log in first."))?;
    match who {
        Who::Owner if held.study.owner != player => Err(forbidden("Only the study's owner can do that.")),
        Who::Writer if role != StudyRole::Write => {
            Err(forbidden("You may read this study. To change it, ask its owner, or copy it."))
        }
        _ => Ok((player, held)),
    }
}

async fn by_owner(
    app: &App,
    identity: &Identity,
    id: &StudyId,
    decide: impl FnOnce(&HeldStudy) -> ApiResult<StudyWrite>,
) -> ApiResult<()> {
    changed_by(app, identity, id, Who::Owner, decide).await
}

/// Changes a study as `decide` says of what it is now, and announces that to those who look at it.
async fn changed_by(
    app: &App,
    identity: &Identity,
    id: &StudyId,
    who: Who,
    decide: impl FnOnce(&HeldStudy) -> ApiResult<StudyWrite>,
) -> ApiResult<()> {
    let desk = app.studies.desk(id);
    let mut kept = desk.alone().await;
    let (_, held) = may(app, identity, id, who).await?;
    let write = decide(&held)?;
    let writes = identity.requirement().into_iter().chain([Write::Study(Box::new(write))]).collect();
    let (app, id) = (app.clone(), id.clone());
    to_its_end(async move {
        app.store.writer().write(writes).await?;
        kept.forget();
        desk.changed(app.store.study(&id).await?.as_ref());
        Ok(())
    })
    .await
}

/// Stores a new study.
async fn begin(
    app: &App,
    client: Client,
    identity: &Identity,
    (owner, title, visibility): (PlayerId, String, Visibility),
    chapters: Vec<Chapter>,
) -> ApiResult<StudyId> {
    app.resources.rate_limits.storage(client, Some(&owner), ROW + bytes(&chapters))?;
    let (id, now, limits) = (StudyId::random(), app.store.moment().time, &app.config.limits);
    let study = Study { id: id.clone(), owner: owner.clone(), title, visibility, created: now, changed: now };
    let mut writes: Vec<Write> = identity.requirement().into_iter().collect();
    writes.push(Write::Within(Limit::Studies { player: owner, most: limits.studies_each }));
    writes.push(Write::Within(Limit::AllStudies { most: limits.studies }));
    writes.push(Write::Study(Box::new(StudyWrite::New { study, chapters })));
    app.store.writer().write(writes).await?;
    Ok(id)
}

/// All chapters of a study, in order.
async fn chapters(app: &App, held: &HeldStudy) -> ApiResult<Vec<Chapter>> {
    let mut chapters = Vec::with_capacity(held.chapters.len());
    for head in &held.chapters {
        // One may have gone meanwhile.
        chapters.extend(app.store.chapter(&held.study.id, head.number).await?);
    }
    Ok(chapters)
}

/// New chapters as they are kept, with numbers from `first` on.
async fn all_taken_up(app: &App, asked: Vec<ChapterRequest>, there: usize, first: u32) -> ApiResult<Vec<Chapter>> {
    if asked.is_empty() {
        return Err(ApiError::impossible("bad-study", "Name at least one chapter."));
    }
    room_for(asked.len(), there)?;
    let mut chapters = Vec::with_capacity(asked.len());
    for (number, request) in (first..).zip(asked) {
        chapters.push(taken_up(app, request, number).await?);
    }
    Ok(chapters)
}

fn room_for(more: usize, there: usize) -> ApiResult<()> {
    if there + more <= CHAPTERS {
        return Ok(());
    }
    let message = format!("A study has at most {CHAPTERS} chapters. Create another one for the rest.");
    Err(ApiError::impossible("too-many-chapters", message))
}

fn bytes(chapters: &[Chapter]) -> u32 {
    let of = |chapter: &Chapter| serde_json::to_string(&chapter.nodes).map_or(0, |text| text.len()) + chapter.fen.len();
    chapters.iter().map(|chapter| ROW + of(chapter) as u32).sum()
}

fn known(held: &HeldStudy, number: u32) -> ApiResult<()> {
    held.chapters.iter().any(|chapter| chapter.number == number).then_some(()).ok_or_else(no_chapter)
}

/// There is no such chapter in the study.
fn no_chapter() -> ApiError {
    ApiError::not_found("no-such-chapter", "There is no such chapter; it may have been removed.")
}
