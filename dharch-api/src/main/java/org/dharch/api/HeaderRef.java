package org.dharch.api;

import java.util.Objects;
import javax.xml.namespace.QName;

/**
 * Identifies one header block of an envelope.
 *
 * @param name the block's qualified name; the prefix is ignored
 * @param occurrence the index among the blocks of that name, from 0 in document order
 */
public record HeaderRef(QName name, int occurrence) {
  public HeaderRef {
    Objects.requireNonNull(name, "name");
    if (occurrence < 0) {
      throw new IllegalArgumentException("occurrence must be at least 0 (got " + occurrence + ")");
    }
  }

  @Override
  public String toString() {
    return occurrence == 0 ? name.toString() : name + "[" + occurrence + "]";
  }
}
