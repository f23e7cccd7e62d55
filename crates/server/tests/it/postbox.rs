//! A mail server for a test. The protocol is that of a library (mailin), and so is what reads messages (mail-parser).

use mail_parser::MessageParser;
use mailin::{Action, Handler, Response, SessionBuilder, response};
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

/// What a mail server does with messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    Takes,
    /// It asks to try it again later.
    Later,
    /// It refuses the reader's address.
    Refuses,
    /// It refuses who is not logged in.
    WantsPassword,
    /// It breaks the connection when it has the message.
    Breaks,
    /// It does not say a word.
    Silent,
}

/// A message that was taken.
#[derive(Clone, Debug)]
pub struct Received {
    pub from: String,
    pub to: String,
    pub subject: String,
    pub text: String,
    pub html: String,
    headers: Vec<(String, String)>,
}

impl Received {
    /// A header, of which there is one.
    pub fn header(&self, name: &str) -> String {
        let mut found = self.headers.iter().filter(|(header, _)| header.eq_ignore_ascii_case(name));
        let value = found.next().unwrap_or_else(|| panic!("no {name}")).1.clone();
        assert!(found.next().is_none(), "two headers {name}");
        value
    }

    fn read(from: String, to: String, bytes: &[u8]) -> Self {
        let message = MessageParser::default().parse(bytes).unwrap();
        let raw = |header: (&str, &str)| (header.0.to_owned(), header.1.trim().to_owned());
        Self {
            from,
            to,
            subject: message.subject().unwrap().to_owned(),
            text: message.body_text(0).unwrap().into_owned(),
            html: message.body_html(0).unwrap().into_owned(),
            headers: message.headers_raw().map(raw).collect(),
        }
    }
}

struct State {
    mood: Mood,
    received: Vec<Received>,
    /// How many of these were looked at.
    read: usize,
    /// How often it has done anything else since its mood changed.
    refused: usize,
}

/// A mail server.
#[derive(Clone)]
pub struct Postbox {
    pub address: SocketAddr,
    state: Arc<Mutex<State>>,
    news: Arc<Notify>,
}

impl Postbox {
    pub async fn open() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let state = State { mood: Mood::Takes, received: Vec::new(), read: 0, refused: 0 };
        let address = listener.local_addr().unwrap();
        let postbox = Self { address, state: Arc::new(Mutex::new(state)), news: Arc::default() };
        let here = postbox.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let here = here.clone();
                tokio::spawn(async move { here.talk(stream).await });
            }
        });
        postbox
    }

    pub fn set(&self, mood: Mood) {
        let mut state = self.state.lock().unwrap();
        (state.mood, state.refused) = (mood, 0);
    }

    /// How many messages were taken.
    pub fn taken(&self) -> usize {
        self.state.lock().unwrap().received.len()
    }

    /// The next message.
    pub async fn next(&self) -> Received {
        self.wait_for(|state| {
            let found = state.received.get(state.read).cloned();
            state.read += usize::from(found.is_some());
            found
        })
        .await
    }

    /// Ready when it has not taken this many messages since its mood changed.
    pub async fn refuses(&self, times: usize) {
        self.wait_for(|state| (state.refused >= times).then_some(())).await;
    }

    async fn wait_for<T>(&self, mut look: impl FnMut(&mut State) -> Option<T>) -> T {
        let waiting = async {
            loop {
                let news = self.news.notified();
                let found = look(&mut self.state.lock().unwrap());
                match found {
                    Some(found) => return found,
                    None => news.await,
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(20), waiting).await.expect("the mail server waits in vain")
    }

    fn mood(&self) -> Mood {
        self.state.lock().unwrap().mood
    }

    fn refused(&self) {
        self.state.lock().unwrap().refused += 1;
        self.news.notify_waiters();
    }

    async fn talk(&self, stream: TcpStream) {
        if self.mood() == Mood::Silent {
            self.refused();
            tokio::time::sleep(Duration::from_secs(60)).await;
            return;
        }
        let desk = Desk { postbox: self.clone(), from: String::new(), to: String::new(), bytes: Vec::new() };
        let mut session = SessionBuilder::new("mail.example").build(IpAddr::V4(Ipv4Addr::LOCALHOST), desk);
        let mut stream = BufReader::new(stream);
        let mut answer = session.greeting();
        let mut line = Vec::new();
        while answer.code != BROKEN {
            let bytes = if answer.action == Action::NoReply { Vec::new() } else { answer.buffer().unwrap() };
            if stream.write_all(&bytes).await.is_err() || answer.action == Action::Close {
                return;
            }
            line.clear();
            if !matches!(stream.read_until(b'\n', &mut line).await, Ok(1..)) {
                return;
            }
            answer = session.process(&line);
        }
    }
}

/// Stands for breaking off.
const BROKEN: u16 = 599;

/// One connection.
struct Desk {
    postbox: Postbox,
    from: String,
    to: String,
    bytes: Vec<u8>,
}

impl Desk {
    fn refuse(&self, code: u16, words: &str) -> Response {
        self.postbox.refused();
        Response::custom(code, words.to_owned())
    }
}

impl Handler for Desk {
    fn mail(&mut self, _: IpAddr, _: &str, from: &str) -> Response {
        from.clone_into(&mut self.from);
        match self.postbox.mood() {
            Mood::WantsPassword => self.refuse(530, "Authentication required"),
            _ => response::OK,
        }
    }

    fn rcpt(&mut self, to: &str) -> Response {
        to.clone_into(&mut self.to);
        match self.postbox.mood() {
            Mood::Refuses => self.refuse(550, "No such mailbox here"),
            Mood::Later => self.refuse(450, "Try again later"),
            _ => response::OK,
        }
    }

    fn data(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn data_end(&mut self) -> Response {
        if self.postbox.mood() == Mood::Breaks {
            return self.refuse(BROKEN, "");
        }
        let [from, to] = [&mut self.from, &mut self.to].map(std::mem::take);
        let received = Received::read(from, to, &std::mem::take(&mut self.bytes));
        self.postbox.state.lock().unwrap().received.push(received);
        self.postbox.news.notify_waiters();
        response::OK
    }
}
