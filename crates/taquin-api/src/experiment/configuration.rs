//! A configuration: one search to run, written as an algorithm and its settings, separated by colons, such as
//! `bfs:LRUD`, `astar:manhattan:board` or `dfs:DURL:max-depth=50`.
//!
//! A word after a colon is the name of a heuristic, an order, a tie-breaking rule or a goal test, which are all
//! distinct; numbers need the name of their option. Common options apply to everything that a configuration does not
//! set itself. Its id names everything that is not the default, so two configurations are the same if their ids are.

use crate::diagnostic::Diagnostic;
use crate::remedy::diagnostic;
use crate::settings::reported_options;
use crate::spelling::{Fields, Spelling};
use taquin::heuristic::{HEURISTICS, HeuristicChoice, HeuristicId};
use taquin::solve::{AlgorithmId, OptionValue, SearchOption, algorithm_for};
use taquin::{MoveOrder, Size, SolveError, Solver};

/// One search to run.
#[derive(Clone, Debug)]
pub struct Configuration {
    /// Its id: the algorithm, the heuristic and everything that is not the default.
    pub id: String,
    /// The search, without limits.
    pub solver: Solver,
}

/// Requested configurations: algorithms with their own settings, and common ones.
#[derive(Clone, Debug)]
pub struct ConfigurationRequest<'a> {
    /// Configurations as they were written, or `all`. If empty, they are those of `default`.
    pub algorithms: Vec<&'a str>,
    /// What is run if nothing is written, unless all heuristics are pattern databases. If empty, each heuristic gets the
    /// algorithm best suited to it and to boards of `size`; if there are no heuristics either, it is `auto`.
    pub default: &'static [&'static str],
    /// Heuristics for the algorithms that use one and name none, or `all`.
    pub heuristics: Vec<&'a str>,
    /// What holds for every configuration: the cost model, the store, and settings where they fit.
    pub common: Solver,
    /// The size of the largest board.
    pub size: Size,
    /// How errors spell the options that the user can change.
    pub spelling: &'static dyn Spelling,
}

impl Default for ConfigurationRequest<'_> {
    fn default() -> Self {
        ConfigurationRequest {
            algorithms: Vec::new(),
            default: &[],
            heuristics: Vec::new(),
            common: Solver::default(),
            size: Size::default(),
            spelling: &Fields,
        }
    }
}

/// Every requested configuration, and those that were left out.
#[derive(Debug, Default)]
pub struct Configurations {
    /// The configurations to run, each once.
    pub list: Vec<Configuration>,
    /// Why pairs of algorithm and heuristic were left out.
    pub left_out: Vec<Diagnostic>,
}

