package org.dharch.cli.store;

import org.dharch.cli.base.Version;
import picocli.CommandLine.Command;

/** The messages that were halted. */
@Command(
    name = "halted",
    description = {
      "Lists, shows, replays and drops halted messages, and what is to be undone of them,",
      "also while their manager runs.",
      "They lie in the folder that 'serve --store' or the module's dharch.store names."
    },
    versionProvider = Version.class,
    subcommands = {
      FailedListCommand.class,
      FailedShowCommand.class,
      FailedReplayCommand.class,
      FailedDropCommand.class,
      FailedUnresolvedCommand.class,
      FailedResolveCommand.class
    })
final class FailedCommand {}
