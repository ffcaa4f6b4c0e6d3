package org.dharch.core.settings;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.dharch.api.Limits;
import org.dharch.core.inprocess.InMemoryTransport;
import org.dharch.core.message.DHArchException;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.CManagerProvider;
import org.dharch.core.spi.NodeChannel;
import org.dharch.core.spi.NodeProvider;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.NodeId;

/** Parts that say when they are closed; those of one test at a time. */
final class TracedParts {
  private static final List<String> CLOSED = new CopyOnWriteArrayList<>();
  private static volatile String address = "";

  private TracedParts() {}

  /** Forgets what was closed; the transport's address has {@code name} in it. */
  static void begin(String name) {
    CLOSED.clear();
    address = "traced-" + name;
  }

  static void closed(String part) {
    CLOSED.add(part);
  }

  static List<String> closed() {
    return List.copyOf(CLOSED);
  }

  static String address() {
    return address;
  }

  /** {@code traced:}; that named "taken" cannot start, that named "stuck" cannot be closed. */
  public static final class Transport implements CManagerProvider {
    @Override
    public boolean supports(URI broker) {
      return "traced".equals(broker.getScheme());
    }

    @Override
    public CManager manager(URI broker, Map<String, String> options, Limits limits) {
      return new End(broker.getSchemeSpecificPart());
    }

    @Override
    public NodeChannel node(URI broker, Map<String, String> options, Limits limits) {
      throw new UnsupportedOperationException();
    }
  }

  private static final class End implements CManager {
    private final CManager real = new InMemoryTransport().manager();
    private final String name;

    End(String name) {
      this.name = name;
    }

    @Override
    public void start(Receiver receiver) {
      if (name.equals("taken")) {
        throw new DHArchException("the port is taken");
      }
      real.start(receiver);
    }

    @Override
    public String address() {
      return address;
    }

    @Override
    public Optional<URI> nodeUri() {
      return Optional.of(URI.create("traced:nodes"));
    }

    @Override
    public boolean send(NodeId node, DMFormat batch) {
      return real.send(node, batch);
    }

    @Override
    public void close() {
      real.close();
      closed("transport");
      if (name.equals("stuck")) {
        throw new IllegalStateException("the transport does not close");
      }
    }
  }

  /** Each document is a node; that named "missing" cannot start. */
  public static final class Nodes implements NodeProvider {
    private static final Map<String, String> TOLD =
        Map.of("broker", "traced:nodes", "maxPayloadBytes", "16777216");

    @Override
    public AutoCloseable start(Path document, Map<String, String> overrides) {
      String name = document.getFileName().toString();
      if (name.equals("missing")) {
        throw new DHArchException("node missing cannot start");
      }
      if (!overrides.equals(TOLD)) {
        throw new DHArchException("node " + name + " was told " + overrides);
      }
      return () -> closed("node " + name);
    }
  }
}
