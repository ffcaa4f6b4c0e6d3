package org.dharch.core.wire;

import java.util.Map;
import org.dharch.api.Changes;

/** About how many bytes a result takes; cheap, and close where it is large. */
public final class ResultSize {
  private static final int FIXED = 128;
  private static final int PER_ITEM = 64;

  private ResultSize() {}

  public static long of(HandlerResult result) {
    Changes changes = result.changes();
    long bytes = FIXED + 2L * result.reason().length();
    for (byte[] part : changes.replaced().values()) {
      bytes += PER_ITEM + part.length;
    }
    for (byte[] header : changes.addedHeaders()) {
      bytes += header.length;
    }
    for (Map.Entry<String, Object> property : changes.properties().entrySet()) {
      bytes += PER_ITEM + property.getKey().length();
      bytes += property.getValue() instanceof String text ? text.length() : 8;
    }
    for (String name : changes.removedProperties()) {
      bytes += name.length();
    }
    long items = changes.removedHeaders().size();
    items += changes.processed().size() + changes.removedProperties().size();
    return bytes + PER_ITEM * items;
  }
}
