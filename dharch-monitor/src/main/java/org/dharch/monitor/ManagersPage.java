package org.dharch.monitor;

import java.time.Duration;
import java.util.Map;
import org.dharch.api.MessageId;
import org.dharch.core.DHManager;
import org.dharch.core.view.MessageQuery;

/**
 * Queries messages of all managers of the namespace through the broker (seed 002's status monitor).
 * Safe for any thread.
 */
final class ManagersPage {
  private static final Duration MOST = Duration.ofSeconds(2);
  private static final String MESSAGES = "messages";

  private final DHManager manager;

  ManagersPage(DHManager manager) {
    this.manager = manager;
  }

  AdminPage.Answer answer(String rest, Map<String, String> query) {
    if (rest.equals(MESSAGES)) {
      return ask(MessageQuery.of(MessagesQuery.filter(query)));
    }
    if (rest.startsWith(MESSAGES + "/")) {
      return ask(MessageQuery.of(MessageId.parse(rest.substring(MESSAGES.length() + 1))));
    }
    return AdminPage.Answer.NONE;
  }

  private AdminPage.Answer ask(MessageQuery question) {
    return ManagerQueryRepliesJson.answer(
        manager.status().askManagers(question, MOST), question.id().isPresent());
  }
}
