//! Notices to browsers that are closed (Web Push): devices, the encryption of messages, and how they are sent. A push service
//! of the browser's maker carries them, and can't read them.

mod cipher;
mod deliver;
mod endpoint;
mod service;

use crate::app::App;
use std::error::Error;

pub(crate) use cipher::{DeviceKeys, ServerKey};
pub(crate) use endpoint::{Endpoint, Internet};
pub(crate) use service::PushService;

impl App {
    /// Opens the way to devices, if there is to be one, by the key that their push services know. The first server of a
    /// database makes the key.
    pub async fn open_push(&self) -> Result<(), Box<dyn Error + Send + Sync>> {
        let Some(push) = &self.config.push else { return Ok(()) };
        let stored =
            self.store.server_key("push", ServerKey::random().written()).await.map_err(|error| error.message)?;
        let key = ServerKey::parse(&stored).ok_or("the stored key is none; remove it from the table `server_keys`")?;
        let _ = self.push.set(PushService::new(push, key)?);
        Ok(())
    }
}
