package org.dharch.core.node;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.core.message.MessageContent;
import org.dharch.core.node.journal.ExecutionJournal;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.ProcessOrigin;
import org.dharch.core.wire.Task;
import org.dharch.core.wire.TaskBatch;
import org.dharch.core.wire.TaskBatchFormat;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.FakeClock;

/** A node stepped by hand, and what is needed to talk to it. */
final class NodeBench {
  static final DHHandler NOTHING = message -> Changes.NONE;

  final FakeChannel channel = new FakeChannel();
  final FakeClock clock = new FakeClock(-5); // a monotonic clock may be negative
  final List<HandlerMessage> performed = new CopyOnWriteArrayList<>();
  final List<MessageId> done = new CopyOnWriteArrayList<>();
  final HandlerNode.Builder builder =
      HandlerNode.builder("n1").incarnation("1").ticker(clock::nanos).workers(4);
  HandlerNode node;
  HandWorkers workers;

  NodeBench host(String name, int concurrency, DHHandler handler) {
    builder.handler(
        name,
        concurrency,
        new DHHandler() {
          @Override
          public Changes handle(HandlerMessage message) throws Exception {
            performed.add(message);
            return handler.handle(message);
          }

          @Override
          public void close() {
            channel.log.add("close handler " + name);
            handler.close();
          }
        });
    return this;
  }

  NodeBench start() {
    node =
        NodeProbe.stepped(
            builder,
            channel,
            engine -> {
              workers = new HandWorkers(engine);
              return workers;
            });
    return this;
  }

  /** What is asked of a node that hosts nothing and has these bounds. */
  static NodeConfig config(int inboxTasks, long inboxBytes) {
    Duration second = Duration.ofSeconds(1);
    return new NodeConfig(
        new NodeId("n", "1"),
        Map.of(),
        new NodeConfig.CapacityLimits(1, inboxTasks, inboxBytes, 1 << 20),
        second,
        new NodeConfig.ResultMemory(1, 1, ExecutionJournal.volatileJournal()),
        Set.of(),
        List.of(),
        () -> ProcessOrigin.here("host"),
        Limits.DEFAULT,
        () -> 0);
  }

  static Task task(int index, String handler) {
    return task(index, handler, 1, false);
  }

  static Task task(int index, String handler, int attempt, boolean oneway) {
    return Task.stateless(
        index, handler, attempt, oneway, Duration.ofSeconds(5), Duration.ofSeconds(3));
  }

  static TaskBatch batch(long id, Task... tasks) {
    return batch(id, Duration.ofSeconds(30), tasks);
  }

  static TaskBatch batch(long id, Duration remaining, Task... tasks) {
    return new TaskBatch(
        new MessageId(0, id),
        1,
        "manager",
        Arrays.asList(tasks),
        List.of(),
        Optional.empty(),
        new TaskBatch.Timing(0, Duration.ofSeconds(2), remaining),
        MessageContent.of("<e/>".getBytes(StandardCharsets.UTF_8)));
  }

  /** A task batch of one task, with stages of one task each ahead. */
  static TaskBatch speculativeBatch(long id, Task first, Task... prefetched) {
    TaskBatch alone = batch(id, first);
    return new TaskBatch(
        alone.id(),
        alone.incarnation(),
        alone.replyTo(),
        alone.tasks(),
        Arrays.stream(prefetched).map(List::of).toList(),
        Optional.empty(),
        alone.timing(),
        new MessageContent(
            EnvelopeText.SOAP11.of("<x/>").getBytes(StandardCharsets.UTF_8),
            alone.properties(),
            alone.processed()));
  }

  /** Offers {@code batch} as if it had been sent this moment. */
  boolean offer(TaskBatch batch) {
    return channel.listener.offer(sentNow(batch), () -> done.add(batch.id()));
  }

  private DMFormat sentNow(TaskBatch batch) {
    TaskBatch sentNow =
        new TaskBatch(
            batch.id(),
            batch.incarnation(),
            batch.replyTo(),
            batch.tasks(),
            batch.prefetched(),
            batch.route(),
            new TaskBatch.Timing(
                clock.nanos(), batch.timing().transfer(), batch.timing().remaining()),
            batch.content());
    return new TaskBatchFormat(Limits.DEFAULT).encode(sentNow);
  }

  /** Offers a task batch of one task of each of {@code handlers}. */
  boolean offer(long id, String... handlers) {
    List<Task> tasks = new ArrayList<>();
    for (String handler : handlers) {
      tasks.add(task(tasks.size(), handler));
    }
    return offer(batch(id, tasks.toArray(Task[]::new)));
  }

  void pass(Duration time) {
    clock.advance(time);
    node.engine.tick();
  }

  List<Long> doneIds() {
    return done.stream().map(MessageId::low).toList();
  }
}
