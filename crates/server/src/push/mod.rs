//! Notices to browsers that are closed (Web Push): devices, the encryption of messages, and how they are sent. A push service
//! of the browser's maker carries them, and can't read them.

mod cipher;
mod deliver;
mod endpoint;
mod service;

pub(crate) use cipher::{DeviceKeys, ServerKey};
pub(crate) use endpoint::Endpoint;
pub(crate) use service::PushService;
