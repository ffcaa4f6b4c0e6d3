package org.dharch.core.node;

import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.api.Part;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.DMFormatCodec;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.WireBound;
import org.dharch.core.wire.WireReader;

/**
 * Reads the result in a record of type E, which nodes wrote into their memory when a record still
 * was a reply of wire version 1: counts, indexes and occurrences in 16 bits, names as {@code
 * {namespace}local}, properties as a DMFormat.
 */
final class ResultVersion1 {
  private static final DMFormatCodec CODEC = new DMFormatCodec(Limits.DEFAULT);

  private final WireReader in;

  private ResultVersion1(WireReader in) {
    this.in = in;
  }

  /**
   * The result in {@code reply}.
   *
   * @throws MalformedMessageException if there is none
   */
  static HandlerResult read(byte[] reply) {
    DMFormat message = CODEC.decodeVersion1(reply);
    WireReader in = new WireReader(message.payload());
    try {
      ResultVersion1 results = new ResultVersion1(in);
      if (results.count("results") != 1) {
        throw new MalformedMessageException("not the reply of one attempt");
      }
      HandlerResult result = results.result();
      in.end("a record");
      return result;
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException("not a result: " + e.getMessage(), e);
    }
  }

  private int count(String field) {
    return in.int16(field) & 0xffff;
  }

  private String text(String field) {
    return in.text(field, WireBound.NONE);
  }

  private byte[] bytes(String field) {
    return in.bytes(field, WireBound.NONE);
  }

  private HandlerResult result() {
    int index = count("index");
    int attempt = count("attempt");
    HandlerResult.Status status = HandlerResult.Status.of(in.octet("status"));
    String reason = text("reason");
    long queueNanos = in.int64("queueNanos");
    long runNanos = in.int64("runNanos");
    return new HandlerResult(index, attempt, status, reason, queueNanos, runNanos, changes());
  }

  private Changes changes() {
    Changes.Builder changes = Changes.builder();
    for (int n = count("replaced"); n > 0; n--) {
      changes.replace(part(), bytes("new"));
    }
    for (int n = count("addedHeaders"); n > 0; n--) {
      changes.addHeader(bytes("header"));
    }
    headers("removedHeaders").forEach(changes::removeHeader);
    byte[] properties = bytes("properties");
    if (properties.length > 0) {
      MessageProperties set = CODEC.decodeVersion1(properties).properties();
      set.asMap().forEach(changes::property);
    }
    for (int n = count("removedProperties"); n > 0; n--) {
      changes.removeProperty(text("name"));
    }
    headers("processed").forEach(changes::processed);
    return changes.build();
  }

  private Part part() {
    int type = in.octet("part");
    return switch (type) {
      case 'H' -> {
        List<HeaderRef> one = headers("part");
        if (one.size() != 1) {
          throw new MalformedMessageException(
              "part=" + one.size() + " header blocks; 1 is allowed");
        }
        yield new Part.Header(one.get(0));
      }
      case 'E' -> {
        List<Part.Step> path = new ArrayList<>();
        for (int n = count("path"); n > 0; n--) {
          int occurrence = count("occurrence");
          path.add(new Part.Step(QName.valueOf(text("step")), occurrence));
        }
        yield Part.element(path);
      }
      case 'A' -> Part.attributes(Part.Owner.valueOf(text("owner")));
      case 'B' -> Part.body();
      default -> throw new MalformedMessageException("part type " + type);
    };
  }

  private List<HeaderRef> headers(String field) {
    List<HeaderRef> headers = new ArrayList<>();
    for (int n = count(field); n > 0; n--) {
      int occurrence = count("occurrence");
      headers.add(new HeaderRef(QName.valueOf(text("name")), occurrence));
    }
    return headers;
  }
}
