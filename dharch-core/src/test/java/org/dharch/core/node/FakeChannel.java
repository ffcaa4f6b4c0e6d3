package org.dharch.core.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.dharch.api.Limits;
import org.dharch.core.spi.NodeChannel;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.EmissionFormat;
import org.dharch.core.wire.EmissionQueue;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeEmission;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.Reply;
import org.dharch.core.wire.TaskBatchFormat;

/** A transport that keeps what it is given. */
final class FakeChannel implements NodeChannel {
  final List<String> log = new CopyOnWriteArrayList<>();
  final List<Reply> replies = new CopyOnWriteArrayList<>();
  final List<NodeStatus> announced = new CopyOnWriteArrayList<>();
  final List<NodeEmission> emitted = new CopyOnWriteArrayList<>();

  final List<DMFormat> forwarded = new CopyOnWriteArrayList<>();

  /** Whether there is a way to other nodes. */
  volatile boolean forwards = true;

  /** Whether there is a way for emissions. */
  volatile boolean emits = true;

  /** The managers that have called it. */
  volatile Set<String> managers = Set.of();

  /** Why managers cannot work with it. */
  volatile Map<String, String> rejections = Map.of();

  volatile CompletableFuture<Void> connected = CompletableFuture.completedFuture(null);

  volatile Listener listener;
  volatile Runnable onReply = () -> {};
  volatile Runnable onEmit = () -> {};

  /** Replies that have been taken and have not left yet; null if each leaves at once. */
  volatile List<Runnable> kept;

  @Override
  public void start(NodeId node, Listener value) {
    listener = value;
  }

  @Override
  public void reply(String manager, DMFormat reply) {
    log.add("reply to " + manager);
    onReply.run();
    replies.add(new TaskBatchFormat(Limits.DEFAULT).reply(reply));
  }

  @Override
  public void reply(String manager, DMFormat reply, Runnable left) {
    reply(manager, reply);
    if (kept == null) {
      left.run();
    } else {
      kept.add(left);
    }
  }

  @Override
  public Set<String> managers() {
    return managers;
  }

  @Override
  public Map<String, String> rejections() {
    return rejections;
  }

  @Override
  public CompletionStage<Void> connected() {
    return connected;
  }

  @Override
  public boolean forwards() {
    return true;
  }

  @Override
  public boolean forward(NodeId to, DMFormat message) {
    log.add("pass to " + to);
    if (forwards) {
      forwarded.add(message);
    }
    return forwards;
  }

  @Override
  public boolean emit(EmissionQueue queue, DMFormat emission) {
    onEmit.run();
    if (emits) {
      emitted.add(new EmissionFormat(Limits.DEFAULT).emission(emission));
    }
    return emits;
  }

  @Override
  public void announce(NodeStatus status) {
    log.add("announce " + status.state());
    announced.add(status);
  }

  @Override
  public void drain() {
    log.add("drain");
  }

  @Override
  public void awaitDry(Duration limit) {
    log.add("dry");
  }

  @Override
  public void close() {
    log.add("close");
  }

  List<HandlerResult> results() {
    List<HandlerResult> all = new ArrayList<>();
    replies.forEach(r -> all.addAll(r.results()));
    return all;
  }

  HandlerResult onlyResult() {
    List<HandlerResult> all = results();
    if (all.size() != 1) {
      throw new AssertionError("one result expected, not " + all);
    }
    return all.get(0);
  }
}
