package org.dharch.cli.run;

import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fails, and says so in its log. */
public final class FailingHandler implements DHHandler {
  private static final Logger LOG = LoggerFactory.getLogger(FailingHandler.class);

  /** Node documents make it. */
  public FailingHandler() {}

  /** A node document with it, as handler H. */
  public static String node() {
    return "<node xmlns='urn:dharch:node:1' name='fails'><handler name='H' class='"
        + FailingHandler.class.getName()
        + "'/></node>";
  }

  @Override
  public Changes handle(HandlerMessage message) {
    LOG.warn("about to fail");
    java.util.logging.Logger.getLogger("com.example.old").warning("as others log");
    try {
      throw new IllegalArgumentException("12 digits");
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException("card number too short", e);
    }
  }
}
