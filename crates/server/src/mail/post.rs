//! The way to the mail server.

use super::message::Said;
use crate::config::{Encryption, Mail};
use lettre::message::Mailbox;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use std::time::Duration;

/// How long the mail server may take for an answer, and for a whole message.
const ANSWER: Duration = Duration::from_secs(20);
const WHOLE: Duration = Duration::from_secs(60);

/// Sends messages.
pub(crate) struct Post {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// How long a message may take.
    whole: Duration,
}

/// Why a message was not sent. What the mail server has said may name the reader, and is kept out of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unsent {
    /// It never will be: with which code the mail server refuses it; none if it can't be written.
    Refused(Option<u16>),
    /// The mail server asks to try it again later.
    Later(u16),
    /// The mail server can't be reached, refuses us, or breaks off.
    Unreachable,
}

impl Post {
    /// The way to the mail server of a configuration.
    ///
    /// # Errors
    ///
    /// If TLS can't be set up.
    pub fn new(mail: &Mail) -> Result<Self, lettre::transport::smtp::Error> {
        let server = &mail.server;
        let parameters = || TlsParameters::new(server.host.clone());
        let tls = match server.encryption {
            Encryption::None => Tls::None,
            Encryption::StartTls => Tls::Required(parameters()?),
            Encryption::Tls => Tls::Wrapper(parameters()?),
        };
        let mut transport = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(&server.host)
            .port(server.port)
            .tls(tls)
            .timeout(Some(ANSWER.min(mail.patience)))
            .hello_name(ClientId::Domain(mail.host()));
        if let Some((user, password)) = &server.credentials {
            transport = transport.credentials(Credentials::new(user.clone(), password.clone()));
        }
        Ok(Self { transport: transport.build(), from: mail.from.0.clone(), whole: WHOLE.min(mail.patience) })
    }

    /// Sends a message to an address.
    pub(super) async fn send(&self, said: &Said, to: &str) -> Result<(), Unsent> {
        let message = said.message(&self.from, to).map_err(|_| Unsent::Refused(None))?;
        let error = match tokio::time::timeout(self.whole, self.transport.send(message)).await {
            Ok(Ok(_)) => return Ok(()),
            Ok(Err(error)) => error,
            Err(_) => return Err(Unsent::Unreachable),
        };
        match error.status().map(u16::from) {
            // What concerns us and not the message (RFC 5321, RFC 4954): we are to log in first, or not so.
            Some(421 | 454 | 530 | 534 | 535 | 538) | None => Err(Unsent::Unreachable),
            Some(code) if error.is_permanent() => Err(Unsent::Refused(Some(code))),
            Some(code) => Err(Unsent::Later(code)),
        }
    }
}
