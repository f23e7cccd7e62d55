//! The page on which a game is explained.

/// The width of a page in columns.
const WIDTH: usize = 100;

/// A text that is being written.
#[derive(Default)]
pub(super) struct Page {
    text: String,
}

impl Page {
    pub fn title(&mut self, title: &str) {
        self.line(title);
        self.line(&"=".repeat(title.chars().count()));
    }

    pub fn heading(&mut self, heading: &str) {
        self.text.push('\n');
        self.line(heading);
        self.line(&"-".repeat(heading.chars().count()));
    }

    /// A heading with items, if there are any.
    pub fn section(&mut self, heading: &str, items: Vec<String>) {
        if !items.is_empty() {
            self.heading(heading);
            items.iter().for_each(|item| self.item(item));
        }
    }

    pub fn line(&mut self, line: &str) {
        self.wrapped(line, "", "");
    }

    pub fn paragraph(&mut self, text: &str) {
        for paragraph in text.split("\n\n") {
            self.text.push('\n');
            self.line(paragraph);
        }
    }

    pub fn item(&mut self, text: &str) {
        self.wrapped(text, "- ", "  ");
    }

    pub fn detail(&mut self, text: &str) {
        self.wrapped(text, "    ", "      ");
    }

    pub fn finish(self) -> String {
        self.text
    }

    fn wrapped(&mut self, text: &str, first: &str, rest: &str) {
        let mut line = first.to_owned();
        let mut empty = true;
        for word in text.split_whitespace() {
            if !empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
                self.text += &line;
                self.text.push('\n');
                line = rest.to_owned();
                empty = true;
            }
            if !empty {
                line.push(' ');
            }
            line += word;
            empty = false;
        }
        self.text += &line;
        self.text.push('\n');
    }
}
