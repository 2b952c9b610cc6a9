//! The program `taquin`: everything it does is in the library beside it.

fn main() {
    let code = taquin_cli::run(std::env::args_os());
    // Exiting here skips freeing gigabytes piece by piece: the system reclaims them all at once.
    std::process::exit(code);
}
