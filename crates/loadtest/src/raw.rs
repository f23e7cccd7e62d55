//! A WebSocket whose frames are written by hand.

use std::io;
use std::net::{IpAddr, SocketAddr};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// A frame without content that begins a text which does not end with it, one that goes on with it, and a ping, each
/// masked by zeros as a client's must be.
pub const BEGINS: [u8; 6] = [0x01, 0x80, 0, 0, 0, 0];
/// Goes on with a text that does not end with it.
pub const GOES_ON: [u8; 6] = [0x00, 0x80, 0, 0, 0, 0];
/// A ping.
pub const PING: [u8; 6] = [0x89, 0x80, 0, 0, 0, 0];
/// A pong.
pub const PONG: [u8; 6] = [0x8a, 0x80, 0, 0, 0, 0];

/// Opens a WebSocket of the server at `base` without cookies, and leaves its frames to the caller.
///
/// # Errors
///
/// If the server can't be reached or does not open a WebSocket.
pub async fn raw_socket(base: &str, address: Option<IpAddr>, path: &str) -> io::Result<TcpStream> {
    let other = |what: &str| io::Error::other(what.to_owned());
    let host = base.strip_prefix("http://").ok_or_else(|| other("no address"))?;
    let to: SocketAddr = host.parse().map_err(|_| other("no address"))?;
    let socket = TcpSocket::new_v4()?;
    if let Some(address) = address {
        socket.bind(SocketAddr::new(address, 0))?;
    }
    let mut stream = socket.connect(to).await?;
    let head = format!(
        "GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
        sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await?;
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        answer.push(stream.read_u8().await?);
    }
    if answer.starts_with(b"HTTP/1.1 101") { Ok(stream) } else { Err(other("no WebSocket")) }
}
