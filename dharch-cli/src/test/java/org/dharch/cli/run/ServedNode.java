package org.dharch.cli.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.dharch.cli.CommandProcess;

/** A server whose requests follow a document, and one node, each a process; both are ready. */
public record ServedNode(CommandProcess serve, CommandProcess node) implements AutoCloseable {

  /**
   * Starts them.
   *
   * @param ofNode arguments of the node besides
   */
  public static ServedNode start(Path folder, Path orchestration, Path document, String... ofNode)
      throws IOException {
    CommandProcess serve =
        CommandProcess.serve(folder, "--no-node", "--orchestration", orchestration.toString());
    try {
      List<String> args = new ArrayList<>(List.of("node", "--config", document.toString()));
      args.addAll(List.of("--broker", serve.await("Nodes join with: dharch node --broker ")));
      args.addAll(List.of(ofNode));
      CommandProcess node = new CommandProcess(folder, args.toArray(new String[0]));
      ServedNode both = new ServedNode(serve, node);
      try {
        node.await("READY ");
        serve.await("READY ");
        return both;
      } catch (RuntimeException | Error e) {
        both.close();
        throw e;
      }
    } catch (IOException | RuntimeException | Error e) {
      serve.close();
      throw e;
    }
  }

  /** Where clients meet the service. */
  public String endpoint() {
    return serve.await("READY ");
  }

  /** How the server's admin port is named on a command line: --url and what follows. */
  public List<String> admin() {
    String[] admin = serve.await("ADMIN ").split(" token-file ", -1);
    return List.of("--url", admin[0], "--token-file", admin[1]);
  }

  @Override
  public void close() {
    node.close();
    serve.close();
  }
}
