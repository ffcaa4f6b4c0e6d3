package org.dharch.cli.store;

import org.dharch.cli.base.Version;
import picocli.CommandLine.Command;

@Command(
    name = "rm",
    description = "List, show and terminate sequences of reliable messaging",
    footer = "Example: dharch rm list --store jdbc:sqlite:rm.db",
    versionProvider = Version.class,
    subcommands = {RmListCommand.class, RmShowCommand.class, RmTerminateCommand.class})
public final class RmCommand {}
