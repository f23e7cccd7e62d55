//! Makes tables, those of smaller material first.

use crate::digest::digest;
use crate::error::EndgameError;
use crate::evaluate::{Children, Reached, Solved, leavings};
use crate::exchange::served_by;
use crate::file::{self, Header, TableFile};
use crate::index::Index;
use crate::judge::Judge;
use crate::kernel::{Kernel, Pieces};
use crate::material::Material;
use crate::retrograde::Analysis;
use crate::scope::{check_game, check_material, code, ends_by_place};
use crate::symmetry::group;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use spielraum_rules::{Color, Rules};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU8;
use std::time::{Duration, Instant};

/// How tables are made.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// With how many threads; 0: as many as there are processors.
    pub threads: usize,
    /// How many megabytes may be used for values.
    pub memory_mb: u64,
    /// How often the state of a table under way is kept on disk, to go on from after an interruption.
    pub checkpoint: Duration,
}

impl Default for BuildOptions {
    fn default() -> Self {
        Self { threads: 0, memory_mb: 2048, checkpoint: Duration::from_secs(20) }
    }
}

/// How far the work has come.
#[derive(Clone, Debug)]
pub struct Progress<'a> {
    /// The table that is being made.
    pub material: &'a Material,
    /// How many positions it numbers, for both sides to move.
    pub positions: u64,
    /// The distance that has been looked up last; `None`: the first look at all positions is done.
    pub ply: Option<u16>,
}

/// What has been made of a material.
#[derive(Clone, Debug)]
pub struct Built {
    /// The tables that the material needs, its own the last; those that were there are left out.
    pub made: Vec<Material>,
    /// The material whose table it is: that which was asked for, or the same with the colours exchanged.
    pub table: Material,
    /// The file of the table.
    pub path: PathBuf,
    /// How many positions its file numbers, for both sides to move.
    pub positions: u64,
    /// How many symmetries of the board it uses.
    pub symmetries: u32,
}

/// The ending of the names of tables.
pub(crate) const ENDING: &str = "endgame";

/// The file of a material's table in a folder.
pub fn path_of(folder: &Path, material: &Material) -> PathBuf {
    folder.join(format!("{}.{ENDING}", material.stem()))
}

