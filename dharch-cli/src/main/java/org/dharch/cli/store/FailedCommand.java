package org.dharch.cli.store;

import org.dharch.cli.base.Version;
import picocli.CommandLine.Command;

@Command(
    name = "failed",
    description = "List, show, replay, drop and resolve failed messages",
    footer = "Example: dharch failed list",
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
