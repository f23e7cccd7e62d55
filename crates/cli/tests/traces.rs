//! The program as a collector of traces sees it: a small one listens here, and reads what it is sent.

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value as Tagged;
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue};
use opentelemetry_proto::tonic::resource::v1::Resource;
use opentelemetry_proto::tonic::trace::v1::Span;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use prost::Message;
use serde_json::json;
use spielraum_loadtest::{Player, Program};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tempfile::TempDir;

/// How long something may take before the test has failed.
const WAIT: Duration = Duration::from_secs(60);

/// A collector, and what it was sent.
struct Collector {
    address: SocketAddr,
    received: Arc<Mutex<Vec<(Resource, Span)>>>,
    /// Those whom it does not answer.
    held: Arc<Mutex<Vec<TcpStream>>>,
}

impl Collector {
    /// One that answers, or one that listens and never does.
    fn start(answers: bool) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (received, held) = (Arc::<Mutex<Vec<_>>>::default(), Arc::<Mutex<Vec<_>>>::default());
        let (into, kept) = (received.clone(), held.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let stream = stream.unwrap();
                match answers {
                    true => take(&stream, &into),
                    false => kept.lock().unwrap().push(stream),
                }
            }
        });
        Self { address, received, held }
    }

    /// What the spans are said to come from.
    fn service(&self) -> String {
        attribute(&self.received.lock().unwrap()[0].0.attributes, "service.name")
    }

    fn spans(&self) -> Vec<Span> {
        self.received.lock().unwrap().iter().map(|(_, span)| span.clone()).collect()
    }
}

/// Reads one request and answers it.
fn take(mut stream: &TcpStream, into: &Mutex<Vec<(Resource, Span)>>) {
    let mut reader = BufReader::new(stream);
    let (mut head, mut length) = (String::new(), 0);
    while reader.read_line(&mut head).unwrap() > 2 {
        let line = head.lines().last().unwrap().to_ascii_lowercase();
        if let Some(told) = line.strip_prefix("content-length:") {
            length = told.trim().parse().unwrap();
        }
    }
    assert!(head.starts_with("POST /v1/traces HTTP/1.1\r\n") && head.contains("application/x-protobuf"), "{head}");
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    for of_resource in ExportTraceServiceRequest::decode(&*body).unwrap().resource_spans {
        let resource = of_resource.resource.unwrap();
        for span in of_resource.scope_spans.into_iter().flat_map(|scope| scope.spans) {
            into.lock().unwrap().push((resource.clone(), span));
        }
    }
    let answer =
        "HTTP/1.1 200 OK\r\ncontent-type: application/x-protobuf\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
    stream.write_all(answer.as_bytes()).unwrap();
}

/// The value of an attribute as a text.
fn attribute(attributes: &[KeyValue], key: &str) -> String {
    let found = attributes.iter().find(|attribute| attribute.key == key);
    match found.and_then(|attribute| attribute.value.clone()) {
        Some(AnyValue { value: Some(Tagged::StringValue(text)) }) => text,
        Some(AnyValue { value: Some(Tagged::IntValue(number)) }) => number.to_string(),
        Some(AnyValue { value: Some(Tagged::DoubleValue(number)) }) => number.to_string(),
        other => panic!("{key}: {other:?} in {attributes:?}"),
    }
}

fn seconds(span: &Span, key: &str) -> f64 {
    attribute(&span.attributes, key).parse().unwrap()
}

/// The only span of a name below another one, or the only one that begins a trace.
fn below<'s>(spans: &'s [Span], parent: Option<&Span>, name: &str) -> &'s Span {
    let id = parent.map_or(&[][..], |parent| &parent.span_id);
    let found: Vec<&Span> = spans.iter().filter(|span| span.name == name && span.parent_span_id == id).collect();
    let [span] = *found else { panic!("{} of {name} below {parent:?} in {spans:#?}", found.len()) };
    assert!(parent.is_none_or(|parent| parent.trace_id == span.trace_id));
    assert!(span.end_time_unix_nano >= span.start_time_unix_nano);
    span
}

/// A server that sends its traces to an address.
struct Traced {
    program: Program,
    folder: TempDir,
}

impl Traced {
    fn start(collector: SocketAddr, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let folder = TempDir::new().unwrap();
        let log = File::create(folder.path().join("log")).unwrap();
        let set = |command: &mut Command| {
            command.env("OTEL_EXPORTER_OTLP_ENDPOINT", format!("http://{collector}"));
            command.envs(variables.iter().copied()).stderr(log);
        };
        let arguments = [&["--hash", "1"], arguments].concat();
        let program = Path::new(env!("CARGO_BIN_EXE_spielraum"));
        let program = Program::start_with(program, &folder.path().join("data"), &arguments, set);
        Self { program, folder }
    }

