package org.dharch.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.dharch.cli.base.Arguments;
import org.dharch.cli.base.Version;
import org.dharch.cmanager.options.KeyFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "node",
    description = "Print the secret content for the key file of one node",
    footer = "Example: dharch key node n1",
    versionProvider = Version.class)
final class KeyNodeCommand implements Callable<Integer> {
  @Parameters(paramLabel = "NAME", description = "Name of the node, as in its document")
  private String node;

  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      description = "File with the namespace key (DHARCH_KEY_FILE; ~/.dharch/key)")
  private Path keyFile;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    KeyFile.checkName(node); // before a key is made for it
    if (keyFile != null) {
      Arguments.requireFile(keyFile);
    }
    Path usual = KeyFile.home().resolve("key");
    boolean there = Files.exists(usual);
    Path file = keyFile == null ? KeyFile.find() : keyFile;
    if (file.equals(usual) && !there) {
      spec.commandLine().getErr().println("dharch: created the namespace key in " + file);
    }
    spec.commandLine().getOut().println(KeyFile.lineFor(node, file));
    return 0;
  }
}
