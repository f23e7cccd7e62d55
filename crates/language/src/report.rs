//! What is wrong with a definition: diagnostics, each with its place, all of them at once.

use crate::limits;
use crate::span::Span;
use crate::syntax::Node;
use miette::{LabeledSpan, NamedSource, SourceCode, SourceSpan};
use spielraum_geometry::sort_few;
use std::fmt;
use std::sync::Arc;

/// The advice where something inherited does not fit.
const INHERITED: &str = "this is inherited: say it anew in your definition, or take it out there with `remove`";

/// A file or text of a definition.
pub(crate) type Text = Arc<NamedSource<Arc<str>>>;

/// A text and a span in it, if there is one.
pub(crate) type Place = Option<(Text, Span)>;

/// One thing that is wrong with a definition.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    message: String,
    label: String,
    help: Option<String>,
    place: Place,
}

impl Diagnostic {
    /// A fault that has no place in a text.
    pub(crate) fn unplaced(message: impl Into<String>) -> Self {
        Self { message: message.into(), label: String::new(), help: None, place: None }
    }

    /// A fault at a place.
    pub(crate) fn placed(message: impl Into<String>, place: Place) -> Self {
        Self { place, ..Self::unplaced(message) }
    }

    /// What is wrong.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// How it may be put right, if that is known.
    pub fn advice(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// The file's name and the line and column, from 1, if the fault has a place.
    pub fn place(&self) -> Option<(&str, usize, usize)> {
        let (text, span) = self.place.as_ref()?;
        let before = text.inner().get(..span.start as usize)?;
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |rest| rest.chars().count()) + 1;
        Some((text.name(), line, column))
    }

    /// How many characters the faulty words are long; 0 if the fault has no place.
    pub fn length(&self) -> usize {
        let words = self
            .place
            .as_ref()
            .and_then(|(text, span)| text.inner().get(span.start as usize..span.start as usize + span.len as usize));
        words.map_or(0, |words| words.chars().count())
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}

impl miette::Diagnostic for Diagnostic {
    fn help(&self) -> Option<Box<dyn fmt::Display + '_>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.place.as_ref().map(|(text, _)| &**text as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let (_, span) = self.place.as_ref()?;
        let span = SourceSpan::new((span.start as usize).into(), span.len as usize);
        let label = LabeledSpan::new_with_span(Some(self.label.clone()).filter(|l| !l.is_empty()), span);
        Some(Box::new(std::iter::once(label)))
    }
}

/// Why a definition is no game: every fault that was found, in the order of the text.
///
/// `Display` gives one line for each (`file:line:column: message`). Every [`Diagnostic`] is a [`miette::Diagnostic`],
/// which miette's reporters show with its line and a mark under the place.
#[derive(Clone, Debug)]
pub struct Report {
    diagnostics: Vec<Diagnostic>,
    left_out: usize,
}

impl Report {
    /// The diagnostics, one or more.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// How many more diagnostics there are than [`diagnostics`](Self::diagnostics) returns.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    pub(crate) fn single(fault: Diagnostic) -> Self {
        Self { diagnostics: vec![fault], left_out: 0 }
    }

    pub(crate) fn new(diagnostics: Vec<Diagnostic>) -> Self {
        Self { diagnostics, left_out: 0 }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.diagnostics.iter().enumerate() {
            let newline = if index == 0 { "" } else { "\n" };
            match fault.place() {
                Some((file, line, column)) => write!(f, "{newline}{file}:{line}:{column}: {fault}")?,
                None => write!(f, "{newline}{fault}")?,
            }
            if let Some(help) = &fault.help {
                write!(f, " ({help})")?;
            }
        }
        match self.left_out {
            0 => Ok(()),
            more => write!(f, "\n... and {more} more"),
        }
    }
}

impl std::error::Error for Report {}

/// Collects diagnostics while a definition is read.
#[derive(Default)]
pub(crate) struct Diagnostics {
    texts: Vec<Text>,
    found: Vec<(Option<Span>, Diagnostic)>,
    left_out: usize,
}

