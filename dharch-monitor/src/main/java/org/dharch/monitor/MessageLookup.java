package org.dharch.monitor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dharch.api.MessageId;
import org.dharch.core.DHManager;
import org.dharch.core.store.FailureRecord;
import org.dharch.core.store.StoredMessage;
import org.dharch.core.view.MessageProgress;

/**
 * Finds a message by the beginning of its id: in execution, among the latest that ended, or among
 * the failed ones. Safe for any thread.
 */
final class MessageLookup {
  private static final Pattern PART = Pattern.compile("[0-9a-f]{4,32}");
  private static final int WHOLE = 32;

  private final DHManager manager;

  MessageLookup(DHManager manager) {
    this.manager = manager;
  }

  AdminPage.Answer answer(String part) {
    if (!PART.matcher(part).matches()) {
      throw new IllegalArgumentException(
          "a message id must have 4 to 32 hex digits (got '" + part + "')");
    }
    List<MessageId> ids = part.length() == WHOLE ? List.of(MessageId.parse(part)) : starting(part);
    if (ids.size() > 1) {
      throw new IllegalArgumentException(
          ids.size() + " messages start with '" + part + "'; use more digits");
    }
    return ids.stream()
        .flatMap(id -> find(id).stream())
        .findFirst()
        .map(Json::answer)
        .orElseGet(
            () ->
                AdminPage.Answer.text(
                    404,
                    "message "
                        + part
                        + " is not under way, not among the latest that ended, and not among the"
                        + " failed ones\n"));
  }

  private List<MessageId> starting(String part) {
    Stream<MessageId> seen =
        manager.status().progress(MessageProgress.Filter.ALL).stream().map(MessageProgress::id);
    Stream<MessageId> failed = manager.storedMessages().failedIds().stream();
    return List.copyOf(
        Stream.concat(seen, failed)
            .filter(id -> id.toString().startsWith(part))
            .collect(Collectors.toCollection(LinkedHashSet::new)));
  }

  private Optional<ObjectNode> find(MessageId id) {
    return manager
        .status()
        .progress(id)
        .map(message -> Json.message(message, true))
        .or(() -> manager.storedMessages().failed(id).flatMap(MessageLookup::failed));
  }

  private static Optional<ObjectNode> failed(StoredMessage message) {
    return message
        .failure()
        .map(failure -> Json.message(progress(message, failure), true))
        .map(json -> json.put("id", message.key().id().toString()));
  }

  private static MessageProgress progress(StoredMessage message, FailureRecord failure) {
    Duration duration = Duration.ofNanos(failure.timeline().endedNanos());
    return new MessageProgress(
        MessageProgress.Target.of(message.submission()),
        MessageProgress.State.FAILED,
        duration,
        Duration.between(failure.at().minus(duration), Instant.now()),
        Duration.ZERO,
        0,
        List.of(),
        List.of(),
        Optional.of(failure.fault()),
        failure.timeline());
  }
}