    /// Asks for a page as a proxy does, and gives the head of the answer.
    fn forwarded(&self, headers: &str) -> String {
        let mut stream = TcpStream::connect(self.program.base.strip_prefix("http://").unwrap()).unwrap();
        write!(stream, "GET /api/variants HTTP/1.1\r\nHost: localhost\r\n{headers}Connection: close\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Ends the server in order, and gives what it has logged.
    fn end(self) -> String {
        let id = self.program.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        let (told, ended) = std::sync::mpsc::channel();
        std::thread::spawn(move || told.send(self.program.ended()));
        let status = ended.recv_timeout(WAIT).expect("the server ends");
        assert!(status.success(), "{status}");
        std::fs::read_to_string(self.folder.path().join("log")).unwrap()
    }
}

/// Begins a game against the engine, makes a move, and waits for the answer. Gives the game's id.
fn play(base: &str) -> String {
    let playing = async {
        let player = Player::new(base);
        let opponent = json!({ "kind": "engine", "level": 1 });
        let request = json!({ "variant": "chess", "opponent": opponent, "side": "white" });
        let game = player.begin(request).await["id"].as_str().unwrap().to_owned();
        let mut socket = player.sit_down(&game).await;
        socket.next_of("game").await;
        socket.make(0, "e2e4").await;
        while socket.next_of("move").await["ply"] != 2 {}
        game
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async { tokio::time::timeout(WAIT, playing).await.expect("a game is played") })
}

#[test]
fn what_a_request_and_a_move_waited_for_is_told() {
    let collector = Collector::start(true);
    let server = Traced::start(collector.address, &[], &[("OTEL_SERVICE_NAME", "clubhouse")]);
    let game = play(&server.program.base);
    // Clients can't begin traces of ours.
    let head = server.forwarded("traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\n");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let log = server.end();
    assert!(!log.contains("WARN") && !log.contains("ERROR") && !log.contains("HTTP"), "{log}");
    assert_eq!(collector.service(), "clubhouse");
    let spans = collector.spans();

    let begun = below(&spans, None, "POST /api/games");
    assert_eq!(begun.kind, SpanKind::Server as i32);
    let of_begun = |key| attribute(&begun.attributes, key);
    assert_eq!((of_begun("http.request.method"), of_begun("http.route")), ("POST".into(), "/api/games".into()));
    assert_eq!(of_begun("http.response.status_code"), "201");
    let begun_stored: Vec<&Span> = spans.iter().filter(|span| span.parent_span_id == begun.span_id).collect();
    assert!(
        begun_stored.iter().any(|span| span.name == "transaction")
            && begun_stored.iter().any(|span| span.name == "compute")
    );
    let page = below(&spans, None, "GET /api/variants");
    let id = attribute(&page.attributes, "spielraum.request");
    assert!(head.contains(&format!("x-request-id: {id}\r\n")), "{head}");

    // The move: worked out, stored, answered by the engine, whose move is worked out and stored as well.
    let action = below(&spans, None, "action");
    let search = below(&spans, Some(action), "search");
    let answer = below(&spans, Some(search), "action");
    for action in [action, answer] {
        let (id, variant) =
            (attribute(&action.attributes, "spielraum.game"), attribute(&action.attributes, "spielraum.variant"));
        assert_eq!((id.as_str(), variant.as_str()), (game.as_str(), "chess"));
        let (computed, stored) = (below(&spans, Some(action), "compute"), below(&spans, Some(action), "transaction"));
        assert_eq!(attribute(&computed.attributes, "spielraum.lane"), "game");
        assert_eq!(attribute(&stored.attributes, "db.system.name"), "sqlite");
        for span in [computed, stored] {
            assert!(seconds(span, "spielraum.waited") >= 0.0 && seconds(span, "spielraum.ran") > 0.0);
        }
    }
    assert_eq!(attribute(&search.attributes, "spielraum.lane"), "move");
    assert!(seconds(search, "spielraum.ran") > 0.0 && seconds(search, "spielraum.nodes") > 0.0);
}

#[test]
fn a_proxy_begins_traces() {
    let collector = Collector::start(true);
    let server = Traced::start(collector.address, &["--behind-proxy"], &[]);
    let headers = "X-Forwarded-For: 192.0.2.7\r\nX-Request-Id: from-the-proxy\r\n\
                   traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\n";
    let unsampled = "X-Forwarded-For: 192.0.2.7\r\nX-Request-Id: unsampled\r\n\
                     traceparent: 00-0af7651916cd43dd8448eb211c80319d-b7ad6b7169203331-00\r\n";
    for headers in [headers, unsampled] {
        let head = server.forwarded(headers);
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    }
    server.end();
    assert_eq!(collector.service(), "spielraum");
    let spans = collector.spans();
    let requests: Vec<&Span> = spans.iter().filter(|span| span.name == "GET /api/variants").collect();
    let [request] = *requests else { panic!("{spans:#?}") };
    assert_eq!(request.trace_id, 0x0af7_6519_16cd_43dd_8448_eb21_1c80_319c_u128.to_be_bytes());
    assert_eq!(request.parent_span_id, 0xb7ad_6b71_6920_3331_u64.to_be_bytes());
    assert_eq!(attribute(&request.attributes, "spielraum.request"), "from-the-proxy");
}

#[test]
fn a_collector_that_is_gone_or_never_answers_holds_nobody_up() {
    let silent = Collector::start(false);
    let gone = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    for (collector, told) in [(silent.address, "dropped_span_count="), (gone, "HTTP export failed")] {
        let variables = [
            ("OTEL_BSP_MAX_QUEUE_SIZE", "8"),
            ("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "4"),
            // A client that waits for it waits longer than this test.
            ("OTEL_EXPORTER_OTLP_TIMEOUT", "600000"),
        ];
        let server = Traced::start(collector, &[], &variables);
        for _ in 0..4 {
            play(&server.program.base);
        }
        let log = server.end();
        assert!(log.contains(told), "{log}");
    }
    assert!(!silent.held.lock().unwrap().is_empty());
}

#[test]
fn what_cant_be_done_is_told_in_one_line() {
    let somewhere = SocketAddr::from(([127, 0, 0, 1], 4318));
    for (variable, value, help) in [
        ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "https://collector.example", "without TLS"),
        ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", "http/protobuf"),
        ("OTEL_EXPORTER_OTLP_TIMEOUT", "soon", "milliseconds"),
    ] {
        let server = Traced::start(somewhere, &[], &[(variable, value)]);
        server.forwarded("");
        let log = server.end();
        let warned =
            |line: &&str| line.contains("no traces are sent") && line.contains(variable) && line.contains(help);
        assert_eq!(log.lines().filter(warned).count(), 1, "{log}");
    }
}
