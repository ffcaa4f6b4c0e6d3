package org.dharch.core.node;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.spi.Ticker;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.NoticeFormat;
import org.dharch.core.wire.TaskBatch;

/**
 * What managers tell a node, for a person to read: one each ten seconds is said in the log, the
 * others only counted, since many managers may say the same. Safe for any thread.
 */
final class Notices {
  private static final long EVERY_NANOS = Duration.ofSeconds(10).toNanos();

  private final Ticker ticker;
  private final Consumer<String> log;
  private OptionalLong saidAt = OptionalLong.empty(); // this and what follows: guarded by this
  private long unsaid;

  Notices(Ticker ticker, Consumer<String> log) {
    this.ticker = ticker;
    this.log = log;
  }

  /**
   * Says it if {@code message} is a notice.
   *
   * @return whether it is
   * @throws MalformedMessageException if it is one that cannot be read
   */
  boolean take(DMFormat message) {
    if (message.origin(TaskBatch.class).isPresent()) {
      return false; // it is not written out, and need not be to be known
    }
    Optional<String> notice = NoticeFormat.notice(message);
    notice.ifPresent(this::say);
    return notice.isPresent();
  }

  private synchronized void say(String notice) {
    long now = ticker.nanos();
    if (saidAt.isPresent() && now - saidAt.getAsLong() < EVERY_NANOS) {
      unsaid++;
      return;
    }
    log.accept(
        ErrorText.line(notice) + (unsaid == 0 ? "" : " (and " + unsaid + " notices before)"));
    saidAt = OptionalLong.of(now);
    unsaid = 0;
  }
}
