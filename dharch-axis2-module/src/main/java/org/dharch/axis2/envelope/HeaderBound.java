package org.dharch.axis2.envelope;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.soap.SOAPFactory;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.context.MessageContext;
import org.dharch.api.Limits;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Direction;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.envelope.Envelopes;
import org.dharch.core.message.xml.XmlEncoding;

/**
 * Counts a message's header blocks in its bytes, before Axis2 makes a tree of them. Reads no
 * further than the header's end. Safe for any thread.
 *
 * @param applies whether a message may have handlers, as far as is known before its dispatch
 */
record HeaderBound(Limits limits, Predicate<MessageContext> applies) {
  private static final int FIRST_BYTES = 8 << 10;

  /** The shortest block is {@code <a/>}. */
  private static final int BLOCK_BYTES = 4;

  /**
   * Returns {@code in} with all its bytes.
   *
   * @throws AxisFault if the header has more blocks than allowed
   */
  InputStream check(InputStream in, String contentType, MessageContext context) throws AxisFault {
    if (in == null || !applies.test(context)) {
      return in;
    }
    try {
      byte[] start = in.readNBytes(FIRST_BYTES);
      int asked = FIRST_BYTES;
      while (!hasWholeHeader(start, context)
          && start.length == asked
          && asked < limits.maxPayloadBytes()) {
        asked *= 2;
        byte[] more = in.readNBytes(asked - start.length);
        int length = start.length;
        start = Arrays.copyOf(start, length + more.length);
        System.arraycopy(more, 0, start, length, more.length);
      }
      return new SequenceInputStream(new ByteArrayInputStream(start), in);
    } catch (MalformedMessageException e) {
      if (contentType != null && contentType.contains("soap+xml")) {
        SOAPFactory soap12 = OMAbstractFactory.getSOAP12Factory();
        context.setEnvelope(soap12.getDefaultEnvelope()); // for the version of the fault
      }
      throw Faults.of(context, Faults.wrong(Direction.IN, e.getMessage()));
    } catch (IOException e) {
      throw AxisFault.makeFault(e);
    }
  }

  private boolean hasWholeHeader(byte[] start, MessageContext context) {
    if (start.length < BLOCK_BYTES * limits.maxHeaderBlocks()) {
      return true; // there is no room for too many
    }
    return utf8(start, context).map(it -> Envelopes.hasWholeHeader(it, limits)).orElse(false);
  }

  /** Empty if {@code bytes} end inside a character. */
  private static Optional<byte[]> utf8(byte[] bytes, MessageContext context) {
    Object charset = context.getProperty(Constants.Configuration.CHARACTER_SET_ENCODING);
    try {
      return Optional.of(XmlEncoding.utf8(bytes, charset == null ? "UTF-8" : charset.toString()));
    } catch (DHArchException e) {
      return Optional.empty();
    }
  }
}