/// Makes the table of a material and those of all material that can come of it, in files of a folder.
///
/// Tables that are there are used; one that was interrupted is gone on with. Where the rules say the same of both sides,
/// one table serves a material and the same with the colours exchanged.
pub fn build(
    rules: &Rules,
    material: &Material,
    folder: &Path,
    options: &BuildOptions,
    progress: &(dyn Fn(&Progress<'_>) + Sync),
) -> Result<Built, EndgameError> {
    build_while(rules, material, folder, options, progress, &|| true)
}

/// The same until `wanted` says no, which is asked many times a second.
///
/// # Errors
///
/// [`EndgameError::CalledOff`] then; what was kept on disk is gone on with the next time.
pub fn build_while(
    rules: &Rules,
    material: &Material,
    folder: &Path,
    options: &BuildOptions,
    progress: &(dyn Fn(&Progress<'_>) + Sync),
    wanted: &(dyn Fn() -> bool + Sync),
) -> Result<Built, EndgameError> {
    check_game(rules)?;
    check_material(rules, material)?;
    std::fs::create_dir_all(folder).map_err(EndgameError::writing(folder))?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build();
    let mut builder = Builder {
        rules,
        folder,
        options,
        progress,
        wanted,
        digest: digest(rules),
        pieces: Pieces::new(),
        done: HashMap::new(),
        made: Vec::new(),
        used: 0,
    };
    let reached = match pool {
        Ok(pool) => pool.install(|| builder.reach(material)),
        Err(_) => builder.reach(material),
    }?;
    match reached {
        Reached::Table(table, ..) => Ok(Built {
            made: builder.made,
            table: table.material.clone(),
            path: path_of(folder, &table.material),
            positions: 2 * table.index.size(),
            symmetries: table.index.order(),
        }),
        Reached::Ended(winner) => Err(EndgameError::NotThis {
            material: material.to_string(),
            why: match winner {
                None => "the game is a draw as soon as there is nothing else".to_owned(),
                Some(winner) => format!("{} has won as soon as there is nothing else", winner.name()),
            },
        }),
    }
}

/// The next ply of a table that was interrupted, and its values so far.
type Interrupted = (u16, [Vec<AtomicU8>; 2]);

struct Builder<'a> {
    rules: &'a Rules,
    folder: &'a Path,
    options: &'a BuildOptions,
    progress: &'a (dyn Fn(&Progress<'_>) + Sync),
    wanted: &'a (dyn Fn() -> bool + Sync),
    digest: [u8; 32],
    pieces: Pieces,
    done: HashMap<Material, Reached>,
    made: Vec<Material>,
    /// The bytes of the tables in memory.
    used: u64,
}

impl Builder<'_> {
    /// The table of a material, or the end of the game; made if it is not there.
    fn reach(&mut self, material: &Material) -> Result<Reached, EndgameError> {
        if let Some(reached) = self.done.get(material) {
            return Ok(reached.clone());
        }
        if let Some((other, exchange)) = served_by(self.rules, material) {
            let reached = match self.reach(&other)? {
                Reached::Ended(winner) => Reached::Ended(winner.map(|winner| !winner)),
                Reached::Table(table, from, _) => Reached::Table(table, from, Some(Arc::new(exchange))),
            };
            self.done.insert(material.clone(), reached.clone());
            return Ok(reached);
        }
        let kernel = Kernel::new(self.rules, material, &mut self.pieces)?;
        let judge = judge(self.rules, material, &kernel)?;
        let reached = match ended(self.rules, &judge) {
            Some(winner) => Reached::Ended(winner),
            None => {
                let table = Arc::new(self.table(material, kernel, judge)?);
                Reached::Table(table, std::array::from_fn(|slot| slot as u8), None)
            }
        };
        self.done.insert(material.clone(), reached.clone());
        Ok(reached)
    }

    fn table(&mut self, material: &Material, kernel: Kernel, judge: Judge) -> Result<Solved, EndgameError> {
        let path = path_of(self.folder, material);
        let partial = path.with_extension("part");
        let index = numbering(self.rules, material, &kernel)?;
        if let Some(file) = TableFile::open(&path, &self.digest)? {
            check_header(&file, material, &index, code(self.rules.spec()))?;
            self.spend(material, &index)?;
            let values = file.values()?;
            return Ok(Solved { material: material.clone(), kernel, index, code: file.header.code, values });
        }
        let children = self.children(&kernel)?;
        self.spend(material, &index)?;
        let code = code(self.rules.spec());
        let resumed = self.resumed(&partial, material, &index)?;
        let (next_ply, values) = match resumed {
            Some((ply, values)) => (Some(ply), values),
            None => (None, [zeros(index.size()), zeros(index.size())]),
        };
        let table = Solved { material: material.clone(), kernel, index, code, values };
        self.analyse(&table, &children, judge, next_ply, &partial)?;
        file::write(&path, &self.header(&table, None), &table.values)?;
        let _ = std::fs::remove_file(&partial);
        self.made.push(material.clone());
        Ok(table)
    }

    /// What the moves to other material lead to.
    fn children(&mut self, kernel: &Kernel) -> Result<Children, EndgameError> {
        let spec = self.rules.spec();
        let mut children = Children::new(kernel.slots.len(), spec.pieces.len());
        for (leaving, material, from) in leavings(spec, kernel) {
            let reached = match self.reach(&material)? {
                Reached::Table(table, _, exchange) => Reached::Table(table, from, exchange),
                ended => ended,
            };
            children.set(leaving, reached);
        }
        Ok(children)
    }

    fn analyse(
        &self,
        table: &Solved,
        children: &Children,
        judge: Judge,
        next_ply: Option<u16>,
        partial: &Path,
    ) -> Result<(), EndgameError> {
        let analysis = Analysis::new(table, children, judge, ends_by_place(self.rules.spec()), self.wanted);
        let tell = |ply| {
            (self.progress)(&Progress { material: &table.material, positions: 2 * table.index.size(), ply });
        };
        match next_ply {
            Some(_) => analysis.resume()?,
            None => analysis.begin()?,
        }
        tell(next_ply.and_then(|ply| ply.checked_sub(1)));
        let mut kept = Instant::now();
        let mut ply = next_ply.unwrap_or(0);
        while analysis.ply(ply)? {
            tell(Some(ply));
            ply += 1;
            if kept.elapsed() >= self.options.checkpoint {
                file::write(partial, &self.header(table, Some(ply)), &table.values)?;
                kept = Instant::now();
            }
        }
        tell(Some(ply));
        Ok(())
    }

    fn header(&self, table: &Solved, next_ply: Option<u16>) -> Header {
        Header {
            digest: self.digest,
            material: table.material.to_string(),
            code: table.code,
            size: table.index.size(),
            next_ply,
        }
    }

    /// The state of a table that was interrupted, if there is a sound one.
    fn resumed(&self, partial: &Path, material: &Material, index: &Index) -> Result<Option<Interrupted>, EndgameError> {
        let Ok(Some(file)) = TableFile::open(partial, &self.digest) else { return Ok(None) };
        let Some(ply) = file.header.next_ply else { return Ok(None) };
        let fits = file.header.size == index.size() && file.header.material == material.to_string();
        Ok(if fits { file.values().ok().map(|values| (ply, values)) } else { None })
    }

    fn spend(&mut self, material: &Material, index: &Index) -> Result<(), EndgameError> {
        self.used = self.used.saturating_add(2 * index.size());
        let megabytes = |bytes: u64| bytes.div_ceil(1 << 20);
        if megabytes(self.used) > self.options.memory_mb {
            return Err(EndgameError::Memory {
                material: material.to_string(),
                needed: megabytes(self.used),
                allowed: self.options.memory_mb,
            });
        }
        Ok(())
    }
}

