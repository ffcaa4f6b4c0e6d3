package org.dharch.cli.base;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.dharch.api.MessageId;
import org.dharch.core.message.Timeline;

/** Reads a timeline of the admin port. Stateless. */
public final class JsonTimeline {
  private JsonTimeline() {}

  /** The timeline of {@code message}, running or failed. */
  public static Timeline of(JsonNode message) {
    JsonNode timeline = message.path("timeline");
    List<Timeline.Attempt> attempts = new ArrayList<>();
    for (JsonNode attempt : timeline.path("attempts")) {
      attempts.add(
          new Timeline.Attempt(
              attempt.path("stage").asInt() - 1,
              attempt.path("handler").asText(),
              attempt.path("node").asText(),
              attempt.path("attempt").asInt(),
              nanos(attempt, "sent"),
              attempt.has("received") ? nanos(attempt, "received") : -1,
              nanos(attempt, "wait"),
              nanos(attempt, "run"),
              attempt.path("result").asText(),
              -1));
    }
    List<String> notes = new ArrayList<>();
    timeline.path("notes").forEach(note -> notes.add(note.asText()));
    return new Timeline(
        MessageId.parse(message.path("id").asText()),
        message.path("orchestration").asText(),
        nanos(timeline, "selected"),
        nanos(timeline, "ended"),
        attempts,
        nanos(timeline, "merge"),
        notes);
  }

  private static long nanos(JsonNode of, String field) {
    return Math.round(of.path(field).asDouble() * 1e6);
  }
}
