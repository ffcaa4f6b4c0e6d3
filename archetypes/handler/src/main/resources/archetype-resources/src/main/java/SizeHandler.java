package ${package};

import java.util.Map;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;

/** Reports the size of a message's envelope, and rejects one larger than its parameter limit. */
public final class SizeHandler implements DHHandler {
  private int limit;

  @Override
  public void init(Map<String, String> parameters) {
    limit = Integer.parseInt(parameters.getOrDefault("limit", "65536"));
  }

  @Override
  public Changes handle(HandlerMessage message) {
    int size = message.envelope().length;
    if (size > limit) {
      throw new IllegalArgumentException("envelope=" + size + " bytes > limit=" + limit);
    }
    return Changes.builder().property("envelope.size", size).build();
  }
}
