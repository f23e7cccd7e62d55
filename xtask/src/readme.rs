//! What README.md and the tour show of the program is what the program prints: every block marked `console` is
//! made by running its commands (the lines that begin with `$ `).

use crate::files::read;
use std::path::Path;
use std::process::{Command, Stdio};

/// The pages that show what the program prints.
const PAGES: [&str; 2] = ["README.md", "docs/tour.md"];

/// Renews the blocks of all pages, or checks that they are up to date.
pub fn renew(root: &Path, only_check: bool) -> Result<String, String> {
    let bin = build(root)?;
    let renewed: Vec<String> =
        PAGES.iter().map(|page| renew_page(root, &bin, page, only_check)).collect::<Result<_, _>>()?;
    Ok(renewed.join("\n"))
}

fn renew_page(root: &Path, bin: &Path, page: &str, only_check: bool) -> Result<String, String> {
    let path = root.join(page);
    let before = read(&path)?;
    let after = rewrite(&before, &|command| run(root, bin, command))?;
    match (before == after, only_check) {
        (true, _) => Ok(format!("{page} shows what the program prints")),
        (false, true) => Err(format!("{page} does not show what the program prints: run `cargo xtask readme`")),
        (false, false) => {
            std::fs::write(&path, after).map_err(|error| error.to_string())?;
            Ok(format!("{page} renewed"))
        }
    }
}

fn rewrite(text: &str, run: &dyn Fn(&str) -> Result<String, String>) -> Result<String, String> {
    let mut out = String::new();
    let mut in_block = false;
    for line in text.lines() {
        if line.starts_with("```") {
            in_block = line == "```console";
        } else if in_block {
            if let Some(command) = line.strip_prefix("$ ") {
                out += &format!("{line}\n{}", run(command)?);
            }
            continue;
        }
        out += line;
        out.push('\n');
    }
    Ok(out)
}

/// Builds the program and returns its folder.
fn build(root: &Path) -> Result<std::path::PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo).arg("programs").current_dir(root).status();
    match built {
        Ok(status) if status.success() => {}
        Ok(status) => return Err(format!("cargo programs: {status}")),
        Err(error) => return Err(format!("can't run cargo: {error}")),
    }
    // This program stands in the same folder.
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    Ok(own.parent().map(Path::to_owned).unwrap_or_default())
}

fn run(root: &Path, bin: &Path, command: &str) -> Result<String, String> {
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(root)
        .env("PATH", path)
        .env("COLUMNS", "100")
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("can't run `{command}`: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::rewrite;

    #[test]
    fn blocks_get_what_their_commands_print() {
        let before = "a\n```console\n$ one\nold\n$ two\n```\n```\n$ kept\nkept\n```\n";
        let after = rewrite(before, &|command| Ok(format!("said {command}\n"))).unwrap();
        assert_eq!(after, "a\n```console\n$ one\nsaid one\n$ two\nsaid two\n```\n```\n$ kept\nkept\n```\n");
    }
}
