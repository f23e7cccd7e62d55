//! Passwords are hashed and checked by a few threads, each with memory of its own that it uses again and again. However
//! many people log in at once, they take no more memory and no more processors than that; they wait for their turn.

use crate::domain::passwords::is_affordable;
use crate::error::{ApiError, ApiResult};
use crate::resources::{FairQueue, Ledger, Payer};
use argon2::password_hash::{Output, ParamsString, PasswordHash, Salt, SaltString};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// How many passwords may wait, of all and of one network, and for how long.
const WAITING: usize = 512;
const WAITING_EACH: usize = 16;
const WAIT: Duration = Duration::from_secs(10);

/// What the passwords of unknown names are hashed with, so that those take as long as known ones.
const NOBODYS_SALT: &[u8] = b"nobody has this.";

/// The threads that hash passwords.
pub(crate) struct Passwords {
    shared: Arc<Shared>,
}

struct Shared {
    queue: Mutex<Queue>,
    news: Condvar,
    ledger: Arc<Mutex<Ledger>>,
}

#[derive(Default)]
struct Queue {
    jobs: FairQueue<Job>,
    closed: bool,
}

struct Job {
    password: String,
    task: Task,
}

enum Task {
    /// Makes a hash of the password.
    Hash(oneshot::Sender<ApiResult<String>>),
    /// Says whether the password belongs to a hash.
    Verify(Option<String>, oneshot::Sender<ApiResult<bool>>),
}

impl Task {
    /// Whether somebody still waits for the answer.
    fn is_awaited(&self) -> bool {
        match self {
            Self::Hash(answer) => !answer.is_closed(),
            Self::Verify(_, answer) => !answer.is_closed(),
        }
    }
}

impl Passwords {
    /// Starts a thread for each two processors.
    pub fn start(ledger: Arc<Mutex<Ledger>>) -> io::Result<Self> {
        let processors = std::thread::available_parallelism().map_or(2, usize::from);
        let shared = Arc::new(Shared { queue: Mutex::default(), news: Condvar::new(), ledger });
        for number in 0..(processors / 2).max(1) {
            let shared = shared.clone();
            std::thread::Builder::new().name(format!("password-{number}")).spawn(move || shared.work())?;
        }
        Ok(Self { shared })
    }

    /// The hash of a password, in PHC form with a salt of its own.
    pub async fn hash(&self, password: String) -> ApiResult<String> {
        let (sender, answer) = oneshot::channel();
        self.hand_in(Job { password, task: Task::Hash(sender) })?;
        wait_for(answer).await
    }

    /// Whether a password belongs to a hash; this takes equally long if no hash is known.
    pub async fn verify(&self, password: String, known: Option<String>) -> ApiResult<bool> {
        let (sender, answer) = oneshot::channel();
        self.hand_in(Job { password, task: Task::Verify(known, sender) })?;
        wait_for(answer).await
    }

    fn hand_in(&self, job: Job) -> ApiResult<()> {
        let payer = Payer::current();
        let mut queue = self.shared.queue();
        if queue.jobs.len() >= WAITING || queue.jobs.len_of(payer.network) >= WAITING_EACH {
            queue.jobs.retain(|job| job.task.is_awaited());
        }
        if queue.jobs.len_of(payer.network) >= WAITING_EACH {
            return Err(ApiError::too_many("Too many log in from your network at once. Wait a few seconds."));
        }
        if queue.closed || queue.jobs.len() >= WAITING {
            return Err(overloaded());
        }
        queue.jobs.push(Instant::now(), payer, job);
        drop(queue);
        self.shared.news.notify_one();
        Ok(())
    }
}

impl Drop for Passwords {
    fn drop(&mut self) {
        self.shared.queue().closed = true;
        self.shared.news.notify_all();
    }
}

async fn wait_for<T>(answer: oneshot::Receiver<ApiResult<T>>) -> ApiResult<T> {
    match tokio::time::timeout(WAIT, answer).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(_)) => Err(ApiError::internal("a password could not be hashed")),
        Err(_) => Err(overloaded()),
    }
}

