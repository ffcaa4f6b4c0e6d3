package org.dharch.core.wire;

import java.util.Map;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.Emission;
import org.dharch.api.HeaderRef;
import org.dharch.api.Part;
import org.dharch.core.wire.bytes.WireWriter;

/** About how many bytes a result takes: never fewer than on the wire; close where it is large. */
public final class ResultSize {
  private static final int FIXED = 128;
  private static final int PER_ITEM = 64;

  /** The lengths of a name's two texts, and its occurrence. */
  private static final int PER_NAME = 3 * Integer.BYTES;

  /** One character in UTF-8. */
  private static final long PER_CHAR = 3;

  private ResultSize() {}

  /** One property. */
  static long of(Map.Entry<String, Object> property) {
    Object value = property.getValue();
    return PER_ITEM
        + PER_CHAR * property.getKey().length()
        + (value instanceof String text ? PER_CHAR * text.length() : 8);
  }

  public static long of(HandlerResult result) {
    Changes changes = result.changes();
    long bytes = FIXED + PER_CHAR * result.reason().length();
    for (Map.Entry<Part, byte[]> replaced : changes.replaced().entrySet()) {
      bytes += PER_ITEM + of(replaced.getKey()) + replaced.getValue().length;
    }
    for (byte[] header : changes.addedHeaders()) {
      bytes += Integer.BYTES + header.length;
    }
    for (Map.Entry<String, Object> property : changes.properties().entrySet()) {
      bytes += of(property);
    }
    for (String name : changes.removedProperties()) {
      bytes += PER_ITEM + PER_CHAR * name.length();
    }
    for (HeaderRef header : changes.removedHeaders()) {
      bytes += PER_ITEM + of(header.name());
    }
    for (HeaderRef header : changes.processed()) {
      bytes += PER_ITEM + of(header.name());
    }
    if (changes.verdict().orElse(null) instanceof Changes.Verdict.Respond respond) {
      bytes += respond.envelope().length;
    }
    for (Emission emission : changes.emissions()) {
      bytes += EmissionFormat.size(emission);
    }
    return bytes;
  }

  private static long of(Part part) {
    if (part instanceof Part.Header header) {
      return of(header.header().name());
    }
    long bytes = 0;
    if (part instanceof Part.Element element) {
      for (Part.Step step : element.path()) {
        bytes += of(step.name());
      }
    }
    return bytes;
  }

  private static long of(QName name) {
    int chars = name.getNamespaceURI().length() + name.getLocalPart().length();
    return PER_NAME + PER_CHAR * chars;
  }

  /**
   * Whether everything in {@code result} can travel as far as one sees without writing it: it sets
   * no property, emits nothing, and no text in it holds half a surrogate pair.
   */
  public static boolean surelyTravels(HandlerResult result) {
    Changes changes = result.changes();
    return WireWriter.canWrite(result.reason()) && (changes.isEmpty() || surelyTravels(changes));
  }

  private static boolean surelyTravels(Changes changes) {
    return changes.emissions().isEmpty()
        && changes.properties().isEmpty()
        && changes.removedProperties().isEmpty()
        && changes.replaced().keySet().stream().allMatch(ResultSize::travels)
        && changes.removedHeaders().stream().allMatch(ref -> WireWriter.canWrite(ref.name()))
        && changes.processed().stream().allMatch(ref -> WireWriter.canWrite(ref.name()));
  }

  private static boolean travels(Part part) {
    if (part instanceof Part.Header header) {
      return WireWriter.canWrite(header.header().name());
    }
    return !(part instanceof Part.Element element)
        || element.path().stream().allMatch(step -> WireWriter.canWrite(step.name()));
  }
}