impl ConfigurationRequest<'_> {
    /// Combines every algorithm with every heuristic; algorithms that use none appear once.
    pub fn configurations(&self) -> Result<Configurations, Diagnostic> {
        let heuristics = self.read_heuristics()?;
        let algorithms = self.read_algorithms(&heuristics)?;
        let mut found = Configurations::default();
        if algorithms.is_empty() && !heuristics.is_empty() {
            let suited = heuristics.into_iter().map(|heuristic| {
                let algorithm = algorithm_for(&heuristic, self.size);
                Solver::new(algorithm).heuristic_choice(heuristic)
            });
            let suited: Vec<_> = suited.collect();
            self.check_common(&suited, &[])?;
            for own in suited {
                found.add_if_fitting(self.configuration(own));
            }
            return found.unless_empty();
        }
        let algorithms =
            if algorithms.is_empty() { vec![Solver::new(AlgorithmId::Auto)] } else { algorithms };
        self.check_common(&algorithms, &heuristics)?;
        for own in algorithms {
            if !takes_heuristic(&own) || heuristics.is_empty() {
                found.add(self.configuration(own)?);
                continue;
            }
            for heuristic in &heuristics {
                let own = own.clone().heuristic_choice(heuristic.clone());
                found.add_if_fitting(self.configuration(own));
            }
        }
        found.unless_empty()
    }

    fn read_heuristics(&self) -> Result<Vec<HeuristicChoice>, Diagnostic> {
        let mut heuristics = Vec::new();
        for name in &self.heuristics {
            match *name {
                "all" => heuristics.extend(HeuristicId::ALL.iter().map(|&id| id.into())),
                name => heuristics.push(find_heuristic(name)?),
            }
        }
        Ok(heuristics)
    }

    fn read_algorithms(&self, heuristics: &[HeuristicChoice]) -> Result<Vec<Solver>, Diagnostic> {
        let only_patterns =
            !heuristics.is_empty() && heuristics.iter().all(HeuristicChoice::is_patterns);
        let texts = match self.algorithms.is_empty() {
            true if only_patterns => &[],
            true => self.default,
            false => &self.algorithms[..],
        };
        let mut algorithms = Vec::new();
        for text in texts {
            match *text {
                // `auto` runs one of the others.
                "all" => {
                    let others = AlgorithmId::ALL.iter().filter(|id| **id != AlgorithmId::Auto);
                    algorithms.extend(others.map(|id| Solver::new(*id)));
                }
                text => algorithms.push(parse(text, self.spelling)?),
            }
        }
        Ok(algorithms)
    }

    /// Combines an algorithm with its own settings and the common ones that fit it.
    fn configuration(&self, own: Solver) -> Result<Configuration, Diagnostic> {
        let common = self.common.settings.clone().fitting(own.requested().info());
        let Solver { algorithm, heuristic, settings, .. } = own;
        let settings = settings.or(&common);
        let solver = Solver { algorithm, heuristic, settings, ..self.common.clone() };
        Configuration::new(solver, self.spelling)
    }

    /// Rejects a common setting that fits no algorithm.
    fn check_common(
        &self,
        algorithms: &[Solver],
        heuristics: &[HeuristicChoice],
    ) -> Result<(), Diagnostic> {
        let fits = |option: &SearchOption| {
            algorithms.iter().any(|own| option.fits(own.requested().info()))
        };
        let unused = self.common.settings.chosen().find(|(option, _)| !fits(option));
        if let (Some((option, _)), Some(first)) = (unused, algorithms.first()) {
            let (algorithm, option) = (first.requested(), option.name);
            return Err(diagnostic(&SolveError::OptionUnused { algorithm, option }, self.spelling));
        }
        match heuristics.first() {
            Some(heuristic) if !algorithms.iter().any(takes_heuristic) => {
                let none = "no algorithm is left to take the heuristic";
                Err(Diagnostic::new("heuristic-unused", format!("{none} {heuristic}")).help(
                    "add an algorithm that uses one and names none yet, such as astar or ida",
                ))
            }
            _ => Ok(()),
        }
    }
}

/// Whether a search uses a heuristic and names none.
fn takes_heuristic(own: &Solver) -> bool {
    own.requested().info().informed && own.heuristic.is_none()
}

impl Configurations {
    fn add(&mut self, configuration: Configuration) {
        if !self.list.iter().any(|known| known.id == configuration.id) {
            self.list.push(configuration);
        }
    }

    /// Adds a configuration, or the reason why it is left out.
    fn add_if_fitting(&mut self, configuration: Result<Configuration, Diagnostic>) {
        match configuration {
            Ok(configuration) => self.add(configuration),
            Err(diagnostic) => self.left_out.push(diagnostic),
        }
    }

    /// Returns the configurations, or an error if all were left out.
    fn unless_empty(mut self) -> Result<Configurations, Diagnostic> {
        match (self.list.is_empty(), self.left_out.pop()) {
            (true, Some(reason)) => Err(Diagnostic::new(reason.code, reason.message)),
            (_, reason) => {
                self.left_out.extend(reason);
                Ok(self)
            }
        }
    }
}

