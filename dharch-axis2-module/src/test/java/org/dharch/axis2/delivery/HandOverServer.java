package org.dharch.axis2.delivery;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.engine.Phase;
import org.apache.axis2.handlers.AbstractHandler;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.axis2.BackendCalls;
import org.dharch.axis2.GatewayServer;
import org.dharch.core.inprocess.InMemoryProvider;
import org.dharch.core.node.HandlerNode;
import org.dharch.testing.Utf8;

/** A server in a JVM of its own, with a handler of Axis2's between DHArch and its service. */
final class HandOverServer {
  private HandOverServer() {}

  /** Kills its JVM, or refuses, before the service is invoked. */
  private static final class Between extends AbstractHandler {
    private final String does;

    Between(String does) {
      this.does = does;
    }

    @Override
    public InvocationResponse invoke(MessageContext context) throws AxisFault {
      if (does.equals("halts")) {
        Runtime.getRuntime().halt(9);
      } else if (does.equals("refuses")) {
        throw new AxisFault("not today");
      }
      return InvocationResponse.CONTINUE;
    }
  }

  /**
   * Runs until it is killed or its input ends.
   *
   * @param args the repository; where the node's handlers leave a line each; what the handler
   *     before the service does: {@code halts}, {@code refuses} or {@code nothing}
   */
  public static void main(String[] args) throws Exception {
    GatewayServer server = GatewayServer.simple(Path.of(args[0]));
    List<?> phases =
        server
            .context()
            .getAxisConfiguration()
            .getService("Echo")
            .getOperation(new QName("echo"))
            .getRemainingPhasesInFlow();
    ((Phase) phases.get(phases.size() - 1)).addHandler(new Between(args[2]));
    Path ledger = Path.of(args[1]);
    HandlerNode.builder("node")
        .handler("book", 4, line(ledger, "book"))
        .handler("unbook", 4, line(ledger, "unbook"))
        .handler("print", 4, line(ledger, "print"))
        .handler("answer", 4, HandOverServer::answer)
        .start(new InMemoryProvider().node(URI.create("memory:durable"), Map.of()));
    System.out.println("READY " + server.url("Echo"));
    while (System.in.read() >= 0) {
      // until the test ends it
    }
    Runtime.getRuntime().halt(0);
  }

  private static DHHandler line(Path ledger, String text) {
    return message -> {
      note(ledger, text);
      return Changes.NONE;
    };
  }

  private static Changes answer(HandlerMessage message) {
    return Changes.builder().respond(Utf8.bytes(BackendCalls.SOAP11.of("<t:answered/>"))).build();
  }

  private static void note(Path ledger, String text) throws IOException {
    Files.writeString(ledger, text + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
