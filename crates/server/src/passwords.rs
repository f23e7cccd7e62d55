//! Passwords are hashed and checked by a few threads, each with memory of its own that it uses again and again. However
//! many people log in at once, they take no more memory and no more processors than that; they wait for their turn.
//!
//! Owners in browsers that are known, people who choose a password for a new account and everybody else wait in lanes of
//! their own, so that guesses at passwords delay guesses. Within a lane the network comes first that has used it least lately.

use crate::domain::passwords::{self as domain, is_affordable};
use crate::error::{ApiError, ApiResult};
use crate::resources::{ADVANCE, FairQueue, Ledger, Payer};
use argon2::password_hash::{Output, ParamsString, PasswordHash, Salt, SaltString};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// How many passwords may wait in a lane, of all and of one network, and for how long: a little less than a request may take.
const WAITING: usize = 512;
const WAITING_EACH: usize = 16;
const WAIT: Duration = Duration::from_secs(25);

/// Bytes of a password that is hashed. None that may be chosen is longer.
const LONGEST: usize = 4 * domain::MOST;

/// What the passwords of unknown names are hashed with, so that those take as long as known ones.
const NOBODYS_SALT: &[u8] = b"nobody has this.";

/// Whose password it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asker {
    /// The owner of the account, by a session of it or in a browser that has been logged in to it before.
    Known,
    /// A client who chooses a password for a new account.
    Newcomer,
    /// Anybody else, who may guess.
    Stranger,
}

/// Whose turns are next, again and again.
const TURNS: [Asker; 4] = [Asker::Known, Asker::Newcomer, Asker::Known, Asker::Stranger];

/// Who gets a turn that its lane does not need: an account is made once, so that owners lose little by those who make one.
const SPARE: [Asker; 3] = [Asker::Newcomer, Asker::Known, Asker::Stranger];

/// After this many turns networks are forgotten that have asked for nothing lately.
const SWEEP: usize = 1_024;

/// The threads that hash passwords.
pub(crate) struct Passwords {
    shared: Arc<Shared>,
}

struct Shared {
    queue: Mutex<Queue>,
    news: Condvar,
    /// What everybody has used of the whole server.
    ledger: Arc<Mutex<Ledger>>,
    threads: usize,
}

#[derive(Default)]
struct Queue {
    lanes: [Lane; 3],
    turn: usize,
    closed: bool,
}

/// What waits of one sort of client.
#[derive(Default)]
struct Lane {
    jobs: FairQueue<Job>,
    /// What everybody has used of this lane: who plays or analyses much logs in like anybody else.
    ledger: Ledger,
}

struct Job {
    password: String,
    task: Task,
}

/// A job whose turn it is.
struct Begun {
    payer: Payer,
    asker: Asker,
    job: Job,
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

    fn refuse(self, refusal: ApiError) {
        // A client that has stopped waiting takes no answer.
        match self {
            Self::Hash(answer) => _ = answer.send(Err(refusal)),
            Self::Verify(_, answer) => _ = answer.send(Err(refusal)),
        }
    }
}

impl Passwords {
    /// Starts a thread for each two processors.
    pub fn start(ledger: Arc<Mutex<Ledger>>) -> io::Result<Self> {
        let threads = (std::thread::available_parallelism().map_or(2, usize::from) / 2).max(1);
        let shared = Arc::new(Shared { queue: Mutex::default(), news: Condvar::new(), ledger, threads });
        for number in 0..threads {
            let shared = shared.clone();
            std::thread::Builder::new().name(format!("password-{number}")).spawn(move || shared.work())?;
        }
        Ok(Self { shared })
    }

    /// The hash of a password, in PHC form with a salt of its own.
    pub async fn hash(&self, asker: Asker, password: String) -> ApiResult<String> {
        let (sender, answer) = oneshot::channel();
        self.hand_in(asker, Job { password, task: Task::Hash(sender) })?;
        self.wait_for(asker, answer).await
    }

    /// Whether a password belongs to a hash; this takes equally long if no hash is known.
    pub async fn verify(&self, asker: Asker, password: String, known: Option<String>) -> ApiResult<bool> {
        let (sender, answer) = oneshot::channel();
        let (password, known) = if password.len() > LONGEST { (String::new(), None) } else { (password, known) };
        self.hand_in(asker, Job { password, task: Task::Verify(known, sender) })?;
        self.wait_for(asker, answer).await
    }

