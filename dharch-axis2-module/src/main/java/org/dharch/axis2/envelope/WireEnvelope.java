package org.dharch.axis2.envelope;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.stream.StreamSource;
import org.apache.axiom.attachments.Attachments;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.om.OMAttachmentAccessor;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMException;
import org.apache.axiom.om.OMOutputFormat;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.om.XOPEncoded;
import org.apache.axiom.soap.SOAPBody;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.builder.Builder;
import org.apache.axis2.builder.MTOMBuilder;
import org.apache.axis2.builder.SOAPBuilder;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.kernel.TransportUtils;
import org.dharch.api.Limits;
import org.dharch.core.message.Direction;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.envelope.Envelopes;
import org.dharch.core.message.xml.XmlEncoding;

/**
 * The envelope of a message as the handlers get it. If the bytes were recorded and the tree over
 * them is as it was built, they are the bytes that arrived, and the body is not parsed. Otherwise
 * the tree is written out and left as it is.
 *
 * @param bytes in UTF-8; never modified
 * @param attachments resolves its {@code xop:Include} elements; empty if it has none
 */
public record WireEnvelope(byte[] bytes, Optional<OMAttachmentAccessor> attachments) {
  /** The envelope of a message whose content no handler reads. */
  public static final WireEnvelope NONE = new WireEnvelope(new byte[0], Optional.empty());

  private static final Pattern DECLARED_ENCODING =
      Pattern.compile("^<\\?xml[^>]*?encoding\\s*=\\s*[\"']([^\"']*)[\"']");

  /**
   * The envelope of {@code context}.
   *
   * @throws AxisFault if it exceeds {@code limits} or cannot be read
   */
  public static WireEnvelope of(MessageContext context, Direction flow, Limits limits)
      throws AxisFault {
    try {
      Optional<WireEnvelope> recorded =
          flow.isInbound() ? recorded(context, limits) : Optional.empty();
      return recorded.isPresent()
          ? recorded.get()
          : written(context, flow, limits.maxPayloadBytes());
    } catch (RecordingInputStream.TooLargeException e) {
      throw Faults.of(context, Faults.tooLarge(flow, e.getMessage()));
    } catch (IOException | OMException e) {
      throw Faults.of(context, Faults.wrong(flow, "cannot read the message: " + e.getMessage()));
    }
  }

  private static Optional<WireEnvelope> recorded(MessageContext context, Limits limits)
      throws IOException {
    Optional<RecordingInputStream> recording = RecordingInputStream.of(context);
    Object charset = context.getProperty(Constants.Configuration.CHARACTER_SET_ENCODING);
    if (recording.isEmpty() || !isUtf8(charset)) {
      return Optional.empty();
    }
    SOAPEnvelope tree = context.getEnvelope();
    SOAPBody body = tree.getBody();
    if (body == null || body.isComplete()) {
      // an earlier handler has read the whole body and may have changed it
      return Optional.empty();
    }
    Optional<byte[]> bytes =
        recording.get().claim(limits.maxPayloadBytes()).map(WireEnvelope::withoutMark);
    if (bytes.isEmpty() || !declaresUtf8(bytes.get())) {
      return Optional.empty();
    }
    checkAscii(charset, bytes.get());
    WireEnvelope wire = new WireEnvelope(bytes.get(), attachments(context));
    return sameHeader(tree, wire, limits) ? Optional.of(wire) : Optional.empty();
  }

  /** Whether the header is unchanged since it was recorded. */
  private static boolean sameHeader(SOAPEnvelope tree, WireEnvelope wire, Limits limits) {
    try {
      return HeaderBlocks.texts(tree).equals(Envelopes.headerTexts(wire.bytes(), limits));
    } catch (MalformedMessageException e) {
      return false; // the parser's message is more specific
    }
  }

  private static Optional<OMAttachmentAccessor> attachments(MessageContext context) {
    Attachments attachments = context.isDoingMTOM() ? context.getAttachmentMap() : null;
    return Optional.ofNullable(attachments);
  }

  private static WireEnvelope written(MessageContext context, Direction flow, int limit)
      throws IOException {
    SOAPEnvelope tree = context.getEnvelope();
    BoundedOutput out = new BoundedOutput(limit);
    OMOutputFormat format = new OMOutputFormat();
    format.setCharSetEncoding("UTF-8");
    format.setIgnoreXMLDeclaration(true);
    boolean leaving = flow == Direction.OUT || flow == Direction.OUT_FAULT;
    if (leaving ? TransportUtils.doWriteMTOM(context) : context.isDoingMTOM()) {
      // binary content stays here; the handlers see xop:Include elements
      XOPEncoded<XMLStreamReader> encoded = tree.getXOPEncodedStreamReader(true);
      write(
          () ->
              OMXMLBuilderFactory.createStAXSOAPModelBuilder(encoded.getRootPart())
                  .getSOAPEnvelope()
                  .serialize(out, format, false));
      return new WireEnvelope(out.toByteArray(), Optional.of(encoded.getAttachmentAccessor()));
    }
    write(() -> tree.serialize(out, format, true));
    return new WireEnvelope(out.toByteArray(), Optional.empty());
  }