fn overloaded() -> ApiError {
    ApiError::busy("Very many people log in at present. Try again in a moment.")
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a thread does.
    fn work(&self) {
        let mut memory = Vec::new();
        while let Some((payer, job)) = self.next() {
            let began = Instant::now();
            self.ledger().begin(&payer);
            if catch_unwind(AssertUnwindSafe(|| job.answer(&mut memory))).is_err() {
                tracing::error!("hashing a password panicked");
            }
            self.ledger().finish(&payer, began.elapsed());
        }
    }

    /// Waits for a job that somebody waits for; nothing when there will be none.
    fn next(&self) -> Option<(Payer, Job)> {
        let mut queue = self.queue();
        loop {
            if queue.closed {
                return None;
            }
            let next = queue.jobs.pop(Instant::now(), &self.ledger(), |_| true);
            match next {
                Some((payer, job)) if job.task.is_awaited() => return Some((payer, job)),
                Some(_) => {}
                None => queue = self.news.wait(queue).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

impl Job {
    fn answer(self, memory: &mut Vec<Block>) {
        let password = self.password.as_bytes();
        // A client that has stopped waiting takes no answer.
        match self.task {
            Task::Hash(answer) => _ = answer.send(hash(password, memory)),
            Task::Verify(known, answer) => _ = answer.send(verify(password, known.as_deref(), memory)),
        }
    }
}

fn hash(password: &[u8], memory: &mut Vec<Block>) -> ApiResult<String> {
    let argon2 = Argon2::default();
    let bytes = rand::random::<[u8; 16]>();
    let salt = SaltString::encode_b64(&bytes).map_err(ApiError::internal)?;
    let output = output(&argon2, password, &bytes, Params::DEFAULT_OUTPUT_LEN, memory)?;
    let hash = PasswordHash {
        algorithm: Algorithm::default().ident(),
        version: Some(Version::default().into()),
        params: ParamsString::try_from(argon2.params()).map_err(ApiError::internal)?,
        salt: Some(salt.as_salt()),
        hash: Some(output),
    };
    Ok(hash.to_string())
}

fn verify(password: &[u8], known: Option<&str>, memory: &mut Vec<Block>) -> ApiResult<bool> {
    let Some(known) = known else {
        output(&Argon2::default(), password, NOBODYS_SALT, Params::DEFAULT_OUTPUT_LEN, memory)?;
        return Ok(false);
    };
    let hash = PasswordHash::new(known).map_err(ApiError::internal)?;
    let (Some(salt), Some(expected)) = (hash.salt, hash.hash) else {
        return Err(ApiError::internal("a stored password has no hash"));
    };
    let algorithm = Algorithm::try_from(hash.algorithm).map_err(ApiError::internal)?;
    let version = hash.version.map(Version::try_from).transpose().map_err(ApiError::internal)?.unwrap_or_default();
    let params = Params::try_from(&hash).map_err(ApiError::internal)?;
    if !is_affordable(known) {
        return Err(ApiError::internal("a stored password takes more memory or time than any may"));
    }
    let mut bytes = [0; Salt::MAX_LENGTH];
    let salt = salt.decode_b64(&mut bytes).map_err(ApiError::internal)?;
    let argon2 = Argon2::new(algorithm, version, params);
    // The comparison takes the same time wherever they differ.
    Ok(output(&argon2, password, salt, expected.len(), memory)? == expected)
}

/// What a password is hashed to, in memory that is kept for the next one.
fn output(
    argon2: &Argon2<'_>,
    password: &[u8],
    salt: &[u8],
    length: usize,
    memory: &mut Vec<Block>,
) -> ApiResult<Output> {
    let usual = Params::DEFAULT.block_count();
    memory.resize(argon2.params().block_count().max(usual), Block::new());
    let output = Output::init_with(length, |out| {
        argon2.hash_password_into_with_memory(password, salt, out, &mut memory[..]).map_err(Into::into)
    });
    memory.truncate(usual);
    memory.shrink_to_fit();
    output.map_err(ApiError::internal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use argon2::{PasswordHasher, PasswordVerifier};

    const PHRASE: &[u8] = b"correct horse";

    #[test]
    fn passwords_fit_their_own_hash_only() {
        let mut memory = Vec::new();
        let known = hash(PHRASE, &mut memory).unwrap();
        assert!(verify(PHRASE, Some(&known), &mut memory).unwrap());
        assert!(!verify(b"wrong horse", Some(&known), &mut memory).unwrap());
        assert!(!verify(PHRASE, None, &mut memory).unwrap());
        assert!(verify(PHRASE, Some("$argon2id$v=19$nonsense"), &mut memory).is_err());
        // The library itself agrees, both ways.
        let parsed = PasswordHash::new(&known).unwrap();
        assert!(Argon2::default().verify_password(PHRASE, &parsed).is_ok());
        let salt = SaltString::encode_b64(b"0123456789abcdef").unwrap();
        let theirs = Argon2::default().hash_password(PHRASE, &salt).unwrap().to_string();
        assert!(verify(PHRASE, Some(&theirs), &mut memory).unwrap());
    }

    #[test]
    fn hashes_of_other_sizes_are_checked_within_bounds_and_their_memory_is_given_back() {
        let mut memory = Vec::new();
        let of = |kib: u32| {
            let params = Params::new(kib, 1, 1, None).unwrap();
            let salt = SaltString::encode_b64(b"0123456789abcdef").unwrap();
            Argon2::new(Algorithm::Argon2id, Version::V0x13, params).hash_password(PHRASE, &salt).unwrap().to_string()
        };
        let large = of(40 << 10);
        assert!(verify(PHRASE, Some(&large), &mut memory).unwrap());
        assert_eq!(memory.capacity(), Params::DEFAULT.block_count());
        let terabytes = large.replace("m=40960", "m=4294967295");
        assert!(verify(PHRASE, Some(&terabytes), &mut memory).is_err());
        assert!(verify(PHRASE, Some(&large.replace("t=1", "t=4000000")), &mut memory).is_err());
        assert_eq!(memory.capacity(), Params::DEFAULT.block_count());
    }

    #[tokio::test]
    async fn what_waits_is_bounded_for_each_network() {
        let queue = Mutex::new(Queue::default());
        // Nobody works.
        let passwords = Passwords { shared: Arc::new(Shared { queue, news: Condvar::new(), ledger: Arc::default() }) };
        let ask = |network: u8| {
            let (sender, answer) = oneshot::channel();
            let job = Job { password: "x".to_owned(), task: Task::Hash(sender) };
            let asked = Payer::new([10, 0, network, 1].into(), None).pay(async { passwords.hand_in(job) });
            async move { asked.await.map(|()| answer) }
        };
        let mut answers = Vec::new();
        for _ in 0..WAITING_EACH {
            answers.push(ask(1).await.unwrap());
        }
        assert_eq!(ask(1).await.unwrap_err().code, "too-many-requests");
        assert!(ask(2).await.is_ok());
        // A client that does not wait any more leaves room.
        answers.pop();
        assert!(ask(1).await.is_ok());
        for network in 3..=u8::MAX {
            for _ in 0..3 {
                match ask(network).await {
                    Ok(answer) => answers.push(answer),
                    Err(error) => return assert_eq!((error.code, answers.len() + 1 >= WAITING - 1), ("busy", true)),
                }
            }
        }
        panic!("everybody may wait");
    }

    #[tokio::test]
    async fn threads_hash_and_verify() {
        let passwords = Passwords::start(Arc::default()).unwrap();
        let hash = passwords.hash("correct horse".to_owned()).await.unwrap();
        assert!(passwords.verify("correct horse".to_owned(), Some(hash.clone())).await.unwrap());
        assert!(!passwords.verify("wrong horse".to_owned(), Some(hash)).await.unwrap());
        assert!(!passwords.verify("correct horse".to_owned(), None).await.unwrap());
    }
}
