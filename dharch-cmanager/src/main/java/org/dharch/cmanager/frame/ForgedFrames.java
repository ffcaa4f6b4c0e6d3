package org.dharch.cmanager.frame;

import java.util.concurrent.atomic.AtomicLong;
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
   * @param end which one this is, for the log
   * @param keyFile where its key is from
   */
  public ForgedFrames(String end, String keyFile) {
    this.end = end;
    this.keyFile = keyFile;
  }

  public void count(String reason) {
    count.incrementAndGet();
    log.say(
        n ->
            LOG.warn(
                "Ignored messages with an invalid signature at={} count={} keyFile={} latest={};"
                    + " managers, nodes and clients must use the same key and the same encrypt"
                    + " setting",
                end,
                n,
                keyFile,
                reason));
  }

  /** Says what was counted and not said yet; to be called now and then. */
  public void look() {
    log.look();
  }

  public long count() {
    return count.get();
  }
}
