//! What the server answers, one file for each resource.

mod analysis;
mod assets;
mod bot;
mod chat;
mod correspondence;
mod devices;
mod endgames;
mod error;
mod explorer;
mod extract;
mod game_socket;
mod games;
mod guard;
mod identity;
mod listen;
mod lobby;
mod lobby_socket;
mod mail;
mod nodes;
mod oauth;
mod own_games;
mod packing;
mod page_paths;
mod pages;
mod people;
mod pictures;
mod players;
mod positions;
mod profiles;
mod published;
mod push;
mod ratings;
mod sessions;
mod silent;
mod socket;
mod solve;
mod status;
mod studies;
mod study_socket;
mod tagged;
mod tokens;
mod tournaments;
mod traffic;
mod two_factor;
mod vacation;
mod variants;
mod webhooks;
mod workshop;

pub use listen::{Ended, Server, StartError};

use crate::app::App;
use crate::wire;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{MethodFilter, MethodRouter};
use utoipa::OpenApi;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{self, Content, HttpMethod, Ref, RefOr, ResponseBuilder};

/// Makes the description of the interface and its router of one list: handlers, each with its description.
macro_rules! interface {
    ($($module:ident::$handler:ident($path:ident) $(with $layer:expr)?,)*) => {
        #[derive(OpenApi)]
        #[openapi(
            info(
                title = "Spielraum",
                description = "Chess games in up to four dimensions: variants, positions, games, analysis."
            ),
            components(schemas(
                wire::GameRequestMessage, wire::GameMessage, wire::LobbyRequestMessage, wire::LobbyMessage,
                wire::StudyRequestMessage, wire::StudyMessage, wire::StudyFormat,
                wire::AnalysisRequest, wire::AnalysisMessage, wire::PlayerResult, wire::GamesFormat
            )),
            paths($($module::$handler),*)
        )]
        struct Description;

        fn router() -> Router<App> {
            let router = Router::new();
            $(
                let methods = MethodRouter::new().on(filter::<$module::$path>(), $module::$handler);
                $(let methods = methods.layer($layer);)?
                let router = router.route(&<$module::$path as utoipa::Path>::path(), methods);
            )*
            router
        }
    };
}

interface! {
    variants::list(__path_list),
    variants::one(__path_one),
    pictures::start(__path_start),
    pictures::position(__path_position),
    pictures::game(__path_game),
    positions::position(__path_position),
    positions::lines(__path_lines),
    positions::threats(__path_threats),
    positions::setup(__path_setup),
    endgames::probe(__path_probe),
    endgames::tablebase(__path_tablebase),
    explorer::explore(__path_explore),
    solve::solve(__path_solve),
    games::begin(__path_begin),
    games::list(__path_list),
    games::one(__path_one),
    games::variant(__path_variant),
    games::remove(__path_remove),
    games::join(__path_join),
    games::abort(__path_abort),
    games::claim(__path_claim),
    games::text(__path_text),
    games::import(__path_import),
    chat::list(__path_list),
    chat::report(__path_report),
    correspondence::plan(__path_plan),
    correspondence::note(__path_note),
    correspondence::set_note(__path_set_note),
    game_socket::open(__path_open),
    bot::events(__path_events),
    bot::game(__path_game),
    bot::make_move(__path_make_move),
    bot::resign(__path_resign),
    bot::abort(__path_abort),
    bot::draw(__path_draw),
    bot::berserk(__path_berserk),
    bot::say(__path_say),
    tokens::list(__path_list),
    tokens::make(__path_make),
    tokens::revoke(__path_revoke),
    oauth::authorize(__path_authorize),
    oauth::exchange(__path_exchange),
    lobby::list(__path_list),
    lobby::seek(__path_seek),
    lobby::accept(__path_accept),
    lobby::withdraw(__path_withdraw),
    lobby::challenge(__path_challenge),
    lobby::accept_challenge(__path_accept_challenge),
    lobby::decline_challenge(__path_decline_challenge),
    lobby::cancel_challenge(__path_cancel_challenge),
    lobby_socket::open(__path_open),
    tournaments::list(__path_list),
    tournaments::one(__path_one),
    tournaments::create(__path_create),
    tournaments::join(__path_join),
    tournaments::pause(__path_pause),
    tournaments::withdraw(__path_withdraw),
    tournaments::call_off(__path_call_off),
    studies::list(__path_list),
    studies::create(__path_create) with DefaultBodyLimit::max(studies::BODY),
    studies::one(__path_one),
    studies::change(__path_change),
    studies::remove(__path_remove),
    studies::member(__path_member),
    studies::add_chapters(__path_add_chapters) with DefaultBodyLimit::max(studies::BODY),
    studies::chapter(__path_chapter),
    studies::change_chapter(__path_change_chapter),
    studies::remove_chapter(__path_remove_chapter),
    studies::copy(__path_copy),
    studies::text(__path_text),
    studies::report(__path_report),
    study_socket::open(__path_open),
    analysis::open(__path_open),
    players::me(__path_me),
    players::rename(__path_rename),
    players::register(__path_register),
    players::log_in(__path_log_in),
    players::log_out(__path_log_out),
    players::log_out_everywhere(__path_log_out_everywhere),
    two_factor::get(__path_get),
    two_factor::switch_on(__path_switch_on),
    two_factor::secret(__path_secret),
    two_factor::renew(__path_renew),
    two_factor::switch_off(__path_switch_off),
    sessions::list(__path_list),
    sessions::end_others(__path_end_others),
    sessions::end(__path_end),
    players::change_password(__path_change_password),
    mail::settings(__path_settings),
    mail::set_address(__path_set_address),
    mail::remove_address(__path_remove_address),
    mail::choose(__path_choose),
    mail::confirm_address(__path_confirm_address),
    mail::forgotten(__path_forgotten),
    mail::reset(__path_reset),
    mail::unsubscribe(__path_unsubscribe),
    mail::ask_unsubscribe(__path_ask_unsubscribe),
    push::list(__path_list),
    push::add(__path_add),
    push::remove(__path_remove),
    webhooks::list(__path_list),
    webhooks::add(__path_add),
    webhooks::remove(__path_remove),
    webhooks::test(__path_test),
    vacation::get(__path_get),
    vacation::begin(__path_begin),
    vacation::end(__path_end),
    ratings::list(__path_list),
    ratings::one(__path_one),
    profiles::one(__path_one),
    profiles::games(__path_games),
    profiles::course(__path_course),
    own_games::export(__path_export),
    people::delete(__path_delete),
    people::export(__path_export),
    people::block(__path_block),
    people::blocks(__path_blocks),
    people::unblock(__path_unblock),
    people::report(__path_report),
    people::privacy(__path_privacy),
    workshop::check(__path_check) with DefaultBodyLimit::max(workshop::BODY),
    workshop::keep(__path_keep) with DefaultBodyLimit::max(workshop::BODY),
    published::list(__path_list),
    published::publish(__path_publish) with DefaultBodyLimit::max(workshop::BODY),
    published::unpublish(__path_unpublish),
    published::report(__path_report),
    status::health(__path_health),
    status::ready(__path_ready),
}

