package org.dharch.cli.store;

import org.dharch.cli.base.Version;
import picocli.CommandLine.Command;

@Command(
    name = "rm",
    description = {
      "Lists, shows and terminates the sequences of reliable messaging,",
      "also while their nodes run.",
      "They are in the data base that the RM handlers' parameter 'store' names."
    },
    versionProvider = Version.class,
    subcommands = {RmListCommand.class, RmShowCommand.class, RmTerminateCommand.class})
public final class RmCommand {}
