package org.dharch.core;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import javax.xml.namespace.QName;
import org.dharch.api.Part;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.testing.EnvelopeText;

/** Random envelopes as they come from outside, and the parts that they may have. */
final class Messages {
  static final String HEADERS = "urn:h";
  static final String BODY = "urn:b";

  /** What handlers can declare; the first two elements are inside others. */
  static final List<DeclaredPart> PARTS =
      List.of(
          new DeclaredPart.Element(List.of(body("e0"), body("i"))),
          new DeclaredPart.Element(List.of(body("e1"), body("i"))),
          new DeclaredPart.Element(List.of(body("e0"))),
          new DeclaredPart.Element(List.of(body("e1"))),
          new DeclaredPart.Element(List.of(body("e2"))),
          new DeclaredPart.Body(),
          new DeclaredPart.Header(new QName(HEADERS, "h0")),
          new DeclaredPart.Header(new QName(HEADERS, "h1")),
          new DeclaredPart.Header(new QName(HEADERS, "h2")),
          new DeclaredPart.Header(new QName(HEADERS, "h3")),
          new DeclaredPart.Property("p0"),
          new DeclaredPart.Property("p1"),
          new DeclaredPart.Property("p2"));

  private Messages() {}

  private static QName body(String local) {
    return new QName(BODY, local);
  }

  /** The first element of this path. */
  static Part.Element element(List<QName> path) {
    return new Part.Element(path.stream().map(name -> new Part.Step(name, 0)).toList());
  }

  /** An envelope as this project writes them, or as others do. */
  static byte[] envelope(Random random) {
    return random.nextBoolean() ? own(random) : ForeignEnvelope.bytes(random);
  }

  /** An envelope whose prefixes are declared at its top. */
  private static byte[] own(Random random) {
    String soap = random.nextBoolean() ? EnvelopeText.NS11 : EnvelopeText.NS12;
    StringBuilder xml = new StringBuilder(random.nextBoolean() ? "<?xml version='1.0'?>\n" : "");
    xml.append("<s:Envelope xmlns:s='")
        .append(soap)
        .append("' xmlns:h=\"urn:h\"\n  xmlns:b='urn:b'>");
    xml.append(text(random, false));
    if (random.nextInt(4) > 0) {
      xml.append(random.nextBoolean() ? "<s:Header>" : "<s:Header \n>");
      for (int i = random.nextInt(6); i > 0; i--) {
        String name = "h:h" + random.nextInt(4);
        xml.append(random.nextBoolean() ? "\n" : "")
            .append("<")
            .append(name)
            .append(" id='\u00fc'>");
        xml.append(text(random)).append("</").append(name).append(" >");
      }
      xml.append("</s:Header>");
    } else if (random.nextBoolean()) {
      xml.append("<s:Header/>");
    }
    if (random.nextInt(8) == 0) {
      return utf8(xml.append("<s:Body/></s:Envelope>"));
    }
    xml.append("<s:Body>").append(text(random, false));
    for (int i = random.nextInt(5); i > 0; i--) {
      xml.append("<b:e").append(i % 3).append(">").append(text(random));
      xml.append(random.nextBoolean() ? "<b:i a='1'>x</b:i>" : "<i/>").append(text(random));
      xml.append("</b:e").append(i % 3).append(">\r\n");
    }
    return utf8(xml.append("</s:Body>\n</s:Envelope>\n"));
  }

  private static byte[] utf8(StringBuilder xml) {
    return xml.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Characters, comments and CDATA sections of all kinds. */
  static String text(Random random) {
    return text(random, true);
  }

  private static String text(Random random, boolean characters) {
    return switch (random.nextInt(characters ? 7 : 3)) {
      case 0 -> "";
      case 1 -> "<!-- <no> & \u2014 element -->";
      case 2 -> "\n\t ";
      case 3 -> "<![CDATA[</b:e0> ]] & ]]>";
      case 4 -> "caf\u00e9 \u65e5\u672c \ud83d\ude00";
      case 5 -> "&amp;&#x1F600;&lt;";
      default -> "plain ]] ?> text";
    };
  }
}
