package org.dharch.cmanager.frame;

import java.util.concurrent.atomic.AtomicLong;
import org.dharch.core.text.RateLimitedLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts frames with an invalid signature and logs them at a limited rate. Safe for any thread. */
public final class ForgedFrames {
  private static final Logger LOG = LoggerFactory.getLogger(ForgedFrames.class);

  private final AtomicLong count = new AtomicLong();
  private final RateLimitedLog log = new RateLimitedLog();
  private final String end;
  private final String keyFile;

  /**
   * @param end the name of this end, for the log
   * @param keyFile the file of its key
   */
  public ForgedFrames(String end, String keyFile) {
    this.end = end;
    this.keyFile = keyFile;
  }

  public void count(String reason) {
    count.incrementAndGet();
    log.count(
        n ->
            LOG.warn(
                "Rejected messages at={} count={} keyFile={} latest={}", end, n, keyFile, reason));
  }

  /** Logs unreported frames; call it periodically. */
  public void logPending() {
    log.logPending();
  }

  public long count() {
    return count.get();
  }
}