    fn hand_in(&self, asker: Asker, job: Job) -> ApiResult<()> {
        let payer = Payer::current();
        let mut queue = self.shared.queue();
        let closed = queue.closed;
        let jobs = &mut queue.lanes[asker as usize].jobs;
        if jobs.len() >= WAITING || jobs.len_of(payer.network) >= WAITING_EACH {
            jobs.retain(|job| job.task.is_awaited());
        }
        if jobs.len_of(payer.network) >= WAITING_EACH {
            return Err(ApiError::too_many("Too many log in from your network at once. Wait a few seconds."));
        }
        if closed || jobs.len() >= WAITING {
            let refused = self.overloaded(jobs.len());
            let Some(other) = jobs.make_room(payer.network).filter(|_| !closed) else { return Err(refused) };
            other.task.refuse(refused);
        }
        jobs.push(Instant::now(), payer, job);
        drop(queue);
        self.shared.news.notify_one();
        Ok(())
    }

    async fn wait_for<T>(&self, asker: Asker, answer: oneshot::Receiver<ApiResult<T>>) -> ApiResult<T> {
        match tokio::time::timeout(WAIT, answer).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Err(ApiError::internal("a password could not be hashed")),
            Err(_) => Err(self.overloaded(self.shared.queue().lanes[asker as usize].jobs.len())),
        }
    }

    /// The refusal when this many wait: it says to come back when about half of them have been served.
    fn overloaded(&self, waiting: usize) -> ApiError {
        let wait = ADVANCE * u32::try_from(waiting / 2 / self.shared.threads).unwrap_or(u32::MAX);
        ApiError::busy("Very many people log in at present. Try again in a moment.").after(wait.min(WAIT))
    }
}

impl Drop for Passwords {
    fn drop(&mut self) {
        self.shared.queue().closed = true;
        self.shared.news.notify_all();
    }
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
        while let Some(Begun { payer, asker, job }) = self.next() {
            let began = Instant::now();
            self.ledger().begin(&payer);
            if catch_unwind(AssertUnwindSafe(|| job.answer(&mut memory))).is_err() {
                tracing::error!("hashing a password panicked");
            }
            let took = began.elapsed();
            self.ledger().finish(&payer, took);
            self.queue().lanes[asker as usize].ledger.finish(&payer, took);
        }
    }

    /// Waits for a job that somebody waits for; nothing when there will be none.
    fn next(&self) -> Option<Begun> {
        let mut queue = self.queue();
        while !queue.closed {
            match queue.begin(Instant::now()) {
                Some(begun) => return Some(begun),
                None => queue = self.news.wait(queue).unwrap_or_else(PoisonError::into_inner),
            }
        }
        None
    }
}

