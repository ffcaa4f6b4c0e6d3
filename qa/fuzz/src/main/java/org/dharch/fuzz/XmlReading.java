package org.dharch.fuzz;

import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.staxutils.StaxUtils;

/** The parsed form of an envelope: elements, attributes and characters only. */
final class XmlReading {
  /** Not a character of XML, so it cannot occur in the input. */
  private static final char MARK = '\u0001';

  private XmlReading() {}

  /** Returns the text of these bytes, read as UTF-8 regardless of the declared encoding. */
  static String ofUtf8(byte[] envelope) throws XMLStreamException {
    boolean marked = envelope.length > 2 && envelope[0] == (byte) 0xef;
    int from = marked ? 3 : 0;
    return of(
        StaxUtils.createXMLStreamReader(
            new InputStreamReader(
                new ByteArrayInputStream(envelope, from, envelope.length - from),
                StandardCharsets.UTF_8)));
  }

  static String of(XMLStreamReader reader) throws XMLStreamException {
    StringBuilder text = new StringBuilder();
    while (reader.hasNext()) {
      switch (reader.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          text.append(MARK).append('<').append(reader.getName());
          attributes(reader).forEach(each -> text.append(MARK).append(each));
          text.append(MARK);
        }
        case XMLStreamConstants.END_ELEMENT -> text.append(MARK).append('>').append(MARK);
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
            text.append(reader.getText());
        default -> {
          // comments, start and end of the document
        }
      }
    }
    return text.toString();
  }

  private static List<String> attributes(XMLStreamReader reader) {
    List<String> attributes = new ArrayList<>();
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      attributes.add(reader.getAttributeName(i) + "=" + reader.getAttributeValue(i));
    }
    Collections.sort(attributes);
    return attributes;
  }
}