impl Configuration {
    /// Creates a configuration with all its settings, if they fit together.
    fn new(solver: Solver, spelling: &dyn Spelling) -> Result<Configuration, Diagnostic> {
        let algorithm = solver.requested();
        let default = || algorithm.default_heuristic().map(HeuristicChoice::from);
        let solver = Solver { heuristic: solver.heuristic.or_else(default), ..solver };
        if let (false, Some(heuristic)) = (algorithm.info().informed, &solver.heuristic) {
            let heuristic = heuristic.clone();
            return Err(diagnostic(
                &SolveError::HeuristicUnused { algorithm, heuristic },
                spelling,
            ));
        }
        solver.check().map_err(|error| diagnostic(&error, spelling))?;
        Ok(Configuration { id: id(&solver), solver })
    }
}

/// Returns the id: everything that is not the default. Parsing it gives the same configuration, except for costs.
fn id(solver: &Solver) -> String {
    let heuristic = solver.heuristic.as_ref().map(ToString::to_string);
    let settings = solver.settings.chosen().filter_map(|(option, value)| match value {
        OptionValue::Order(order) if order == MoveOrder::default() => None,
        OptionValue::Name(_) | OptionValue::Order(_) => Some(value.to_string()),
        _ => Some(format!("{}={value}", option.name)),
    });
    let parts = std::iter::once(solver.requested().to_string()).chain(heuristic).chain(settings);
    parts.collect::<Vec<_>>().join(":")
}

/// Explains how configurations are written and where names are listed.
fn how_to_write(spelling: &dyn Spelling) -> String {
    let how = "write an algorithm and, after colons, a heuristic, an order, a rule for ties, a goal test or \
               NAME=NUMBER: bfs:LRUD, astar:manhattan:board, dfs:max-depth=50";
    match spelling.names() {
        Some(list) => format!("{how}; {list} shows every name"),
        None => how.to_string(),
    }
}

/// Parses one configuration.
fn parse(text: &str, spelling: &dyn Spelling) -> Result<Solver, Diagnostic> {
    let mut words = text.split(':').map(str::trim);
    let name = words.next().unwrap_or_default().to_ascii_lowercase();
    let Ok(algorithm) = name.parse::<AlgorithmId>() else {
        let known: Vec<&str> = AlgorithmId::ALL.iter().map(|id| id.info().id).collect();
        let help = format!("the algorithms are {}, or all of them: all", known.join(", "));
        return Err(Diagnostic::new(
            "unknown-algorithm",
            format!("there is no algorithm '{name}'"),
        )
        .help(help));
    };
    let mut solver = Solver::new(algorithm);
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        // The name of a pattern partition contains a colon itself.
        let partitioned = words.peek().map(|partition| format!("{word}:{partition}"));
        let partitioned = partitioned.filter(|name| find_heuristic(name).is_ok());
        if partitioned.is_some() {
            words.next();
        }
        let word = partitioned.as_deref().unwrap_or(word);
        let wrong = |(code, what)| {
            Diagnostic::new(code, format!("'{word}' in '{text}' {what}"))
                .help(how_to_write(spelling))
        };
        set(&mut solver, word).map_err(wrong)?;
    }
    Configuration::new(solver.clone(), spelling).map_err(|diagnostic| {
        Diagnostic::new(diagnostic.code, format!("'{text}': {}", diagnostic.message))
    })?;
    Ok(solver)
}

fn find_heuristic(name: &str) -> Result<HeuristicChoice, Diagnostic> {
    let known: Vec<&str> = HEURISTICS.iter().map(|info| info.id).collect();
    let help = format!("the heuristics are {}, or all of them: all", known.join(", "));
    name.parse::<HeuristicChoice>().map_err(|wrong| Diagnostic::of(&wrong).help(help))
}

