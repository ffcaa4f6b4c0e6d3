package org.dharch.monitor;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.dharch.api.MessageId;
import org.dharch.core.DHManager;
import org.dharch.core.message.Direction;
import org.dharch.core.store.FailureRecord;
import org.dharch.core.store.StoredMessage;

/**
 * The failed messages of a manager, with actions on one or on all that match a filter. Safe for any
 * thread.
 */
final class FailedPages {
  private static final int USUAL_LIMIT = 100;
  private static final String REPLAY = "replay";
  private static final String DROP = "drop";

  private final DHManager manager;

  FailedPages(DHManager manager) {
    this.manager = manager;
  }

  AdminPage page() {
    return AdminPage.of(
        Map.of(
            AdminPage.GET, this::list,
            AdminPage.POST, this::act,
            AdminPage.DELETE, this::delete));
  }

  private AdminPage.Answer list(String rest, Map<String, String> query) {
    if (!rest.isEmpty()) {
      Query.rejectAll(query);
      return manager
          .storedMessages()
          .failed(MessageId.parse(rest))
          .map(message -> Json.answer(Json.failed(message, true)))
          .orElseGet(() -> none(rest));
    }
    FailedFilter filter = FailedFilter.of(query, USUAL_LIMIT);
    List<StoredMessage> stored = manager.storedMessages().failed();
    List<StoredMessage> meant = stored.stream().filter(filter::matches).toList();
    ObjectNode answer = Json.object();
    answer.put("kept", stored.size()).put("matched", meant.size());
    answer.put("refusals", stored.stream().filter(StoredMessage::isRefusal).count());
    ArrayNode failed = answer.putArray("failed");
    for (int i = meant.size() - 1; i >= 0 && failed.size() < filter.limit(); i--) {
      failed.add(Json.failed(meant.get(i), false)); // the latest first
    }
    return Json.answer(answer);
  }

  private AdminPage.Answer act(String rest, Map<String, String> query) {
    int at = rest.indexOf('/');
    String action = rest.substring(at + 1);
    if (!Set.of(REPLAY, DROP).contains(action)) {
      throw new IllegalArgumentException(
          "the action must be replay, drop, ID/replay or ID/drop (got '" + rest + "')");
    }
    if (at >= 0) {
      return one(rest.substring(0, at), action, query);
    }
    FailedFilter filter = FailedFilter.ofAction(query);
    List<StoredMessage> meant =
        manager.storedMessages().failed().stream().filter(filter::matches).toList();
    Done done = new Done(action, meant.size(), isAgain(query));
    meant.stream().limit(filter.limit()).forEach(message -> done.act(message)); // the oldest first
    return done.answer();
  }

  private AdminPage.Answer delete(String id, Map<String, String> query) {
    if (id.isEmpty()) {
      throw new IllegalArgumentException(
          "DELETE must have an ID; use POST of drop with a filter for several");
    }
    return one(id, DROP, query);
  }

  private AdminPage.Answer one(String id, String action, Map<String, String> query) {
    Set<String> skipped = new TreeSet<>(query.keySet());
    if (action.equals(REPLAY)) {
      skipped.remove(FailedFilter.AGAIN);
    }
    if (!skipped.isEmpty()) {
      throw new IllegalArgumentException(
          "unknown parameters "
              + skipped
              + (action.equals(REPLAY) ? "; only again is supported" : "; there must be none"));
    }
    Optional<StoredMessage> found = manager.storedMessages().failed(MessageId.parse(id));
    if (found.isEmpty()) {
      return none(id);
    }
    Done done = new Done(action, 1, isAgain(query));
    done.act(found.get());
    return done.answer();
  }

  private static boolean isAgain(Map<String, String> query) {
    String again = query.getOrDefault(FailedFilter.AGAIN, "false");
    if (!again.equals("true") && !again.equals("false")) {
      throw new IllegalArgumentException("again must be true or false (got " + again + ")");
    }
    return again.equals("true");
  }

  private static AdminPage.Answer none(String id) {
    return AdminPage.Answer.text(404, "no failed message " + id + " is kept\n");
  }

  private final class Done {
    private final ObjectNode answer = Json.object();
    private final ArrayNode rejected;
    private final boolean replay;
    private final int matched;
    private final boolean again;
    private int done;

    Done(String action, int matched, boolean again) {
      this.again = again;
      this.matched = matched;
      this.replay = action.equals(REPLAY);
      answer.put("action", action).put("matched", matched);
      rejected = answer.putArray("refused");
    }

    void act(StoredMessage message) {
      Optional<String> objection = replay ? objection(message, again) : Optional.empty();
      MessageId id = message.key().id();
      if (objection.isEmpty()
          && (replay ? manager.storedMessages().replay(id) : manager.storedMessages().drop(id))) {
        done++;
      } else {
        rejected
            .addObject()
            .put("id", id.toString())
            .put("reason", objection.orElse("it is not among the failed ones any more"));
      }
    }

    AdminPage.Answer answer() {
      answer.put("done", done).put("left", matched - done - rejected.size());
      return Json.answer(answer);
    }
  }

  private static Optional<String> objection(StoredMessage message, boolean again) {
    Direction flow = message.submission().flow();
    if (flow != Direction.IN) {
      return Optional.of(
          "its flow " + flow + " cannot be replayed, because its client no longer waits");
    }
    Set<String> unknown = message.failure().map(FailureRecord::unknown).orElse(Set.of());
    return again || unknown.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "unknown whether "
                + String.join(", ", unknown)
                + " performed; again=true may repeat it");
  }
}
