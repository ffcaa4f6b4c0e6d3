package org.dharch.handlers;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.dharch.api.Changes;
import org.dharch.api.HandlerMessage;
import org.dharch.api.Part;
import org.dharch.core.document.HandlerSettings;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.envelope.Envelopes;

/**
 * Converts an element with one record per line to an element with one child for each record and one
 * attribute for each field. Does not change an element that has child elements.
 */
final class RecordConversion implements Conversion {
  /** The JDK's own parser, without DTDs and external entities. */
  private static final XMLInputFactory PARSERS = XMLInputFactory.newDefaultFactory();

  static {
    PARSERS.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    PARSERS.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    PARSERS.setProperty(XMLInputFactory.IS_COALESCING, true);
  }

  private static final String PATH = "{namespace}name/{namespace}name, from the body's child down";
  private static final String FORMAT = "format";

  private final Part.Element element;
  private final Optional<String> format;
  private final QName record;
  private final boolean isCompressed;
  private final RecordMap map;
  private final int maxBytes;

  private RecordConversion(
      Part.Element element,
      Optional<String> format,
      QName record,
      boolean isCompressed,
      RecordMap map,
      int maxBytes) {
    this.element = element;
    this.format = format;
    this.record = record;
    this.isCompressed = isCompressed;
    this.map = map;
    this.maxBytes = maxBytes;
  }

  static RecordConversion of(String path, HandlerSettings settings, int maxBytes) {
    List<Part.Step> steps =
        Names.path("records", path, path, PATH).stream()
            .map(name -> new Part.Step(name, 0))
            .toList();
    return new RecordConversion(
        new Part.Element(steps),
        settings.text(FORMAT),
        Names.name("record", settings.required("record", "{namespace}name")),
        settings.choice("packed", LinesCompression.BY_NAME, LinesCompression.NONE)
            == LinesCompression.GZIP,
        RecordMap.of(settings),
        maxBytes);
  }

  private enum LinesCompression {
    NONE,
    GZIP;

    static final Map<String, LinesCompression> BY_NAME = Map.of("none", NONE, "gzip", GZIP);
  }

  @Override
  public Changes convert(HandlerMessage message) throws XMLStreamException {
    Optional<byte[]> found = Envelopes.part(message.envelope(), element, Bodies.UNBOUNDED);
    if (found.isEmpty()) {
      return Changes.NONE;
    }
    XMLStreamReader in = PARSERS.createXMLStreamReader(new ByteArrayInputStream(found.get()));
    in.nextTag();
    if (format.isPresent() && !format.get().equals(in.getAttributeValue("", FORMAT))) {
      return Changes.NONE;
    }
    RecordWriter out = new RecordWriter(record, maxBytes);
    out.begin(in, format.isPresent() ? FORMAT : "");
    Optional<String> text = text(in);
    if (text.isEmpty()) {
      return Changes.NONE;
    }
    map.writeRecords(isCompressed ? decompress(text.get()) : text.get(), out);
    return Changes.builder().replace(element, out.end()).build();
  }

  /** Empty if there are child elements. */
  private static Optional<String> text(XMLStreamReader in) throws XMLStreamException {
    StringBuilder text = new StringBuilder();
    while (in.hasNext()) {
      switch (in.next()) {
        case XMLStreamReader.START_ELEMENT -> {
          return Optional.empty();
        }
        case XMLStreamReader.CHARACTERS, XMLStreamReader.CDATA, XMLStreamReader.SPACE ->
            text.append(in.getText());
        default -> {} // comments, and the end
      }
    }
    return Optional.of(text.toString());
  }

  private String decompress(String base64) {
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(base64.replaceAll("\\s", ""));
    } catch (IllegalArgumentException e) {
      throw new DHArchException("records must be base64: " + e.getMessage(), e);
    }
    long max = Math.min(maxBytes, (long) Compressed.MAX_RATIO * bytes.length);
    return new String(Compression.GZIP.decompressAtMost(bytes, (int) max), StandardCharsets.UTF_8);
  }
}
