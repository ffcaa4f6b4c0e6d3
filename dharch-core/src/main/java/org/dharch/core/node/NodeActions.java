package org.dharch.core.node;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.core.message.Fingerprint;
import org.dharch.core.message.MessageContent;
import org.dharch.core.message.envelope.MergedMessage;
import org.dharch.core.node.TaskRun.BatchRun;
import org.dharch.core.node.emission.NodeEmissions;
import org.dharch.core.node.failure.ErrorText;
import org.dharch.core.spi.BorrowedThread;
import org.dharch.core.spi.NodeChannel;
import org.dharch.core.text.Reason;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.TaskBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides and carries out the effects of the decision on the calling thread. Replies leave on this
 * thread if it may wait for the transport, and otherwise through {@code outbound}.
 */
final class NodeActions implements NodeEffects.Executor {
  private static final Logger log = LoggerFactory.getLogger(NodeActions.class);

  private final StateLock state;
  private final NodeChannel channel;
  private final Executor outbound;
  private final Limits limits;
  private final ReplySender sender;
  private final NodeEmissions emissions;
  private final DirectForwarding forwarding;
  private Workers workers;

  NodeActions(
      StateLock state,
      NodeChannel channel,
      Executor outbound,
      Limits limits,
      ReplySender sender,
      NodeEmissions emissions,
      DirectForwarding forwarding) {
    this.state = state;
    this.channel = channel;
    this.outbound = outbound;
    this.limits = limits;
    this.sender = sender;
    this.emissions = emissions;
    this.forwarding = forwarding;
  }

  /** Sets the workers. Called once, before any task batch. */
  void workers(Workers value) {
    workers = value;
  }

  /**
   * Makes a decision and carries out its effects.
   *
   * @param mayWait whether a transport that does not accept replies may block this thread
   */
  <T> T act(boolean mayWait, BiFunction<NodeState, NodeEffects, T> decision) {
    return state.act(this, mayWait, decision);
  }

  void change(boolean mayWait, BiConsumer<NodeState, NodeEffects> decision) {
    state.change(this, mayWait, decision);
  }

  /** Sends the result of {@code task}, whose handler returned. */
  void finish(TaskRun task, HandlerResult result) {
    change(true, (s, effects) -> s.finished(task, result, effects));
  }

  @Override
  public void announce() {
    try {
      channel.announce(state.decide(NodeState::status));
    } catch (RuntimeException e) {
      log.warn("Failed to send heartbeat reason={}", Reason.of(e));
    }
  }

  @Override
  public void answer(List<TaskRun> tasks, boolean mayWait) {
    if (mayWait) {
      send(tasks);
    } else {
      sendAside(tasks);
    }
  }

  private void send(List<TaskRun> reply) {
    sender.send(reply, () -> settle(reply)); // reply first, then acknowledge
  }

  private void sendAside(List<TaskRun> reply) {
    outboundReplies(1);
    Runnable sending =
        () -> {
          outboundReplies(-1);
          send(reply);
        };
    try {
      outbound.execute(sending);
    } catch (RejectedExecutionException e) {
      sending.run(); // the node is stopping, nothing waits for this thread
    }
  }

  private void outboundReplies(int change) {
    state.update(s -> s.outboundReplies(change));
  }

  @Override
  public void settle(List<TaskRun> tasks) {
    state.decide(s -> s.settle(tasks)).forEach(NodeActions::run);
  }

  static void run(Runnable ofTransport) {
    try {
      ofTransport.run();
    } catch (RuntimeException e) {
      log.warn("Transport failed to complete a task batch reason={}", Reason.of(e));
    }
  }

  @Override
  public void startNextStage(BatchRun run) {
    TaskBatch next;
    try {
      next = merged(run);
    } catch (RuntimeException | Error e) { // otherwise its speculative tasks would never settle
      // its manager, which has more memory, may be able to merge it
      change(false, (s, effects) -> s.stages.returnToManager(run, ErrorText.of(e), effects));
      return;
    }
    // a node that has forgotten the same attempt and repeats it may produce a different message
    long on = Fingerprint.of(next.content());
    change(false, (s, effects) -> s.stages.startNextStage(run, next, on, effects));
  }

  private TaskBatch merged(BatchRun run) {
    TaskBatch batch = run.batch;
    List<Changes> changes =
        run.speculating.stream()
            .sorted(Comparator.comparingInt(task -> task.task.index()))
            .map(task -> task.result.changes())
            .toList();
    MessageContent merged = MergedMessage.of(batch.content(), changes, limits);
    run.forms.next(merged, changes);
    return batch.next(state.decide(s -> s.stages.left(run)), merged);
  }

  @Override
  public void forward(BatchRun run) {
    String problem;
    try {
      List<HandlerResult> results = run.speculating.stream().map(task -> task.result).toList();
      boolean forwarded =
          forwarding.forward(run.batch, results, state.decide(s -> s.stages.left(run)));
      problem = forwarded ? "" : "it could not be passed on";
    } catch (RuntimeException | Error e) { // otherwise its speculative tasks would never settle
      problem = ErrorText.of(e);
    }
    String why = problem;
    change(
        false,
        (s, effects) -> {
          if (why.isEmpty()) {
            s.stages.endSpeculation(run, effects);
          } else {
            s.stages.returnToManager(run, why, effects);
          }
        });
  }

  @Override
  public void interrupt(TaskRun task) {
    workers.interrupt(task);
  }

  @Override
  public void replace(TaskRun task) {
    workers.replace(task);
  }

  @Override
  public void handOver(BorrowedThread.Lender lender) {
    run(lender::handOver);
  }

  @Override
  public void begin(TaskRun task) {
    workers.begin(task);
  }

  @Override
  public void emit(TaskRun task) {
    emissions.emitAll(task.key, task.result.changes().emissions());
  }
}
