package org.dharch.cli.admin;

import org.dharch.cli.base.Version;
import picocli.CommandLine.Command;

@Command(
    name = "managers",
    description = {
      "Asks all managers of a namespace where messages are, through its broker and with its key:",
      "no admin port has to be reached, and none of them has to be named."
    },
    versionProvider = Version.class,
    subcommands = {
      ManagersListCommand.class,
      ManagersMessagesCommand.class,
      ManagersTraceCommand.class
    })
public final class ManagersCommand {}
