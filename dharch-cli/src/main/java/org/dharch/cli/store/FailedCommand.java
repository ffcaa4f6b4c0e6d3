package org.dharch.cli.store;

import org.dharch.cli.base.Version;
import picocli.CommandLine.Command;

@Command(
    name = "failed",
    description = {
      "Lists, shows, replays and drops failed messages, and what is to be compensated of them,",
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
public final class FailedCommand {}
