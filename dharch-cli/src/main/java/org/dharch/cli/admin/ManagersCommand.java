package org.dharch.cli.admin;

import org.dharch.cli.base.Version;
import picocli.CommandLine.Command;

/** All managers of a namespace, asked through its broker. */
@Command(
    name = "managers",
    description = "Query all managers of a namespace through its broker",
    versionProvider = Version.class,
    subcommands = {
      ManagersListCommand.class,
      ManagersMessagesCommand.class,
      ManagersTraceCommand.class
    })
public final class ManagersCommand {}
