package org.dharch.monitor;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dharch.api.MessageId;
import org.dharch.core.DHManager;
import org.dharch.core.store.StoredMessage;
import org.dharch.core.view.Unresolved;

/**
 * The ended messages with pending compensations, and the action to resolve them. Safe for any
 * thread.
 */
final class UnresolvedPages {
  private static final String RESOLVE = "/resolve";

  private final DHManager manager;

  UnresolvedPages(DHManager manager) {
    this.manager = manager;
  }

  AdminPage page() {
    return AdminPage.of(Map.of(AdminPage.GET, this::list, AdminPage.POST, this::resolve));
  }

  private AdminPage.Answer list(String rest, Map<String, String> query) {
    if (!rest.isEmpty()) {
      new Query(query);
      return find(MessageId.parse(rest))
          .map(one -> Json.answer(json(one)))
          .orElseGet(() -> none(rest));
    }
    int limit = new Query(query, "limit").limit();
    List<Unresolved> all = manager.storedMessages().unresolved();
    ObjectNode answer = Json.object();
    answer.put("kept", all.size());
    ArrayNode unresolved = answer.putArray("unresolved");
    all.stream().limit(limit).forEach(one -> unresolved.add(json(one))); // the oldest first
    return Json.answer(answer);
  }

  private AdminPage.Answer resolve(String rest, Map<String, String> query) {
    if (!rest.endsWith(RESOLVE)) {
      throw new IllegalArgumentException("the action must be ID/resolve (got '" + rest + "')");
    }
    new Query(query);
    String id = rest.substring(0, rest.length() - RESOLVE.length());
    if (!manager.storedMessages().resolve(MessageId.parse(id))) {
      return none(id);
    }
    ObjectNode answer = Json.object();
    answer.put("action", "resolve").put("matched", 1).putArray("refused");
    return Json.answer(answer.put("done", 1).put("left", 0));
  }

  private Optional<Unresolved> find(MessageId id) {
    return manager.storedMessages().unresolved().stream()
        .filter(one -> one.message().key().id().equals(id))
        .findFirst();
  }

  private static AdminPage.Answer none(String id) {
    return AdminPage.Answer.text(404, "nothing is to be compensated of message " + id + "\n");
  }

  private static ObjectNode json(Unresolved one) {
    StoredMessage message = one.message();
    ObjectNode of =
        Json.object()
            .put("id", message.key().id().toString())
            .put("service", message.submission().service())
            .put("operation", message.submission().operation())
            .put("flow", message.submission().flow().toString())
            .put("orchestration", message.orchestration());
    ArrayNode waiting = of.putArray("waiting");
    one.waiting().forEach(waiting::add);
    ArrayNode doubtful = of.putArray("doubtful");
    one.doubtful().forEach(doubtful::add);
    return of;
  }
}
