package org.dharch.core;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.MessageId;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Timeline;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Latencies;
import org.dharch.core.spi.BrokerState;
import org.dharch.core.spi.CertificateExpiry;
import org.dharch.core.view.GoneNode;
import org.dharch.core.view.ManagerQueryReply;
import org.dharch.core.view.MessageProgress;
import org.dharch.core.view.MessageQuery;
import org.dharch.core.view.QueueLengths;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;

/** Reports the state of a manager and of the messages in it. Safe for any thread. */
public final class ManagerStatus {
  private final ManagerParts parts;

  ManagerStatus(ManagerParts parts) {
    this.parts = parts;
  }

  /** The nodes alive, by their latest heartbeat. */
  public List<NodeStatus> nodes() {
    return parts.directory.statuses();
  }

  /**
   * Nodes that were here and are not any more, the one that went last first; of many names those
   * that went last.
   */
  public List<GoneNode> goneNodes() {
    return parts.goneNodes.now(parts.config.ticker().nanos());
  }

  /** Nodes that receive no work because an active node of the same name was there first. */
  public List<NodeStatus> duplicates() {
    return parts.directory.duplicates();
  }

  /** Whether there is a connection to the broker, or to one of them; true where none is needed. */
  public boolean isConnected() {
    return parts.transportListener.isConnected();
  }

  /** The brokers and their states; empty without a broker. */
  public List<BrokerState> brokers() {
    return parts.cmanager.brokers();
  }

  /** The ends of the certificates of the transport; empty without TLS. */
  public List<CertificateExpiry> certificates() {
    return parts.cmanager.certificates();
  }

  /** The folder of accepted and failed messages; empty if they are in memory. */
  public Optional<Path> storeFolder() {
    return parts.store.folder();
  }

  /** The nodes with a direct link now; their frames do not pass through the broker. */
  public Set<NodeId> linked() {
    return parts.cmanager.linked();
  }

  /** The address at which nodes reach the broker, if the transport runs one itself. */
  public Optional<URI> nodeUri() {
    return parts.cmanager.nodeUri();
  }

  /** Every counter's value now. */
  public Map<Counter, Long> counters() {
    return parts.telemetry.counters().snapshot();
  }

  /**
   * The time since a counter of a problem, such as {@link Counter#ERRORS}, last increased; empty if
   * it never did.
   *
   * @throws IllegalArgumentException if the counter counts no problem
   */
  public Optional<Duration> sinceCounted(Counter counter) {
    return parts.telemetry.counters().since(counter);
  }

  /** The latest messages to end, oldest first; bounded by configuration. */
  public List<MessageProgress> ended() {
    return parts.telemetry.ended().snapshot();
  }

  /** The timelines of {@link #ended}. */
  public List<Timeline> timelines() {
    return parts.telemetry.ended().snapshot().stream().map(MessageProgress::timeline).toList();
  }

  /**
   * The progress or the end of a message, if it is in execution or among the latest to end.
   *
   * @throws DHArchException if the manager does not reply within 5 s
   */
  public Optional<MessageProgress> progress(MessageId id) {
    return parts.progress.find(id);
  }

  /**
   * The matching messages in execution, oldest first, followed by ended ones, latest first, if
   * requested. Determined on the event loop, about 10 us a message.
   *
   * @throws DHArchException if the manager does not reply within 5 s
   */
  public List<MessageProgress> progress(MessageProgress.Filter which) {
    return parts.progress.list(which);
  }

  /**
   * Queries all reachable managers of the namespace, this one first: seed 002's status monitor,
   * without any central part except the broker. Without the broker only this one replies. Waits
   * until no more replies seem to arrive.
   *
   * @param most the longest wait
   * @return by the managers' addresses
   * @throws DHArchException if this manager does not reply within 5 s
   */
  public List<ManagerQueryReply> askManagers(MessageQuery question, Duration most) {
    return parts.questions.ask(question, most);
  }

  /**
   * The waiting messages; determined on the event loop.
   *
   * @throws DHArchException if the manager does not reply within 5 s
   */
  public QueueLengths queues() {
    return parts.progress.lengths();
  }

  /** How long handlers and messages took since the manager started. */
  public Latencies latencies() {
    return parts.telemetry.latencies();
  }

  /** How many messages are here, waiting or in execution. */
  public int inFlight() {
    return parts.queues.cmcQueue().size();
  }

  /** How many messages wait for MessageSelector. */
  public int waiting() {
    return parts.queues.imQueue().size();
  }

  /** How many messages may be in execution at once now. */
  public int concurrencyLimit() {
    return parts.queues.slots().size();
  }
}