/// Applies one word of a configuration. The message of an error continues the sentence after the word.
fn set(solver: &mut Solver, word: &str) -> Result<(), (&'static str, String)> {
    let (key, value) = match word.split_once('=') {
        Some((key, value)) => (key.trim().to_ascii_lowercase(), value.trim()),
        None => (String::new(), word),
    };
    let twice = || ("set-twice", "repeats an earlier setting".to_string());
    let heuristic =
        Some(value.to_ascii_lowercase()).filter(|_| key.is_empty() || key == "heuristic");
    if let Some(found) = heuristic.and_then(|name| name.parse().ok()) {
        return if solver.heuristic.replace(found).is_none() { Ok(()) } else { Err(twice()) };
    }
    // Named values identify their option; numbers need its name.
    let (option, value) = match key.as_str() {
        "" => {
            let named = |option: &'static SearchOption| match option.read(value) {
                Ok(found @ (OptionValue::Name(_) | OptionValue::Order(_))) => Some((option, found)),
                _ => None,
            };
            let unknown =
                "is not a heuristic, an order, a rule for ties or a goal test".to_string();
            reported_options().find_map(named).ok_or(("unknown-word", unknown))?
        }
        key => {
            let option = reported_options().find(|option| option.name == key);
            let unknown = || ("unknown-option", "names no option".to_string());
            let option = option.ok_or_else(unknown)?;
            let wrong = format!("needs {} after the =", option.values);
            (option, option.read(value).map_err(|_| ("option-out-of-range", wrong))?)
        }
    };
    if option.get(&solver.settings).is_some() {
        return Err(twice());
    }
    option.set(&mut solver.settings, Some(value));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::Settings;
    use taquin::solve::OptionValues;

    fn ids(algorithms: &[&str], heuristics: &[&str], common: Solver) -> Vec<String> {
        let request = ConfigurationRequest {
            algorithms: algorithms.to_vec(),
            heuristics: heuristics.to_vec(),
            common,
            ..ConfigurationRequest::default()
        };
        let found = request.configurations().expect("they fit");
        found.list.into_iter().map(|configuration| configuration.id).collect()
    }

    fn diagnostic(algorithms: &[&str], heuristics: &[&str]) -> Diagnostic {
        let request = ConfigurationRequest {
            algorithms: algorithms.to_vec(),
            heuristics: heuristics.to_vec(),
            ..ConfigurationRequest::default()
        };
        request.configurations().expect_err("they do not fit")
    }

    #[test]
    fn what_is_written_is_what_is_meant() {
        for (text, id) in [
            ("bfs", "bfs"),
            ("BFS:lrud", "bfs:LRUD"),
            ("a*", "astar:manhattan"),
            ("astar:md:board", "astar:manhattan:board"),
            ("astar:ties=board:euclidean:LRUD", "astar:euclidean:LRUD:board"),
            ("dijkstra:early", "dijkstra:early"),
            ("wa*:weight=1.5", "weighted-astar:manhattan:weight=1.5"),
            ("beam:width=500:lc", "beam:linear-conflict:width=500"),
            ("dfs:DURL:max-depth=50", "dfs:DURL:max-depth=50"),
        ] {
            assert_eq!(ids(&[text], &[], Solver::default()), [id], "{text}");
            assert_eq!(ids(&[id], &[], Solver::default()), [id], "{id}");
        }
    }

    #[test]
    fn every_name_is_one_thing_only() {
        let heuristics = HEURISTICS.iter().flat_map(|info| [&[info.id], info.aliases].concat());
        let named = reported_options().flat_map(|option| match option.values {
            OptionValues::Names(names) => names,
            _ => &[],
        });
        let mut names: Vec<&str> = heuristics.chain(named.map(|(id, _)| *id)).collect();
        assert!(names.iter().all(|name| name.parse::<MoveOrder>().is_err()));
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn algorithms_are_crossed_with_heuristics() {
        let none = Solver::default();
        assert_eq!(
            ids(&["bfs", "astar", "ida:lc", "bfs"], &["manhattan", "e"], none.clone()),
            ["bfs", "astar:manhattan", "astar:euclidean", "ida:linear-conflict"]
        );
        let settings = Settings {
            ties: Some(taquin::search::Ties::Fifo),
            order: "LRUD".parse().ok(),
            ..Settings::default()
        };
        let common = Solver { settings, ..none.clone() };
        assert_eq!(ids(&["bfs", "astar"], &[], common), ["bfs:LRUD", "astar:manhattan:LRUD:fifo"]);
        // An inadmissible heuristic is left out where it would break the promise of optimality.
        let request = ConfigurationRequest {
            algorithms: vec!["astar", "greedy"],
            heuristics: vec!["in-place", "manhattan"],
            ..ConfigurationRequest::default()
        };
        let found = request.configurations().expect("some fit");
        assert_eq!((found.list.len(), found.left_out.len()), (3, 1));
        assert_eq!(found.left_out[0].code, "inadmissible-heuristic", "{:?}", found.left_out);
        let all = ids(&["all"], &["all"], none);
        assert!(!all.contains(&"auto".to_string()) && all.contains(&"rbfs:exact".to_string()));
    }

    #[test]
    fn a_heuristic_alone_gets_the_algorithm_made_for_it() {
        let ids = |heuristics: &[&str], size: &str| {
            let request = ConfigurationRequest {
                heuristics: heuristics.to_vec(),
                size: size.parse().expect("a size"),
                ..ConfigurationRequest::default()
            };
            let found = request.configurations().expect("they fit");
            let list = found.list.into_iter().map(|configuration| configuration.id);
            (list.collect::<Vec<_>>(), found.left_out.len())
        };
        let some = |ids: &[&str]| (ids.iter().map(|id| id.to_string()).collect::<Vec<_>>(), 0);
        assert_eq!(ids(&[], "4x4"), some(&["auto"]));
        assert_eq!(ids(&["manhattan"], "3x4"), some(&["astar:manhattan"]));
        let both = ["lc", "pdb:663"];
        assert_eq!(ids(&both, "4x4"), some(&["ida:linear-conflict", "fast-ida:pdb:663"]));
        // One that breaks the promise is left out, as with any algorithm.
        assert_eq!(ids(&["in-place", "manhattan"], "3x3").1, 1);
        assert_eq!(diagnostic(&[], &["in-place"]).code, "inadmissible-heuristic");
    }

    #[test]
    fn mistakes_are_reported() {
        for (text, code, named) in [
            ("bsf", "unknown-algorithm", "'bsf'"),
            ("bfs:XYZ", "unknown-word", "'XYZ' in 'bfs:XYZ'"),
            ("bfs:LRUD:UDLR", "set-twice", "'UDLR' in 'bfs:LRUD:UDLR'"),
            ("dfs:max-depth=x", "option-out-of-range", "'max-depth=x' in 'dfs:max-depth=x'"),
            ("wa*:weight=0", "option-out-of-range", "0.001"),
            ("dfs:speed=1", "unknown-option", "'speed=1' in 'dfs:speed=1'"),
            ("dfs:manhattan", "heuristic-unused", "'dfs:manhattan'"),
            ("bfs:board", "option-unused", "ties"),
            ("astar:in-place", "inadmissible-heuristic", "in-place"),
            ("", "unknown-algorithm", "''"),
        ] {
            let wrong = diagnostic(&[text], &[]);
            assert_eq!(wrong.code, code, "{text}: {wrong}");
            assert!(wrong.message.contains(named), "{text}: {wrong}");
        }
        assert_eq!(diagnostic(&["bfs"], &["manhattan"]).code, "heuristic-unused");
        assert_eq!(diagnostic(&["astar"], &["manhatan"]).code, "unknown-heuristic");
        assert_eq!(diagnostic(&["astar"], &["in-place"]).code, "inadmissible-heuristic");
    }
}
