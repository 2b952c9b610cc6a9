//! The host of the tasks that commands run: Ctrl-C cancels them, and options are flags.

use crate::spelling::Flags;
use taquin::Cancel;
use taquin_api::spelling::Spelling;
use taquin_api::task::TaskHost;

/// The host of a command's tasks.
pub struct CommandHost<'c>(pub &'c Cancel);

impl TaskHost for CommandHost<'_> {
    fn cancel(&self) -> &Cancel {
        self.0
    }

    fn spelling(&self) -> &dyn Spelling {
        &Flags
    }
}
