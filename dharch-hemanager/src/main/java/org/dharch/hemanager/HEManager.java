package org.dharch.hemanager;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.CompletionStage;
import org.dharch.core.document.DocumentException;
import org.dharch.core.message.DHArchException;
import org.dharch.core.node.HandlerNode;
import org.dharch.core.node.journal.ExecutionJournal;
import org.dharch.core.spi.CManagerProvider;
import org.dharch.core.spi.NodeChannel;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.hemanager.document.HandlerSpec;
import org.dharch.hemanager.document.NodeDescription;
import org.dharch.hemanager.loading.HandlerCheck;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handler Execution Manager (seed 000, section 3.1.3): hosts the handlers of one node document,
 * native and Axis2 ones, for the managers of a broker. Safe for any thread.
 *
 * <p>All handlers are created and initialized before the first task batch is accepted. If any
 * cannot be, the start fails with an error for each of them, with line and column.
 */
public final class HEManager implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(HEManager.class);
  private static final Duration DRAIN = Duration.ofSeconds(10);

  private final HandlerNode node;
  private final NodeChannel channel;
  private final HostedHandlers hosted;

  private HEManager(HandlerNode node, NodeChannel channel, HostedHandlers hosted) {
    this.node = node;
    this.channel = channel;
    this.hosted = hosted;
  }

  /**
   * Reads a node document without starting a node or loading a class.
   *
   * @return the names of its handlers
   * @throws org.dharch.core.document.DocumentException with every error, each with line and column
   */
  public static List<String> check(Path document) {
    return NodeDescription.read(document, Map.of()).handlers().stream()
        .map(HandlerSpec::name)
        .distinct()
        .toList();
  }

  /**
   * Creates the handlers of a node document as {@link #start(Path, Map)} does, but calls no init
   * and creates no resources; their constructors run.
   *
   * @return the names of the handlers
   * @throws org.dharch.core.document.DocumentException with every error, each with line and column
   * @throws DHArchException if a folder of jars cannot be read
   */
  public static List<String> checkClasses(Path document) {
    HandlerCheck.check(NodeDescription.read(document, Map.of()));
    return check(document);
  }

  /**
   * Starts the node that {@code document} describes.
   *
   * @param overrides replaces the document's {@code broker}, {@code user}, {@code password} and
   *     {@code name}; all other entries are options of the transport, which rejects unknown ones
   * @throws DocumentException with every error of the document and its handlers
   * @throws DHArchException if the transport cannot be set up
   */
  public static HEManager start(Path document, Map<String, String> overrides) {
    NodeDescription description = NodeDescription.read(document, overrides);
    URI broker =
        description
            .transport()
            .broker()
            .orElseThrow(
                () ->
                    new DHArchException(
                        document
                            + ": broker must be set there or on the command line, such as"
                            + " tcp://host:61616"));
    CManagerProvider provider = provider(broker);
    return start(
        description,
        () -> provider.node(broker, description.transport().options(), description.limits()));
  }

  private static CManagerProvider provider(URI broker) {
    for (CManagerProvider provider : ServiceLoader.load(CManagerProvider.class)) {
      if (provider.supports(broker)) {
        return provider;
      }
    }
    throw new DHArchException("a transport for broker '" + broker + "' must be on the class path");
  }

  /** Creates the channel after the handlers have been checked. */
  interface ChannelSource {
    NodeChannel connect();
  }

  static HEManager start(NodeDescription description, ChannelSource channels) {
    HostedHandlers hosted = null;
    Optional<ExecutionJournal> journal = Optional.empty();
    HandlerNode.Builder builder = HandlerNode.builder(description.name());
    try {
      journal = description.journal().map(ExecutionJournal::open);
      journal.ifPresent(builder::journal);
      hosted = HostedHandlers.make(description, builder::context, System::getenv);
      int workers = description.workers().orElse(2 * Runtime.getRuntime().availableProcessors());
      builder.workers(workers).standby(description.standby()).limits(description.limits());
      hosted.host(builder, workers);
      NodeChannel channel = channels.connect(); // from here on the node closes everything
      HandlerNode node = builder.start(channel);
      hosted.watch();
      log.info("Node started node={} handlers={}", node.id(), node.status().handlers());
      return new HEManager(node, channel, hosted);
    } catch (RuntimeException | Error e) {
      builder.abandon();
      if (hosted != null) {
        closeAfter(e, hosted);
      }
      journal.ifPresent(m -> closeAfter(e, m));
      throw e;
    }
  }

  private static void closeAfter(Throwable problem, AutoCloseable thing) {
    try {
      thing.close();
    } catch (Exception | LinkageError e) {
      problem.addSuppressed(e);
    }
  }

  /** The node's id in this incarnation. */
  public NodeId id() {
    return node.id();
  }

  /** Completes when managers can reach the node; retries an absent broker. */
  public CompletionStage<Void> connected() {
    return channel.connected();
  }

  /** Completes when the node is ready: {@link HandlerNode#ready}. */
  public CompletionStage<Void> ready() {
    return node.ready();
  }

  /** Whether managers can reach the node now, or could until a moment ago. */
  public boolean isReachable() {
    return channel.isReachable();
  }

  /** The reason in one line if managers reject the node: {@link HandlerNode#rejection}. */
  public Optional<String> rejection() {
    return node.rejection();
  }

  /** The node's current status. */
  public NodeStatus status() {
    return node.status();
  }

  /** As {@link #close()}, with {@code limit} for the running tasks. */
  public void drain(Duration limit) {
    hosted.stop();
    try {
      node.drain(limit);
    } finally {
      hosted.close();
    }
  }

  /**
   * Accepts no new tasks, finishes the running ones within ten seconds, and closes the handlers and
   * the connection. Idempotent.
   */
  @Override
  public void close() {
    drain(DRAIN);
  }
}
