package org.dharch.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.envelope.EnvelopeDiff;
import org.dharch.core.message.envelope.Envelopes;
import org.dharch.core.message.envelope.Merge;

/** Incoming SOAP messages and the changes of handlers. */
final class MessageTargets {
  private static final Limits LIMITS = Limits.DEFAULT;
  private static final byte[] ENVELOPE =
      ("<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' xmlns:h='urn:h'"
              + " xmlns:b='urn:b'><s:Header><h:a>x</h:a><h:b/></s:Header>"
              + "<s:Body><b:e><b:i>1</b:i></b:e></s:Body></s:Envelope>")
          .getBytes(StandardCharsets.UTF_8);
  private static final HeaderRef A = new HeaderRef(new QName("urn:h", "a"), 0);
  private static final Part ELEMENT =
      Part.element(
          List.of(
              new Part.Step(new QName("urn:b", "e"), 0),
              new Part.Step(new QName("urn:b", "i"), 0)));

  private MessageTargets() {}

  /** An envelope from a client: every header block of an accepted one is readable. */
  static void envelope(byte[] data) {
    try {
      Envelopes.check(data, LIMITS);
    } catch (MalformedMessageException e) {
      WireTargets.ignored(e);
      return;
    }
    for (HeaderRef header : Envelopes.headers(data, LIMITS)) {
      mustBeThere(data, new Part.Header(header));
    }
    mustBeThere(data, Part.body());
  }

  private static void mustBeThere(byte[] envelope, Part part) {
    if (Envelopes.part(envelope, part, LIMITS).isEmpty()) {
      throw new AssertionError(part + " must be readable");
    }
  }

  /** Two concatenated envelopes: merging their difference into the first gives the second. */
  static void diff(byte[] data) {
    int half = half(data);
    byte[] before = Arrays.copyOfRange(data, 0, half);
    byte[] after = Arrays.copyOfRange(data, half, data.length);
    Changes changes;
    try {
      Envelopes.check(before, LIMITS);
      Envelopes.check(after, LIMITS);
      changes = EnvelopeDiff.between(before, after, LIMITS);
    } catch (MalformedMessageException e) {
      WireTargets.ignored(e);
      return;
    }
    byte[] merged = Merge.apply(before, changes, LIMITS);
    Envelopes.check(merged, LIMITS);
    Changes left = EnvelopeDiff.between(merged, after, LIMITS);
    if (!left.isEmpty()) {
      throw new AssertionError("difference remains: " + new String(merged, StandardCharsets.UTF_8));
    }
  }

  /**
   * Returns the start of the second envelope: a zero byte, which XML cannot contain, or the end.
   */
  private static int half(byte[] data) {
    for (int i = 0; i < data.length; i++) {
      if (data[i] == 0) {
        data[i] = '\n';
        return i + 1;
      }
    }
    return data.length;
  }

  /** New bytes for one part, as in a reply; the first byte selects the part. */
  static void merge(byte[] data) {
    if (data.length == 0) {
      return;
    }
    byte[] bytes = Arrays.copyOfRange(data, 1, data.length);
    Changes.Builder changes = Changes.builder();
    switch (data[0] & 7) {
      case 0 -> changes.replace(new Part.Header(A), bytes);
      case 1 -> changes.addHeader(bytes);
      case 2 -> changes.replace(Part.body(), bytes);
      case 3 -> changes.replace(ELEMENT, bytes);
      case 4 -> changes.replace(Part.attributes(Part.Owner.BODY), bytes);
      case 5 -> changes.replace(Part.attributes(Part.Owner.ENVELOPE), bytes);
      case 6 -> changes.removeHeader(A).addHeader(bytes);
      default -> changes.addHeader(bytes).addHeader(bytes).replace(ELEMENT, bytes);
    }
    apply(changes.build());
  }

  /** The merged result is an envelope. */
  static void apply(Changes changes) {
    byte[] merged;
    try {
      merged = Merge.apply(ENVELOPE, changes, LIMITS);
    } catch (MalformedMessageException e) {
      WireTargets.ignored(e);
      return;
    }
    Envelopes.check(merged, LIMITS);
  }
}
