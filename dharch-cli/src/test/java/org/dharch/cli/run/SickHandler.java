package org.dharch.cli.run;

import java.util.Map;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;

/** A handler that is as sick as its parameters say: it takes {@code millis}, then may throw. */
public final class SickHandler implements DHHandler {
  private long millis;
  private boolean fails;

  /** Node documents make it. */
  public SickHandler() {}

  /** Its element in a node document, as handler H. */
  static String element(String attributes, long millis, boolean fails) {
    return "<handler name='H' class='"
        + SickHandler.class.getName()
        + "' "
        + attributes
        + "><parameter name='millis'>"
        + millis
        + "</parameter><parameter name='fails'>"
        + fails
        + "</parameter></handler>";
  }

  @Override
  public void init(Map<String, String> parameters) {
    millis = Long.parseLong(parameters.get("millis"));
    fails = Boolean.parseBoolean(parameters.get("fails"));
  }

  @Override
  public Changes handle(HandlerMessage message) throws InterruptedException {
    Thread.sleep(millis);
    if (fails) {
      throw new IllegalStateException("sick");
    }
    return Changes.NONE;
  }
}