impl Diagnostics {
    /// Takes up a text; spans name it by the number returned.
    pub fn add_text(&mut self, name: &str, text: Arc<str>) -> u16 {
        self.texts.push(Arc::new(NamedSource::new(name, text)));
        (self.texts.len() - 1) as u16
    }

    /// A span as a place that outlives this collection.
    pub fn place(&self, span: Span) -> Place {
        self.texts.get(usize::from(span.file)).map(|text| (text.clone(), span))
    }

    /// Something is wrong at a span.
    pub fn add(&mut self, span: Span, message: impl Into<String>) {
        self.push(span, message.into(), String::new(), None);
    }

    /// Something is wrong at a span, and there is a way out.
    pub fn add_with_help(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.push(span, message.into(), String::new(), Some(help.into()));
    }

    /// An unknown word; the nearest of `known` is named.
    pub fn unknown<'k>(&mut self, span: Span, what: &str, word: &str, known: impl IntoIterator<Item = &'k str>) {
        let known: Vec<&str> = known.into_iter().collect();
        let word = crate::suggest::shorten(word);
        let help = crate::suggest::advice(&word, &known);
        self.push(span, format!("{what} `{word}` is not known"), String::new(), help);
    }

    fn push(&mut self, span: Span, message: String, label: String, help: Option<String>) {
        // A fault may be met several times: once for each side, for each piece that shares a movement.
        if self.found.iter().any(|(at, fault)| *at == Some(span) && fault.message == message) {
            return;
        }
        if self.found.len() == limits::FAULTS {
            self.left_out += 1;
            return;
        }
        let place = self.place(span);
        self.found.push((Some(span), Diagnostic { message, label, help, place }));
    }

    /// A fault without a place, such as one of the settings.
    pub fn add_unplaced(&mut self, message: impl Into<String>, help: Option<String>) {
        let fault = Diagnostic { help, ..Diagnostic::unplaced(message) };
        self.found.push((None, fault));
    }

    /// Whether a fault lies between a span and a later byte of the same text.
    pub fn between(&self, from: Span, end: u32) -> bool {
        self.found
            .iter()
            .any(|(span, _)| span.is_some_and(|span| span.file == from.file && (from.start..end).contains(&span.start)))
    }

    /// Something is missing from a node; not reported where something in the node is faulty, which may be just that.
    pub fn missing(&mut self, node: &Node, message: impl Into<String>, help: impl Into<String>) {
        if !self.between(node.span, node.end) {
            self.add_with_help(node.span, message, help);
        }
    }

    /// An empty collection for the same texts.
    pub fn beside(&self) -> Self {
        Self { texts: self.texts.clone(), ..Self::default() }
    }

    /// What was found, in the order of the text.
    pub fn into_found(mut self) -> Vec<Diagnostic> {
        sort_few(&mut self.found, |(one, _), (other, _)| one.cmp(other));
        self.found.into_iter().map(|(_, found)| found).collect()
    }

    /// Whether nothing is wrong so far.
    pub fn none(&self) -> bool {
        self.found.is_empty()
    }

    /// `value` if nothing is wrong, or the report.
    pub fn or<T>(mut self, value: Option<T>) -> Result<T, Report> {
        match value {
            Some(value) if self.found.is_empty() => Ok(value),
            _ => {
                for (span, diagnostic) in &mut self.found {
                    // The first text is the definition itself.
                    if span.is_some_and(|span| span.file > 0) {
                        diagnostic.help = Some(match diagnostic.help.take() {
                            Some(help) => format!("{help}; {INHERITED}"),
                            None => INHERITED.to_owned(),
                        });
                    }
                }
                sort_few(&mut self.found, |(one, _), (other, _)| one.cmp(other));
                let mut diagnostics: Vec<Diagnostic> = self.found.into_iter().map(|(_, fault)| fault).collect();
                if diagnostics.is_empty() {
                    diagnostics.push(Diagnostic::unplaced("the definition can't be read"));
                }
                Err(Report { diagnostics, left_out: self.left_out })
            }
        }
    }
}
