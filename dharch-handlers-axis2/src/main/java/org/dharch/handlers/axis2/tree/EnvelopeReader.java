package org.dharch.handlers.axis2.tree;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;
import org.apache.axiom.om.util.StAXParserConfiguration;
import org.apache.axiom.om.util.StAXUtils;

/** Reads an envelope for Axiom and tracks how far Axiom has read. */
final class EnvelopeReader extends StreamReaderDelegate {
  private final byte[] bytes;
  private int depth;
  private String envelopeName = "";
  private String bodyName = "";
  private String bodyNamespace = "";
  private int bodyStart = -1;
  private boolean bodyEntered;
  private boolean bodyLeft;
  private boolean closed;
  private final Transcript body = new Transcript();

  EnvelopeReader(byte[] bytes) throws XMLStreamException {
    super(open(bytes));
    this.bytes = bytes;
  }

  /**
   * Uses DHArch's parser, because the offsets depend on it; Axiom would take the thread's loader's.
   */
  private static XMLStreamReader open(byte[] bytes) throws XMLStreamException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(EnvelopeReader.class.getClassLoader());
    try {
      return StAXUtils.createXMLStreamReader(
          StAXParserConfiguration.SOAP,
          new ByteArrayInputStream(bytes),
          StandardCharsets.UTF_8.name());
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** Whether no more can be read. */
  boolean isClosed() {
    return closed;
  }

  @Override
  public void close() throws XMLStreamException {
    closed = true;
    super.close();
  }

  /** Whether anything after the body's start tag has been read. */
  boolean bodyEntered() {
    return bodyEntered;
  }

  @Override
  public int next() throws XMLStreamException {
    bodyEntered |= bodyStart >= 0;
    int event = super.next();
    if (event == START_ELEMENT) {
      depth++;
      if (depth == 1) {
        envelopeName = rawName();
      } else if (depth == 2 && bodyStart < 0 && getLocalName().equals("Body")) {
        bodyName = rawName();
        bodyNamespace = getNamespaceURI();
        bodyStart = getLocation().getCharacterOffset();
      }
    } else if (event == END_ELEMENT) {
      depth--;
    }
    if (bodyStart >= 0 && !bodyLeft) {
      body.add(event, this);
      bodyLeft = event == END_ELEMENT && depth == 1;
    }
    return event;
  }

  /** Whether the body was read to its end. */
  boolean isBodyRead() {
    return bodyLeft;
  }

  /** The part of the body that was read. */
  Transcript body() {
    return body;
  }

  private String rawName() {
    String prefix = getPrefix();
    return prefix == null || prefix.isEmpty() ? getLocalName() : prefix + ":" + getLocalName();
  }

  /** The envelope as received, with an empty body; known once the body's start tag was read. */
  byte[] withoutBody() {
    int end = byteOffset(bodyStart);
    int colon = bodyName.indexOf(':');
    String declaration = colon < 0 ? "xmlns" : "xmlns:" + bodyName.substring(0, colon);
    String tail =
        "<" + bodyName + " " + declaration + "=\"" + bodyNamespace + "\"/></" + envelopeName + ">";
    byte[] tailBytes = tail.getBytes(StandardCharsets.UTF_8);
    byte[] result = new byte[end + tailBytes.length];
    System.arraycopy(bytes, 0, result, 0, end);
    System.arraycopy(tailBytes, 0, result, end, tailBytes.length);
    return result;
  }

  /** The parser counts UTF-16 units; a UTF-8 sequence of four bytes is two of them, others one. */
  private int byteOffset(int units) {
    int at =
        bytes.length > 2 && bytes[0] == (byte) 0xEF ? 3 : 0; // the byte order mark is not counted
    for (int unit = 0; unit < units; at++) {
      int b = bytes[at] & 0xff;
      if (b < 0x80 || b >= 0xC0) {
        unit += b >= 0xF0 ? 2 : 1;
      }
    }
    while (at < bytes.length && (bytes[at] & 0xC0) == 0x80) {
      at++; // the rest of the last sequence
    }
    return at;
  }
}
