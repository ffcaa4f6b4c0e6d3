package org.dharch.cli.store;

import org.dharch.cli.base.Version;
import picocli.CommandLine.Command;

@Command(
    name = "eventing",
    description = {
      "Lists, shows and cancels the subscriptions of WS-Eventing, also while their nodes run.",
      "They are in the data base that the eventing handlers' parameter 'store' names."
    },
    versionProvider = Version.class,
    subcommands = {
      EventingListCommand.class,
      EventingShowCommand.class,
      EventingCancelCommand.class
    })
public final class EventingCommand {}