  private interface Writer {
    void write() throws Exception;
  }

  private static void write(Writer writer) throws IOException {
    try {
      writer.write();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause instanceof RecordingInputStream.TooLargeException tooLarge) {
          throw tooLarge;
        }
      }
      throw new IOException(e.getMessage(), e);
    }
  }

  private static boolean isUtf8(Object charset) {
    if (charset == null) {
      return true;
    }
    String name = charset.toString().toLowerCase(Locale.ROOT);
    return name.equals("utf-8") || name.equals("us-ascii") || name.equals("utf8");
  }

  /** Rejects other bytes in US-ASCII, because each parser reads them differently. */
  private static void checkAscii(Object charset, byte[] bytes) throws IOException {
    if ((isAscii(charset) || declared(bytes).filter(WireEnvelope::isAscii).isPresent())
        && !XmlEncoding.isAscii(bytes)) {
      throw new IOException("it is declared as US-ASCII but has other bytes");
    }
  }

  private static boolean isAscii(Object charset) {
    return charset != null && charset.toString().equalsIgnoreCase("us-ascii");
  }

  private static byte[] withoutMark(byte[] bytes) {
    boolean marked =
        bytes.length >= 3
            && bytes[0] == (byte) 0xef
            && bytes[1] == (byte) 0xbb
            && bytes[2] == (byte) 0xbf;
    return marked ? Arrays.copyOfRange(bytes, 3, bytes.length) : bytes;
  }

  private static boolean declaresUtf8(byte[] bytes) {
    return declared(bytes).map(WireEnvelope::isUtf8).orElse(true);
  }

  private static Optional<String> declared(byte[] bytes) {
    String start = new String(bytes, 0, Math.min(200, bytes.length), StandardCharsets.ISO_8859_1);
    Matcher declared = DECLARED_ENCODING.matcher(start);
    return declared.find() ? Optional.of(declared.group(1)) : Optional.empty();
  }

  /** A tree of {@code envelope} that is built on demand. */
  public SOAPEnvelope tree(byte[] envelope) {
    ByteArrayInputStream in = new ByteArrayInputStream(envelope);
    return attachments
        .map(
            accessor ->
                OMXMLBuilderFactory.createSOAPModelBuilder(
                    OMAbstractFactory.getMetaFactory(), new StreamSource(in), accessor))
        .orElseGet(() -> OMXMLBuilderFactory.createSOAPModelBuilder(in, "UTF-8"))
        .getSOAPEnvelope();
  }

  /**
   * Replaces Axis2's own builders by recording ones. Other builders stay; the trees of their
   * messages are written out.
   *
   * @param mayHaveHandlers whether {@code limits} apply to the header of a message, which has not
   *     been dispatched
   */
  public static void installBuilders(
      AxisConfiguration configuration, Limits limits, Predicate<MessageContext> mayHaveHandlers) {
    HeaderBound bound = new HeaderBound(limits, mayHaveHandlers);
    replace(configuration, "text/xml", SOAPBuilder.class, new SoapBuilder(bound));
    replace(configuration, "application/soap+xml", SOAPBuilder.class, new SoapBuilder(bound));
    replace(
        configuration, "application/xop+xml", MTOMBuilder.class, new RecordingMtomBuilder(bound));
  }

  private static void replace(
      AxisConfiguration configuration, String contentType, Class<?> original, Builder recording) {
    Builder present = configuration.getMessageBuilder(contentType);
    if (present != null && present.getClass() == original) {
      configuration.addMessageBuilder(contentType, recording);
    }
  }

  /** Axis2's SOAP builder on a recording stream; also used for the root part of a multipart. */
  private static final class SoapBuilder extends SOAPBuilder {
    private final HeaderBound bound;

    SoapBuilder(HeaderBound bound) {
      this.bound = bound;
    }

    @Override
    public OMElement processDocument(InputStream in, String contentType, MessageContext context)
        throws AxisFault {
      return RecordingInputStream.record(
          bound.check(in, contentType, context),
          context,
          recorded -> super.processDocument(recorded, contentType, context));
    }
  }
}
