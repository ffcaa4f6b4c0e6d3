package org.dharch.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
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
    description = {
      "Prints what the key file of the node NAME is to hold on another host.",
      "It is a secret: (umask 077; ./dharch key node NAME > NAME.key)"
    },
    versionProvider = Version.class)
final class KeyNodeCommand implements Callable<Integer> {
  @Parameters(paramLabel = "NAME", description = "The node's name, as its document says it.")
  private String node;

  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      description = "The file with the namespace key; ~/.dharch/key or DHARCH_KEY_FILE if absent.")
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
    Path file = KeyFile.find(Optional.ofNullable(keyFile));
    if (file.equals(usual) && !there) {
      spec.commandLine()
          .getErr()
          .println("dharch: there was no namespace key; " + file + " was made and holds it now");
    }
    spec.commandLine().getOut().println(KeyFile.lineFor(node, file));
    return 0;
  }
}
