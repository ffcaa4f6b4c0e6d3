package org.dharch.core.node;

import java.util.Optional;
import org.dharch.api.MessageId;
import org.dharch.core.spi.BorrowedThread;
import org.dharch.core.spi.NodeChannel;
import org.dharch.core.spi.Ticker;
import org.dharch.core.wire.HandlerResult;

/**
 * Runs tasks on the thread that delivered them if its lender permits it, and the others on the
 * workers. {@link BorrowedThread} defines which threads may be borrowed and when they return. The
 * loan of a transport's thread is bounded, because a quick handler may be slow once: tasks that
 * wait for that thread start elsewhere at the next tick. If a handler keeps the thread for some
 * milliseconds, the transport continues with another one.
 */
final class BorrowedTasks {
  private final NodeChannel.Listener node;
  private final NodeActions actions;
  private final HandlerCall call;
  private final Ticker ticker;

  BorrowedTasks(NodeChannel.Listener node, NodeActions actions, HandlerCall call, Ticker ticker) {
    this.node = node;
    this.actions = actions;
    this.call = call;
    this.ticker = ticker;
  }

  /** Starts new tasks here if there is a borrowed thread, and otherwise on the workers. */
  void start(Optional<BorrowedThread> borrowed, NodeState s, NodeEffects effects) {
    if (borrowed.isPresent()) {
      leave(borrowed.get(), s, effects);
    } else {
      s.dispatcher.dispatch(effects);
    }
  }

  private void leave(BorrowedThread borrowed, NodeState s, NodeEffects effects) {
    BorrowedThread.Lender lender = borrowed.lender();
    if (lender instanceof BorrowedThread.Transport) {
      borrowed.leave(() -> performQuick(lender));
    } else if (lender instanceof BorrowedThread.Worker) {
      borrowed.leave(() -> {}); // the thread takes its next task itself
    } else {
      TaskRun task = s.dispatcher.lend(lender, effects);
      if (task != null) {
        borrowed.leave(() -> perform(task, borrowed));
      }
    }
  }

  /** Runs the task on a request's thread. */
  private void perform(TaskRun task, BorrowedThread borrowed) {
    boolean speculative = !task.run.batch.prefetched().isEmpty();
    HandlerResult result = call.perform(task, task.hosted.handler);
    borrowed.reopen(
        () -> {
          actions.finish(task, result);
          if (speculative) {
            startSpeculative(task.key.id());
          }
        });
  }

  /** Starts the next stage, if it has arrived, on the thread of its message's request. */
  private void startSpeculative(MessageId message) {
    Optional<BorrowedThread> borrowed = BorrowedThread.forTaskBatch(node, message);
    actions.change(false, (s, effects) -> start(borrowed, s, effects));
  }

  /** Runs quick tasks on a transport's thread, after the last task batch that it delivered. */
  private void performQuick(BorrowedThread.Lender lender) {
    long until = ticker.nanos() + BorrowedThread.LOAN_NANOS;
    TaskRun task = nextQuick(lender, true);
    while (task != null) {
      TaskRun now = task;
      HandlerResult result = call.perform(now, now.hosted.handler);
      boolean gone =
          actions.act(
              true,
              (s, effects) -> {
                s.ends.returned(now, result, effects);
                return now.handedOver;
              });
      task = nextQuick(lender, !gone && ticker.nanos() - until < 0);
    }
  }

  /**
   * The borrowed thread's next task; without one, or if it must not continue, the workers run the
   * rest.
   */
  private TaskRun nextQuick(BorrowedThread.Lender lender, boolean mayContinue) {
    return actions.act(
        false,
        (s, effects) -> {
          if (mayContinue) {
            return s.dispatcher.lend(lender, effects);
          }
          s.dispatcher.dispatch(effects);
          return null;
        });
  }
}