/// The methods that a description says.
fn filter<P: utoipa::Path>() -> MethodFilter {
    let one = |method| match method {
        HttpMethod::Put => MethodFilter::PUT,
        HttpMethod::Post => MethodFilter::POST,
        HttpMethod::Delete => MethodFilter::DELETE,
        HttpMethod::Patch => MethodFilter::PATCH,
        HttpMethod::Head => MethodFilter::HEAD,
        HttpMethod::Options => MethodFilter::OPTIONS,
        HttpMethod::Trace => MethodFilter::TRACE,
        HttpMethod::Get => MethodFilter::GET,
    };
    P::methods().into_iter().map(one).reduce(MethodFilter::or).unwrap_or(MethodFilter::GET)
}

/// All routes of the program's interface, and their description.
pub(crate) fn api() -> (Router<App>, utoipa::openapi::OpenApi) {
    let mut description = Description::openapi();
    describe_errors(&mut description);
    describe_sessions(&mut description);
    (router(), description)
}

/// Whom a request comes from: a player by a cookie or by a token, or nobody in particular.
fn describe_sessions(description: &mut openapi::OpenApi) {
    const NAME: &str = "session";
    let cookie = ApiKeyValue::with_description(identity::COOKIE, "Set when somebody first plays");
    let components = description.components.get_or_insert_default();
    components.add_security_scheme(NAME, SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
    const TOKEN: &str = "token";
    components.add_security_scheme(TOKEN, SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)));
    let schemes = [NAME, TOKEN].map(|name| SecurityRequirement::new(name, [""; 0]));
    description.security = Some([SecurityRequirement::default()].into_iter().chain(schemes).collect());
}

/// What any route may answer: an error, always of the same form.
fn describe_errors(description: &mut openapi::OpenApi) {
    const KIND: &str = "application/problem+json";
    let problem = || Content::new(Some(Ref::from_schema_name("Problem")));
    for item in description.paths.paths.values_mut() {
        for operation in [&mut item.get, &mut item.put, &mut item.post, &mut item.delete].into_iter().flatten() {
            let responses = &mut operation.responses.responses;
            for (status, response) in responses.iter_mut().filter(|(status, _)| status.starts_with(['4', '5'])) {
                if let RefOr::T(response) = response {
                    response.content.clear();
                    response.content.insert(KIND.to_owned(), problem());
                    if response.description.is_empty() {
                        response.description = format!("An error ({status})");
                    }
                }
            }
            let error = ResponseBuilder::new().description("An error").content(KIND, problem());
            responses.insert("default".to_owned(), RefOr::T(error.build()));
        }
    }
}
