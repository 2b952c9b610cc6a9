//! The program `taquin`: everything it does is in the library beside it.

fn main() {
    let code = taquin_cli::run(std::env::args_os());
    // Gigabytes need not be given back one by one: the system takes them all.
    std::process::exit(code);
}
