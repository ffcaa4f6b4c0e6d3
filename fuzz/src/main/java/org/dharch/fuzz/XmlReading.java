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

/** What a parser makes of an envelope: elements, attributes and characters, and nothing else. */
final class XmlReading {
  /** No character of XML, so none of what is read. */
  private static final char MARK = '\u0001';

  private XmlReading() {}

  /** What stands in these bytes, for one that takes them for UTF-8 whatever they say. */
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
          // comments, and the document's own begin and end
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
