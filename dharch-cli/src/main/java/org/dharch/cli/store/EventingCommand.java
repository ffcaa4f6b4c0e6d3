package org.dharch.cli.store;

import org.dharch.cli.base.Version;
import picocli.CommandLine.Command;

@Command(
    name = "eventing",
    description = "List, show and cancel WS-Eventing subscriptions",
    footer = "Example: dharch eventing list --store jdbc:sqlite:events.db",
    versionProvider = Version.class,
    subcommands = {
      EventingListCommand.class,
      EventingShowCommand.class,
      EventingCancelCommand.class
    })
public final class EventingCommand {}
