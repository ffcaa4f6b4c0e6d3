package org.dharch.core.planner;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.dharch.core.message.Timeline;

/**
 * The components of one message's time: for each stage the handler that the others waited for, the
 * stage's time without it, and the time saved by running handlers in parallel (equation 4 of seed
 * 000 against equation 2, for one measured message). Times are nanoseconds. Immutable.
 *
 * @param queued in IMQueue
 * @param links one for each stage that delayed the message, in order
 * @param rest time neither in the queue nor in a stage: merging, storing, waiting for the manager's
 *     event loop
 * @param saved how much longer the stages would have taken with their handlers in sequence
 */
public record CriticalPath(long queued, List<Link> links, long rest, long saved) {
  public CriticalPath {
    links = List.copyOf(links);
  }

  /**
   * The slowest handler of one stage.
   *
   * @param stage from 0
   * @param handler its name
   * @param node the node of its last attempt
   * @param took from the stage's begin to its last reply
   * @param attempts the number of attempts
   * @param waited the time in nodes' queues
   * @param way the round trips
   * @param ran its run time
   * @param without how much sooner the stage would have ended without it
   */
  public record Link(
      int stage,
      String handler,
      String node,
      long took,
      int attempts,
      long waited,
      long way,
      long ran,
      long without) {}

  public static CriticalPath of(Timeline timeline) {
    Map<Integer, Map<String, List<Timeline.Attempt>>> stages = new TreeMap<>();
    for (Timeline.Attempt attempt : timeline.attempts()) {
      if (!attempt.result().equals("sent")) { // nothing waits for a oneway handler
        stages
            .computeIfAbsent(attempt.stage(), s -> new LinkedHashMap<>())
            .computeIfAbsent(attempt.handler(), h -> new ArrayList<>())
            .add(attempt);
      }
    }
    List<Link> links = new ArrayList<>();
    long saved = 0;
    long inStages = 0;
    for (Map.Entry<Integer, Map<String, List<Timeline.Attempt>>> stage : stages.entrySet()) {
      Link link = link(stage.getKey(), stage.getValue());
      links.add(link);
      inStages += link.took();
      saved -= link.took();
      for (List<Timeline.Attempt> chain : stage.getValue().values()) {
        saved += end(chain) - begin(chain);
      }
    }
    long rest = timeline.endedNanos() - timeline.selectedNanos() - inStages;
    return new CriticalPath(timeline.selectedNanos(), links, Math.max(0, rest), Math.max(0, saved));
  }

  private static Link link(int stage, Map<String, List<Timeline.Attempt>> handlers) {
    List<Timeline.Attempt> last = List.of();
    long begin = Long.MAX_VALUE;
    for (List<Timeline.Attempt> chain : handlers.values()) {
      begin = Math.min(begin, begin(chain));
      if (last.isEmpty() || end(chain) > end(last)) {
        last = chain;
      }
    }
    long others = begin;
    for (List<Timeline.Attempt> chain : handlers.values()) {
      others = chain == last ? others : Math.max(others, end(chain));
    }
    Timeline.Attempt latest = last.get(last.size() - 1);
    return new Link(
        stage,
        latest.handler(),
        latest.node(),
        end(last) - begin,
        last.size(),
        last.stream().mapToLong(Timeline.Attempt::queueNanos).sum(),
        last.stream().mapToLong(Timeline.Attempt::transferNanos).sum(),
        last.stream().mapToLong(Timeline.Attempt::runNanos).sum(),
        end(last) - others);
  }

  private static long begin(List<Timeline.Attempt> chain) {
    return chain.get(0).sentNanos();
  }

  private static long end(List<Timeline.Attempt> chain) {
    Timeline.Attempt last = chain.get(chain.size() - 1);
    return Math.max(last.sentNanos(), last.receivedNanos());
  }
}
