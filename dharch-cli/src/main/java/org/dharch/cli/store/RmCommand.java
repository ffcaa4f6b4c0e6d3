package org.dharch.cli.store;

import org.dharch.cli.base.Version;
import picocli.CommandLine.Command;

@Command(
    name = "rm",
    description = "List, show and terminate sequences of reliable messaging",
    versionProvider = Version.class,
    subcommands = {RmListCommand.class, RmShowCommand.class, RmTerminateCommand.class})
public final class RmCommand {}