impl Queue {
    /// Takes out what is next that somebody waits for.
    fn begin(&mut self, now: Instant) -> Option<Begun> {
        let turn = TURNS[self.turn % TURNS.len()];
        self.turn = self.turn.wrapping_add(1);
        if self.turn.is_multiple_of(SWEEP) {
            self.lanes.iter_mut().for_each(|lane| lane.ledger.sweep());
        }
        for asker in [turn].into_iter().chain(SPARE) {
            let Lane { jobs, ledger } = &mut self.lanes[asker as usize];
            jobs.retain(|job| job.task.is_awaited());
            if let Some((payer, job)) = jobs.pop(now, ledger, |_| true) {
                ledger.begin(&payer);
                return Some(Begun { payer, asker, job });
            }
        }
        None
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

    /// Passwords for which nobody works.
    fn idle() -> Passwords {
        let shared = Shared { queue: Mutex::default(), news: Condvar::new(), ledger: Arc::default(), threads: 1 };
        Passwords { shared: Arc::new(shared) }
    }

    /// Hands in a password from a network.
    async fn ask(passwords: &Passwords, asker: Asker, network: u8) -> ApiResult<oneshot::Receiver<ApiResult<String>>> {
        let (sender, answer) = oneshot::channel();
        let job = Job { password: network.to_string(), task: Task::Hash(sender) };
        let asked = Payer::new([10, 0, network, 1].into(), None).pay(async { passwords.hand_in(asker, job) });
        asked.await.map(|()| answer)
    }

    #[tokio::test]
    async fn what_waits_is_bounded_for_each_network() {
        let passwords = idle();
        let ask = |network| ask(&passwords, Asker::Stranger, network);
        let mut answers = Vec::new();
        for _ in 0..WAITING_EACH {
            answers.push(ask(1).await.unwrap());
        }
        assert_eq!(ask(1).await.unwrap_err().code, "too-many-requests");
        // A client that does not wait any more leaves room.
        answers.pop();
        answers.push(ask(1).await.unwrap());
        // Networks ask for as much as they may, one after another; there is room for the last one, too.
        for network in 2..=u8::MAX {
            for _ in 0..WAITING_EACH {
                match ask(network).await {
                    Ok(answer) => answers.push(answer),
                    Err(error) => assert_eq!(error.code, "busy"),
                }
            }
            let queue = passwords.shared.queue();
            let jobs = &queue.lanes[Asker::Stranger as usize].jobs;
            assert!(jobs.len() <= WAITING && jobs.len_of([10, 0, network, 0].into()) > 0, "{network}");
        }
        let refused: Vec<ApiError> =
            answers.iter_mut().filter_map(|answer| answer.try_recv().ok().and_then(Result::err)).collect();
        assert_eq!(answers.len() - refused.len(), WAITING);
        let wait = refused[0].wait.unwrap();
        assert!(refused[0].code == "busy" && wait > Duration::from_secs(1) && wait <= WAIT, "{wait:?}");
    }

    /// Guesses from 200 networks wait, and somebody has just logged in from the network of the owner.
    #[tokio::test]
    async fn owners_and_newcomers_come_before_guesses() {
        let (passwords, mut answers) = (idle(), Vec::new());
        for network in 0..200 {
            answers.push(ask(&passwords, Asker::Stranger, network).await.unwrap());
        }
        let mut next = || passwords.shared.queue().begin(Instant::now()).map(|begun| (begun.asker, begun.job.password));
        assert_eq!(next(), Some((Asker::Stranger, "0".to_owned())));
        for asker in [Asker::Newcomer, Asker::Known, Asker::Known, Asker::Newcomer] {
            answers.push(ask(&passwords, asker, 0).await.unwrap());
        }
        let askers: Vec<Asker> = std::iter::from_fn(&mut next).map(|(asker, _)| asker).take(6).collect();
        let (known, newcomer, stranger) = (Asker::Known, Asker::Newcomer, Asker::Stranger);
        assert_eq!(askers, [newcomer, known, stranger, known, newcomer, stranger]);
    }

    /// New accounts have half of the turns while nobody guesses.
    #[tokio::test]
    async fn a_turn_that_is_left_over_makes_an_account() {
        let (passwords, mut answers) = (idle(), Vec::new());
        for network in 0..4 {
            for asker in [Asker::Known, Asker::Newcomer] {
                answers.push(ask(&passwords, asker, network).await.unwrap());
            }
        }
        let next = || passwords.shared.queue().begin(Instant::now()).map(|begun| begun.asker);
        let askers: Vec<Asker> = std::iter::from_fn(next).collect();
        assert_eq!(askers, [Asker::Known, Asker::Newcomer].repeat(4));
    }

    /// However many owners log in, somebody who is not known has every fourth turn.
    #[tokio::test]
    async fn every_lane_has_turns() {
        let (passwords, mut answers) = (idle(), Vec::new());
        for network in 0..100 {
            for asker in TURNS {
                answers.push(ask(&passwords, asker, network).await.unwrap());
            }
        }
        let next = || passwords.shared.queue().begin(Instant::now()).map(|begun| begun.asker);
        let askers: Vec<Asker> = std::iter::repeat_with(next).take(100).flatten().collect();
        assert_eq!(askers, TURNS.repeat(25));
    }

    /// A network that has tried passwords lately comes after one that has not, though that one has used more of the server.
    #[tokio::test]
    async fn a_network_that_has_asked_little_comes_first() {
        let passwords = idle();
        let ours = Payer::new([10, 0, 9, 1].into(), None);
        passwords.shared.ledger().charge(&ours, Duration::from_secs(10));
        let now = Instant::now();
        let of = |network: u8| Payer::new([10, 0, network, 1].into(), None);
        (0..5).for_each(|network| {
            passwords.shared.queue().lanes[Asker::Stranger as usize].ledger.charge(&of(network), ADVANCE);
        });
        let mut answers = Vec::new();
        for network in [0, 1, 2, 3, 4, 9] {
            answers.push(ask(&passwords, Asker::Stranger, network).await.unwrap());
        }
        let first = passwords.shared.queue().begin(now).unwrap();
        assert_eq!(first.payer, ours);
    }

    #[tokio::test]
    async fn passwords_that_are_too_long_are_not_kept() {
        let passwords = idle();
        let asked = passwords.verify(Asker::Stranger, "x".repeat(LONGEST + 1), Some("a hash".to_owned()));
        let _ = tokio::time::timeout(Duration::from_millis(1), asked).await;
        let queue = passwords.shared.queue();
        let kept: Vec<&Job> = queue.lanes.iter().flat_map(|lane| lane.jobs.iter()).collect();
        assert!(kept.len() == 1 && kept[0].password.is_empty() && matches!(kept[0].task, Task::Verify(None, _)));
    }

    #[tokio::test]
    async fn threads_hash_and_verify() {
        let passwords = Passwords::start(Arc::default()).unwrap();
        let hash = passwords.hash(Asker::Newcomer, "correct horse".to_owned()).await.unwrap();
        assert!(passwords.verify(Asker::Stranger, "correct horse".to_owned(), Some(hash.clone())).await.unwrap());
        assert!(!passwords.verify(Asker::Stranger, "wrong horse".to_owned(), Some(hash)).await.unwrap());
        assert!(!passwords.verify(Asker::Stranger, "correct horse".to_owned(), None).await.unwrap());
    }
}
