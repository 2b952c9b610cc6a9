//! The file of best scores. It is written atomically. A file that is damaged or of another version is reported and moved
//! aside, so that no score is lost silently.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use taquin_api::files;
use taquin_api::game::{Scores, SkippedScores};
use taquin_api::quantities::counted;

/// A file of scores; `None` if no folder for it is known.
#[derive(Clone, Debug)]
pub struct ScoreFile(Option<PathBuf>);

impl ScoreFile {
    /// Creates a file of scores at a path, if one is known.
    pub fn new(path: Option<PathBuf>) -> ScoreFile {
        ScoreFile(path)
    }

    /// Changes the scores and stores them; also returns a notice about the file, if there is something to report.
    pub fn change<T>(&self, change: impl FnOnce(&mut Scores) -> T) -> (T, Option<String>) {
        let Some(path) = &self.0 else {
            let changed = change(&mut Scores::default());
            return (
                changed,
                Some("No folder for scores is known: they are not stored.".to_string()),
            );
        };
        // Another game may have written it meanwhile.
        let (mut scores, read) = match read(path) {
            Ok(read) => read,
            Err(error) => {
                let notice =
                    format!("Scores are not stored: cannot read {}: {error}.", path.display());
                return (change(&mut Scores::default()), Some(notice));
            }
        };
        let before = scores.clone();
        let changed = change(&mut scores);
        let written =
            if scores == before && read.is_none() { Ok(()) } else { write(path, &scores) };
        let failed = written.err().map(|error| format!("Scores are not stored: {error}."));
        (changed, failed.or(read))
    }
}

/// Reads the scores in a file; returns a notice if it was damaged or of another version.
fn read(path: &Path) -> io::Result<(Scores, Option<String>)> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok((Scores::default(), None));
        }
        Err(error) => return Err(error),
    };
    let (scores, skipped) = Scores::read_checked(&String::from_utf8_lossy(&bytes));
    let Some(skipped) = skipped else { return Ok((scores, None)) };
    let aside = free_name(path);
    fs::rename(path, &aside)?;
    let kept = counted(scores.iter().count() as u64, "score");
    let what = match skipped {
        SkippedScores::Damaged => format!("was damaged: {kept} recovered"),
        SkippedScores::OtherVersion => {
            "was written by another version of taquin, so scores begin anew".to_string()
        }
    };
    let notice = format!("The file of scores {what}, the file is now {}.", aside.display());
    Ok((scores, Some(notice)))
}

/// Returns an unused name beside a file.
fn free_name(path: &Path) -> PathBuf {
    let named = |number: u32| {
        let mut name = path.as_os_str().to_os_string();
        name.push(if number == 1 { ".damaged".into() } else { format!(".damaged-{number}") });
        PathBuf::from(name)
    };
    (1..1000).map(named).find(|name| !name.exists()).unwrap_or_else(|| named(1000))
}

fn write(path: &Path, scores: &Scores) -> Result<(), String> {
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    folder.map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    files::write(path, (scores.text() + "\n").as_bytes()).map_err(|wrong| wrong.message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::Size;
    use taquin_api::game::{Difficulty, Score, ScoreOutcome};

    fn score(moves: u64) -> Score {
        let difficulty = Difficulty::Depth(10);
        Score { size: Size::default(), difficulty, moves, shortest: Some(10), seconds: 3 }
    }

    #[test]
    fn scores_are_kept_and_read_again() {
        let folder = tempfile::tempdir().expect("there is room");
        let file = ScoreFile::new(Some(folder.path().join("new/folder/scores.json")));
        assert_eq!(file.change(|scores| scores.add(score(12))), (ScoreOutcome::First, None));
        let (kept, notice) = file.change(|scores| scores.add(score(14)));
        assert_eq!((kept, notice), (ScoreOutcome::NotBetter(score(12)), None));
        let names = fs::read_dir(folder.path().join("new/folder")).expect("it is there");
        assert_eq!(names.count(), 1);
    }

    #[test]
    fn a_damaged_file_is_put_aside_and_what_is_sound_is_kept() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("scores.json");
        let file = ScoreFile::new(Some(path.clone()));
        file.change(|scores| scores.add(score(12)));
        let sound = fs::read_to_string(&path).expect("it is there");
        let damaged = sound.replace("\"best\":[", "\"best\":[17,");
        for (number, text) in [(1, damaged.as_bytes()), (2, b"\xff\0"), (3, b"")] {
            fs::write(&path, text).expect("it can be written");
            let (count, notice) = file.change(|scores| scores.iter().count());
            assert_eq!(count, usize::from(number == 1));
            assert!(notice.is_some_and(|notice| notice.contains("damaged")), "{number}");
            let end = if number == 1 { String::new() } else { format!("-{number}") };
            let aside = folder.path().join(format!("scores.json.damaged{end}"));
            assert_eq!(fs::read(aside).expect("it is put aside"), text);
            assert_eq!(file.change(|scores| scores.iter().count()), (count, None));
        }
    }

    #[test]
    fn a_file_of_another_version_is_put_aside() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("scores.json");
        let file = ScoreFile::new(Some(path.clone()));
        let old = r#"{"schema_version":1,"best":[{"size":"3x3","difficulty":"depth 10","moves":12,"shortest":10,"seconds":3}]}"#;
        fs::write(&path, old).expect("it can be written");
        let (count, notice) = file.change(|scores| scores.iter().count());
        assert_eq!(count, 0);
        assert!(notice.is_some_and(|notice| notice.contains("another version of taquin")));
        let aside = folder.path().join("scores.json.damaged");
        assert_eq!(fs::read_to_string(aside).expect("it is put aside"), old);
    }

    #[test]
    fn what_cannot_be_stored_is_reported() {
        let folder = tempfile::tempdir().expect("there is room");
        // There is a folder where the file should be.
        let (kept, notice) =
            ScoreFile::new(Some(folder.path().into())).change(|all| all.add(score(12)));
        assert_eq!(kept, ScoreOutcome::First);
        assert!(notice.is_some_and(|notice| notice.starts_with("Scores are not stored: ")));
        assert!(ScoreFile::new(None).change(|all| all.add(score(12))).1.is_some());
    }
}
