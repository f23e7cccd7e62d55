//! Attacks by what is sent: frames that are no messages, and codings that a file is not kept in.

use spielraum_loadtest::{Player, raw};
use std::net::IpAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

/// Frames that are written at once.
const AT_ONCE: usize = 2_000;

const ATTACKER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(127, 66, 66, 1));

/// Pings, pongs, and texts that never end, on four sockets.
pub fn frames(base: String) -> Vec<JoinHandle<()>> {
    let kinds = [[raw::PING, raw::PING], [raw::PONG, raw::PONG], [raw::BEGINS, raw::GOES_ON], [raw::PING, raw::PONG]];
    kinds.into_iter().map(|[first, then]| tokio::spawn(flood(base.clone(), first, then))).collect()
}

async fn flood(base: String, first: [u8; 6], then: [u8; 6]) {
    loop {
        if let Ok(mut stream) = raw::raw_socket(&base, Some(ATTACKER), "/api/analysis").await {
            let _ = stream.write_all(&first).await;
            let many = then.repeat(AT_ONCE);
            // What the server answers is read as it comes, so that it can go on.
            let mut answers = [0; 64 << 10];
            loop {
                tokio::select! {
                    written = stream.write_all(&many) => if written.is_err() { break },
                    () = tokio::time::sleep(Duration::from_millis(100)) => {}
                }
                match stream.try_read(&mut answers) {
                    Ok(0) => break,
                    Err(error) if error.kind() != std::io::ErrorKind::WouldBlock => break,
                    _ => {}
                }
            }
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The largest file of the web client by names of codings that are less usual, on eight connections.
pub fn codings(base: String) -> Vec<JoinHandle<()>> {
    (0..8).map(|_| tokio::spawn(files(base.clone()))).collect()
}

async fn files(base: String) {
    let player = Player::from_address(&base, Some(ATTACKER));
    let page = player.get("/").await.body.as_str().unwrap_or_default().to_owned();
    // Without the web client the description of the interface is the largest file.
    let script = page.split('"').find(|part| part.starts_with("/assets/") && part.ends_with(".js"));
    let path = script.unwrap_or("/api/openapi.json").to_owned();
    for coding in ["x-gzip", "*", "gzip;q=0.001", "deflate, X-GZIP;q=0.5"].into_iter().cycle() {
        let _ = file(&base, &path, coding).await;
    }
}

async fn file(base: &str, path: &str, coding: &str) -> std::io::Result<()> {
    let host = base.strip_prefix("http://").unwrap_or(base);
    let mut stream = TcpStream::connect(host).await?;
    let head = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\naccept-encoding: {coding}\r\nconnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await?;
    stream.read_to_end(&mut Vec::new()).await.map(|_| ())
}
