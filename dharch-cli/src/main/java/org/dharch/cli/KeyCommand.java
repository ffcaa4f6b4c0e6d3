package org.dharch.cli;

import org.dharch.cli.base.Version;
import picocli.CommandLine.Command;

@Command(
    name = "key",
    description = "Print the key of one node",
    footer = "Example: dharch key node n1",
    versionProvider = Version.class,
    subcommands = KeyNodeCommand.class)
final class KeyCommand {}
