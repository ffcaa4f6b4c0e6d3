package org.dharch.core.wire;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.Part;
import org.dharch.core.message.MalformedMessageException;

/** A reply's results as bytes, and back. Reading trusts nothing. Stateless; any thread. */
final class ResultFormat {
  /** Room is made for so many before they have been read. */
  private static final int EXPECTED = 1000;

  private final Limits limits;

  ResultFormat(Limits limits) {
    this.limits = limits;
  }

  byte[] write(List<HandlerResult> results) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(64 + 32 * results.size());
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeShort(results.size());
      for (HandlerResult result : results) {
        write(out, result);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * The results that {@code bytes} hold.
   *
   * @throws IOException if they end too early
   * @throws MalformedMessageException if they hold something else, which may also be an {@link
   *     IllegalArgumentException} or a {@link java.util.NoSuchElementException} of what was read
   */
  List<HandlerResult> read(byte[] bytes) throws IOException {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int count = in.readUnsignedShort();
      List<HandlerResult> results = new ArrayList<>(Math.min(count, EXPECTED));
      for (int i = 0; i < count; i++) {
        results.add(result(in));
      }
      if (in.available() > 0) {
        throw new MalformedMessageException(in.available() + " bytes after the end of a reply");
      }
      return results;
    }
  }

  private void write(DataOutputStream out, HandlerResult r) throws IOException {
    out.writeShort(r.index());
    out.writeShort(r.attempt());
    out.writeByte(r.status().code());
    writeText(out, r.reason());
    out.writeLong(r.queueNanos());
    out.writeLong(r.runNanos());
    Changes changes = r.changes();
    out.writeShort(changes.replaced().size());
    for (Map.Entry<Part, byte[]> e : changes.replaced().entrySet()) {
      write(out, e.getKey());
      writeBytes(out, e.getValue());
    }
    out.writeShort(changes.addedHeaders().size());
    for (byte[] header : changes.addedHeaders()) {
      writeBytes(out, header);
    }
    write(out, changes.removedHeaders());
    writeBytes(out, properties(changes));
    out.writeShort(changes.removedProperties().size());
    for (String name : changes.removedProperties()) {
      writeText(out, name);
    }
    write(out, changes.processed());
  }

  /** No bytes for no properties: most handlers set none. */
  private byte[] properties(Changes changes) {
    if (changes.properties().isEmpty()) {
      return new byte[0];
    }
    MessageProperties properties = MessageProperties.of(changes.properties());
    return new DMFormatCodec(limits)
        .encode(new DMFormat(new MessageId(0, 0), properties, new byte[0]));
  }

  private HandlerResult result(DataInputStream in) throws IOException {
    int index = in.readUnsignedShort();
    int attempt = in.readUnsignedShort();
    HandlerResult.Status status = HandlerResult.Status.of(in.readUnsignedByte());
    String reason = readText(in);
    long queueNanos = in.readLong();
    long runNanos = in.readLong();
    Changes.Builder changes = Changes.builder();
    for (int n = in.readUnsignedShort(); n > 0; n--) {
      changes.replace(part(in), readBytes(in));
    }
    for (int n = in.readUnsignedShort(); n > 0; n--) {
      changes.addHeader(readBytes(in));
    }
    headerRefs(in).forEach(changes::removeHeader);
    byte[] properties = readBytes(in);
    if (properties.length > 0) {
      MessageProperties set = new DMFormatCodec(limits).decode(properties).properties();
      set.asMap().forEach(changes::property);
    }
    for (int n = in.readUnsignedShort(); n > 0; n--) {
      changes.removeProperty(readText(in));
    }
    headerRefs(in).forEach(changes::processed);
    return new HandlerResult(index, attempt, status, reason, queueNanos, runNanos, changes.build());
  }

  private static void write(DataOutputStream out, Part part) throws IOException {
    if (part instanceof Part.Header header) {
      out.writeByte('H');
      write(out, Set.of(header.header()));
    } else if (part instanceof Part.Element element) {
      out.writeByte('E');
      out.writeShort(element.path().size());
      for (Part.Step step : element.path()) {
        out.writeShort(step.occurrence());
        writeText(out, step.name().toString());
      }
    } else if (part instanceof Part.Attributes attributes) {
      out.writeByte('A');
      writeText(out, attributes.owner().name());
    } else {
      out.writeByte('B');
    }
  }

  private static Part part(DataInputStream in) throws IOException {
    byte type = in.readByte();
    return switch (type) {
      case 'H' -> new Part.Header(headerRefs(in).iterator().next());
      case 'E' -> {
        List<Part.Step> path = new ArrayList<>();
        for (int n = in.readUnsignedShort(); n > 0; n--) {
          int occurrence = in.readUnsignedShort();
          path.add(new Part.Step(QName.valueOf(readText(in)), occurrence));
        }
        yield Part.element(path);
      }
      case 'A' -> Part.attributes(Part.Owner.valueOf(readText(in)));
      case 'B' -> Part.body();
      default ->
          throw new MalformedMessageException(
              "part type " + type + "; H, E, A and B are understood");
    };
  }

  private static void write(DataOutputStream out, Set<HeaderRef> refs) throws IOException {
    out.writeShort(refs.size());
    for (HeaderRef ref : refs) {
      out.writeShort(ref.occurrence());
      writeText(out, ref.name().toString());
    }
  }

  private static Set<HeaderRef> headerRefs(DataInputStream in) throws IOException {
    Set<HeaderRef> refs = new LinkedHashSet<>();
    for (int n = in.readUnsignedShort(); n > 0; n--) {
      int occurrence = in.readUnsignedShort();
      refs.add(new HeaderRef(QName.valueOf(readText(in)), occurrence));
    }
    return refs;
  }

  private static void writeText(DataOutputStream out, String text) throws IOException {
    writeBytes(out, text.getBytes(StandardCharsets.UTF_8));
  }

  private static String readText(DataInputStream in) throws IOException {
    return new String(readBytes(in), StandardCharsets.UTF_8);
  }

  private static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static byte[] readBytes(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new MalformedMessageException(
          "a length of " + length + " where " + in.available() + " bytes are left");
    }
    return in.readNBytes(length);
  }
}
