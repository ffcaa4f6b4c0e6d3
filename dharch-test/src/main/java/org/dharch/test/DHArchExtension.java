package org.dharch.test;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.dharch.core.DHManager;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.orchestration.document.OrchestrationDocument;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.schema.node.NodeHandlerType;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A JUnit 5 extension that runs a manager and nodes in memory, through which a test sends messages.
 *
 * <pre>{@code
 * @RegisterExtension
 * DHArchExtension dharch =
 *     DHArchExtension.builder()
 *         .node("n1", node -> node.handler("size", SizeLog.class, Map.of("limit", "100")))
 *         .orchestration(Path.of("src/main/dharch/orchestration.xml"))
 *         .build();
 * }</pre>
 *
 * <p>In an instance field it is restarted for each test, in a static field started once for all
 * tests of the class. Thread-safe while it runs.
 */
public final class DHArchExtension
    implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
  private final DHManagerConfig config;
  private final Orchestrations orchestrations;
  private final List<NodeSource> nodes;
  private volatile Site site;
  private int classes; // running ones, including nested ones

  private DHArchExtension(
      DHManagerConfig config, Orchestrations orchestrations, List<NodeSource> nodes) {
    this.config = config;
    this.orchestrations = orchestrations;
    this.nodes = nodes;
  }

  /** Collects nodes and orchestration. */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    if (classes++ == 0) {
      site = Site.start(config, orchestrations, nodes);
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    if (classes == 0) {
      site = Site.start(config, orchestrations, nodes);
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    if (classes == 0) {
      end();
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (--classes == 0) {
      end();
    }
  }

  private void end() {
    Site ended = site;
    site = null;
    if (ended != null) {
      ended.close();
    }
  }

  private Site site() {
    Site running = site;
    if (running == null) {
      throw new IllegalStateException(
          "it runs only during tests; its field must be annotated with @RegisterExtension");
    }
    return running;
  }

  /**
   * Sends a message through the orchestration that the rules choose, and returns when all but
   * oneway handlers have ended.
   *
   * @throws IllegalStateException if it does not end within the message's deadline and 10 s
   */
  public MessageRun send(TestMessage message) {
    return site().send(message);
  }

  /** Stops this node as SIGTERM does; the manager has seen it when this returns. */
  public void stop(String node) {
    site().stopNode(node);
  }

  /** Starts this node again; the manager has seen it when this returns. */
  public void start(String node) {
    site().startNode(node);
  }

  /** Returns the manager, for queries that this class does not offer. */
  public DHManager manager() {
    return site().manager();
  }

  /** Configures manager and nodes. For one thread. */
  public static final class Builder {
    private final Map<String, NodeSource> nodes = new LinkedHashMap<>();
    private Orchestrations orchestrations;
    private DHManagerConfig config = DHManagerConfig.DEFAULT;

    private Builder() {}

    /** Adds a node of this name with the handlers that {@code handlers} adds. */
    public Builder node(String name, Consumer<TestNode> handlers) {
      NodeSource node = NodeSource.named(name);
      handlers.accept(new TestNode(node));
      return add(node);
    }

    /**
     * Adds the node that this document describes, with the handlers of the test's class path.
     * Ignores its production settings: broker, key and link, the handlers' folder, and the file of
     * its execution journal.
     *
     * @throws org.dharch.core.document.DocumentException with all errors in it
     */
    public Builder node(Path document) {
      return add(NodeSource.read(document));
    }

    private Builder add(NodeSource node) {
      if (nodes.put(node.name(), node) != null) {
        throw new IllegalArgumentException("node '" + node.name() + "' must occur only once");
      }
      return this;
    }

    /**
     * Sets the orchestration document; its policy is read, too.
     *
     * @throws org.dharch.core.document.DocumentException with all its errors
     */
    public Builder orchestration(Path document) {
      orchestrations = OrchestrationDocument.read(document);
      return this;
    }

    /**
     * Sets the orchestration document as text.
     *
     * @throws org.dharch.core.document.DocumentException with all its errors
     */
    public Builder orchestration(String xml) {
      orchestrations = OrchestrationDocument.parse("orchestration", xml);
      return this;
    }

    /** Changes a setting of the manager. */
    public Builder manager(UnaryOperator<DHManagerConfig> setting) {
      config = setting.apply(config);
      return this;
    }

    /**
     * Builds the extension.
     *
     * @throws IllegalStateException if an orchestration, or every node, is missing
     */
    public DHArchExtension build() {
      if (orchestrations == null || nodes.isEmpty()) {
        throw new IllegalStateException("an orchestration and at least one node must be set");
      }
      return new DHArchExtension(config, orchestrations, new ArrayList<>(nodes.values()));
    }
  }

  /** A node that is made for a test. For one thread. */
  public static final class TestNode {
    private final NodeSource source;

    private TestNode(NodeSource source) {
      this.source = source;
    }

    /** Hosts {@code type} under {@code name}. */
    public TestNode handler(String name, Class<?> type) {
      return handler(name, type, Map.of());
    }

    /** The same with parameters. */
    public TestNode handler(String name, Class<?> type, Map<String, String> parameters) {
      NodeHandlerType handler = source.handler(name, type);
      parameters.forEach((key, value) -> NodeSource.parameter(handler, key, value));
      return this;
    }

    /** Sets the maximum number of concurrent handlers, 1 to 1024; by default twice the cores. */
    public TestNode workers(int value) {
      source.workers(value);
      return this;
    }
  }
}
