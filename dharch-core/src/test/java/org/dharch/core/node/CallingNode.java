package org.dharch.core.node;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.MessageId;
import org.dharch.core.message.CallDepth;
import org.dharch.core.spi.NodeChannel;
import org.dharch.core.spi.Ticker;

/**
 * A node of the production, on virtual time, whose handler calls services and holds its worker
 * until they have answered.
 */
public final class CallingNode {

  /** What the handler calls. */
  public interface Calls {
    /**
     * The handler has begun on this message.
     *
     * @param within what the header of its calls is to say
     * @param answered to be run when what it called has answered
     */
    void begun(MessageId message, String within, Runnable answered);
  }

  private final HandlerNode node;
  private final Calls calls;
  private final Ticker ticker;
  private final Set<TaskRun> running = new HashSet<>();
  private int most;

  /** How far the clock is set back while a call is measured: it has run since it began. */
  private long back;

  public CallingNode(String handler, int workers, NodeChannel channel, Ticker ticker, Calls calls) {
    this.calls = calls;
    this.ticker = ticker;
    this.node =
        NodeProbe.stepped(
            HandlerNode.builder("calling")
                .incarnation("1")
                .workers(workers)
                .heartbeat(Duration.ofMillis(500))
                .ticker(() -> ticker.nanos() - back)
                .handler(handler, workers + CallDepth.MOST, message -> performed()),
            channel,
            CallingWorkers::new);
  }

  private Changes performed() {
    back = 0;
    return Changes.NONE;
  }

  public void tick() {
    node.engine.tick();
  }

  /** How many calls of the handler there have been at a time at most. */
  public int most() {
    return most;
  }

  private final class CallingWorkers implements Workers {
    private final NodeEngine engine;

    CallingWorkers(NodeEngine engine) {
      this.engine = engine;
    }

    @Override
    public void begin(TaskRun task) {
      running.add(task);
      most = Math.max(most, running.size());
      calls.begun(task.key.id(), task.message(ticker).within(), () -> end(task));
    }

    private void end(TaskRun task) {
      if (running.remove(task)) {
        back = ticker.nanos() - task.started;
        TaskRun next = engine.perform(task);
        back = 0;
        if (next != null) {
          begin(next);
        }
      }
    }

    @Override
    public void interrupt(TaskRun task) {
      end(task); // it heeds that
    }

    @Override
    public void replace(TaskRun task) {
      throw new AssertionError("none ignores its interrupt");
    }

    @Override
    public void close() {}
  }
}