/// Evaluates positions of a material.
fn judge(rules: &Rules, material: &Material, kernel: &Kernel) -> Result<Judge, EndgameError> {
    Judge::new(rules, material, kernel)?.ok_or_else(|| EndgameError::NotThis {
        material: material.to_string(),
        why: "no position of it is legal".to_owned(),
    })
}

/// Who has won as soon as there is nothing but a material, if the game is over then; nobody, if it is a draw.
fn ended(rules: &Rules, judge: &Judge) -> Option<Option<Color>> {
    let over = judge.stands().filter(|_| !ends_by_place(rules.spec()))?;
    Some(match over.sign() {
        0 => None,
        1 => Some(judge.side()),
        _ => Some(!judge.side()),
    })
}

/// The materials whose tables [`build`] makes for a material, that which serves it the last; each with those that its moves lead
/// to, which come before it. Different ones can be made at the same time, on different machines.
pub fn needs(rules: &Rules, material: &Material) -> Result<Vec<(Material, Vec<Material>)>, EndgameError> {
    check_game(rules)?;
    check_material(rules, material)?;
    let mut needed = Needed { rules, pieces: Pieces::new(), tables: HashMap::new(), found: Vec::new() };
    needed.visit(material)?;
    Ok(needed.found)
}

struct Needed<'a> {
    rules: &'a Rules,
    pieces: Pieces,
    /// The material whose table serves one that was looked at; none where the game is over.
    tables: HashMap<Material, Option<Material>>,
    found: Vec<(Material, Vec<Material>)>,
}

impl Needed<'_> {
    /// Looks at a material and those its moves lead to; returns whose table serves it.
    fn visit(&mut self, material: &Material) -> Result<Option<Material>, EndgameError> {
        if let Some(table) = self.tables.get(material) {
            return Ok(table.clone());
        }
        let table = match served_by(self.rules, material) {
            Some((other, _)) => self.visit(&other)?,
            None => self.own(material)?.then(|| material.clone()),
        };
        self.tables.insert(material.clone(), table.clone());
        Ok(table)
    }

    /// The same of a material that no other serves; returns whether it has a table.
    fn own(&mut self, material: &Material) -> Result<bool, EndgameError> {
        let kernel = Kernel::new(self.rules, material, &mut self.pieces)?;
        if ended(self.rules, &judge(self.rules, material, &kernel)?).is_some() {
            return Ok(false);
        }
        let mut after = Vec::new();
        for (_, child, _) in leavings(self.rules.spec(), &kernel) {
            if let Some(table) = self.visit(&child)?
                && !after.contains(&table)
            {
                after.push(table);
            }
        }
        self.found.push((material.clone(), after));
        Ok(true)
    }
}

/// The numbering of a material's placements.
pub(crate) fn numbering(rules: &Rules, material: &Material, kernel: &Kernel) -> Result<Index, EndgameError> {
    Index::new(rules.board().len(), group(rules, material), material, kernel).ok_or_else(|| EndgameError::NotThis {
        material: material.to_string(),
        why: "there are too many positions to number".to_owned(),
    })
}

/// Refuses a file that says something else of itself than its name does.
pub(crate) fn check_header(
    file: &TableFile,
    material: &Material,
    index: &Index,
    code: crate::code::Code,
) -> Result<(), EndgameError> {
    let header = &file.header;
    let fits = header.material == material.to_string() && header.size == index.size() && header.code == code;
    if fits && header.next_ply.is_none() {
        Ok(())
    } else {
        Err(EndgameError::damaged(file.path(), "it holds another table than its name says"))
    }
}

fn zeros(size: u64) -> Vec<AtomicU8> {
    (0..size as usize).into_par_iter().map(|_| AtomicU8::new(0)).collect()
}
