package org.dharch.core;

import static org.dharch.core.Simulation.MS;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.dharch.api.MessageId;
import org.dharch.core.Rules.Broken;
import org.dharch.core.query.ManagerQueryReplies;
import org.dharch.core.query.QueryFormat;
import org.dharch.core.query.QueryReplyFormat;
import org.dharch.core.view.ManagerQueryReply;
import org.dharch.core.view.MessageProgress;
import org.dharch.core.view.MessageQuery;
import org.dharch.core.wire.DMFormat;

/**
 * Somebody who asks all managers of a {@link Simulation} now and then where messages are. Questions
 * and answers are lost, doubled and late as all else. What a manager says is checked in the moment
 * in which it says it, against what really was sent and happened (rule 40); an answer that comes
 * here, whenever it does, is one to a question that was asked, and counts once.
 */
final class SimulatedMonitor {
  private static final String ADDRESS = "monitor";

  private final Simulation world;
  private final SplittableRandom random;
  private final Map<MessageId, ManagerQueryReplies> asked = new HashMap<>();
  private final Map<MessageId, Set<String>> counted = new HashMap<>();
  private Optional<Broken> broken = Optional.empty();
  private int told;

  SimulatedMonitor(Simulation world, SplittableRandom random) {
    this.world = world;
    this.random = random;
  }

  /** Puts into the schedule when it asks. */
  void plan(long until) {
    for (int questions = 10 + random.nextInt(40); questions > 0; questions--) {
      world.after(random.nextLong(until), this::ask);
    }
  }

  private void ask() {
    MessageId ask = new MessageId(random.nextLong(), random.nextLong());
    DMFormat question = QueryFormat.encode(ask, question());
    asked.put(ask, new ManagerQueryReplies(ask));
    counted.put(ask, new HashSet<>());
    for (SimulatedManager manager : world.managers()) {
      world.carry("question for", manager.address(), () -> manager.asked(ADDRESS, question));
    }
  }

  private MessageQuery question() {
    List<MessageId> known = new ArrayList<>();
    world
        .managers()
        .forEach(
            manager ->
                manager.admitted().values().stream()
                    .filter(message -> message.id != null)
                    .forEach(message -> known.add(message.id)));
    if (!known.isEmpty() && random.nextBoolean()) {
      return MessageQuery.of(known.get(random.nextInt(known.size())));
    }
    return MessageQuery.of(
        new MessageProgress.Filter(
            Optional.empty(),
            random.nextInt(4) == 0 ? Optional.of("n0") : Optional.empty(),
            Duration.ZERO,
            random.nextBoolean(),
            1 + random.nextInt(20),
            Set.of(),
            Optional.empty()));
  }

  /** A manager answers, now; how it comes here the network says. */
  void answers(SimulatedManager manager, String asker, DMFormat answer) {
    if (!asker.equals(ADDRESS)) {
      broken = Optional.of(new Broken(40, "an answer for '" + asker + "', who has not asked"));
      return;
    }
    ManagerQueryReply says = QueryReplyFormat.answer(manager.address(), answer);
    try {
      says.messages().forEach(manager::checkTold);
    } catch (Broken e) { // here nobody hears of it: a manager survives what its transport throws
      broken = Optional.of(broken.orElse(e));
    }
    told += says.messages().size();
    world.carry("answer of", manager.address(), () -> receive(manager.address(), answer));
  }

  private void receive(String manager, DMFormat answer) {
    ManagerQueryReplies to = asked.get(answer.id());
    if (to == null) {
      throw new Broken(40, "an answer to what nobody asked: " + answer);
    }
    boolean counts = to.take(manager, answer);
    if (counts != counted.get(answer.id()).add(manager)) {
      throw new Broken(40, "the answer of " + manager + " counts " + (counts ? "again" : "not"));
    }
  }

  /** After anything that happened; throws {@link Broken} if what was told is not true. */
  void look() {
    broken.ifPresent(
        e -> {
          throw e;
        });
  }

  /** How many messages it was told of. */
  int told() {
    return told;
  }

  /** When it asks last, at the most. */
  static long until() {
    return 1_500 * MS;
  }
}
