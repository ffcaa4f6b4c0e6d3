package org.dharch.cli.admin;

import org.dharch.cli.base.Version;
import picocli.CommandLine.Command;

@Command(
    name = "managers",
    description = "Query all managers of a namespace through its broker",
    footer = "Example: dharch managers list",
    versionProvider = Version.class,
    subcommands = {
      ManagersListCommand.class,
      ManagersMessagesCommand.class,
      ManagersTraceCommand.class
    })
public final class ManagersCommand {}
