//! Diagrams as problem journals print them.

use crate::failure::{CommandResult, Failure};
use clap::{ArgGroup, Args};
use spielraum_draw::{Style, View, diagram};
use spielraum_solve::{Caption, Journal, Problem, Report, latex};
use std::path::{Path, PathBuf};

/// What is printed.
#[derive(Args)]
#[command(group(ArgGroup::new("diagram").args(["svg", "latex"]).multiple(true)))]
pub struct PrintArgs {
    /// Draw the diagram into this file as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the diagram into this file as a LaTeX document (TikZ)
    #[arg(long, value_name = "FILE")]
    latex: Option<PathBuf>,
    /// Who composed the problem, to be printed above the diagram
    #[arg(long, value_name = "NAME", requires = "diagram")]
    author: Option<String>,
    /// What it is called
    #[arg(long, value_name = "TEXT", requires = "diagram")]
    title: Option<String>,
    /// Where it was published
    #[arg(long, value_name = "TEXT", requires = "diagram")]
    source: Option<String>,
    /// Print the solution below the diagram
    #[arg(long, requires = "diagram")]
    solution: bool,
}

impl PrintArgs {
    /// Whether there is something to print.
    pub fn is_asked(&self) -> bool {
        self.svg.is_some() || self.latex.is_some()
    }

    /// Prints what does not wait for the solution; `known` is what is known of the problem without the arguments.
    pub fn before(&self, problem: &Problem, known: &Caption) -> CommandResult<()> {
        if self.solution { Ok(()) } else { self.print(problem, known, String::new()) }
    }

    /// Prints what waits for the solution.
    pub fn after(&self, problem: &Problem, report: &Report, known: &Caption) -> CommandResult<()> {
        if !self.solution {
            return Ok(());
        }
        let mut solution = Journal::new(problem).text(report);
        if report.solutions.is_empty() {
            solution.push_str("no solution\n");
        }
        if let Some(why) = report.stopped {
            solution.push_str(&format!("not searched to the end: {why}\n"));
        }
        self.print(problem, known, solution)
    }

    fn print(&self, problem: &Problem, known: &Caption, solution: String) -> CommandResult<()> {
        let said = |argument: &Option<String>, known: &str| argument.as_deref().unwrap_or(known).to_owned();
        let caption = Caption {
            author: said(&self.author, &known.author),
            title: said(&self.title, &known.title),
            source: said(&self.source, &known.source),
            solution,
        };
        if let Some(path) = &self.svg {
            write(path, &svg(problem, &caption))?;
        }
        self.latex.as_deref().map_or(Ok(()), |path| write(path, &latex(problem, &caption)))
    }
}

fn svg(problem: &Problem, caption: &Caption) -> String {
    let (left, pieces) = problem.asked();
    let words = spielraum_draw::Caption {
        above: caption.above().map(str::to_owned).collect(),
        left,
        right: format!("({pieces})"),
        below: caption.solution.trim_end().lines().map(str::to_owned).collect(),
    };
    diagram(&problem.shown(), View::Slices, &Style::default(), &words)
}

fn write(path: &Path, text: &str) -> CommandResult<()> {
    std::fs::write(path, text).map_err(|error| Failure::file("write", path.display(), &error))
}
