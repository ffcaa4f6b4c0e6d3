package org.dharch.monitor;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import org.dharch.core.view.ManagerQueryReply;
import org.dharch.core.wire.ProcessOrigin;

/** Writes the replies of all managers as JSON, described in docs/monitor.md. Stateless. */
public final class ManagerQueryRepliesJson {
  private ManagerQueryRepliesJson() {}

  /**
   * Returns the JSON text of the replies.
   *
   * @param whole with all steps and the timeline of each message
   */
  public static String text(List<ManagerQueryReply> answers, boolean whole) {
    return answer(answers, whole).body();
  }

  static AdminPage.Answer answer(List<ManagerQueryReply> answers, boolean whole) {
    ObjectNode all = Json.object();
    ArrayNode managers = all.putArray("managers");
    for (ManagerQueryReply answer : answers) {
      ProcessOrigin origin = answer.origin();
      ObjectNode manager =
          managers
              .addObject()
              .put("manager", answer.manager())
              .put("name", name(origin))
              .put("release", origin.release())
              .put("host", origin.host())
              .put("pid", origin.pid())
              .put("clock", Instant.ofEpochMilli(origin.clockMillis()).toString())
              .put("matched", answer.matched());
      ArrayNode messages = manager.putArray("messages");
      answer
          .messages()
          .forEach(
              message -> messages.add(whole ? Json.message(message, true) : Json.held(message)));
    }
    return Json.answer(all);
  }

  /** A manager's display name: its host and process. */
  public static String name(ProcessOrigin origin) {
    return origin.host() + ":" + origin.pid();
  }
}
