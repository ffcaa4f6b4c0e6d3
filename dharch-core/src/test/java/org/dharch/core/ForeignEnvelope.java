package org.dharch.core;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.dharch.testing.EnvelopeText;

/**
 * Writes envelopes as nobody here would: namespaces declared where they are used, or twice, or
 * nowhere needed; prefixes bound anew, SOAP's own among them; comments and instructions outside; a
 * byte order mark; US-ASCII.
 */
final class ForeignEnvelope {
  private static final String[] PREFIXES = {"", "s", "soap", "h", "b", "x"};
  private static final String[] OUTSIDE = {"", "\n", "<!-- <a> & -->\n", "<?pi <x/> ?>", "\r\n\t"};

  private final Random random;
  private final boolean ascii;
  private final StringBuilder xml = new StringBuilder();

  private ForeignEnvelope(Random random) {
    this.random = random;
    this.ascii = random.nextInt(4) == 0;
  }

  static byte[] bytes(Random random) {
    ForeignEnvelope envelope = new ForeignEnvelope(random);
    envelope.write(random.nextBoolean() ? EnvelopeText.NS11 : EnvelopeText.NS12);
    return envelope.xml.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void write(String soap) {
    String prefix = pick(PREFIXES);
    if (ascii) {
      xml.append("<?xml version=\"1.0\" encoding=")
          .append(pick("'US-ASCII'", "\"us-ascii\""))
          .append(" ?>");
    } else {
      xml.append(
          pick(
              "",
              "\ufeff",
              "<?xml version='1.0' encoding=\"utf-8\" standalone='yes'?>",
              "\ufeff<?xml version='1.0'?>"));
    }
    xml.append(pick(OUTSIDE)).append(pick(OUTSIDE).strip());
    start(prefix, "Envelope", declaration(prefix, soap) + unused(prefix), false);
    xml.append(pick(OUTSIDE));
    if (random.nextInt(4) > 0) {
      start(prefix, "Header", redeclared(prefix, soap), false);
      for (int i = random.nextInt(7); i > 0; i--) {
        String name = "h" + random.nextInt(3);
        element(Messages.HEADERS, name, " id='" + text("\u00fc") + "'", text());
      }
      end(prefix, "Header");
    }
    start(prefix, "Body", redeclared(prefix, soap), false);
    for (int i = random.nextInt(5); i > 0; i--) {
      xml.append(pick(OUTSIDE)).append(random.nextInt(4) == 0 ? text() : "");
      children("e" + i % 3);
    }
    end(prefix, "Body");
    xml.append(pick(OUTSIDE));
    end(prefix, "Envelope");
    xml.append(pick(OUTSIDE)).append(pick(OUTSIDE));
  }

  private void children(String name) {
    String prefix = pick(PREFIXES);
    start(prefix, name, declaration(prefix, Messages.BODY) + unused(prefix), false);
    xml.append(text());
    for (int i = random.nextInt(3); i > 0; i--) {
      element(Messages.BODY, "i", pick("", " a='1'", " xmlns:un='used'"), text());
    }
    xml.append(text());
    end(prefix, name);
  }

  private void element(String namespace, String name, String attributes, String content) {
    String prefix = pick(PREFIXES);
    boolean empty = random.nextInt(5) == 0;
    start(prefix, name, attributes + declaration(prefix, namespace), empty);
    if (!empty) {
      xml.append(content);
      end(prefix, name);
    }
    xml.append(pick(OUTSIDE));
  }

  private void start(String prefix, String name, String attributes, boolean empty) {
    xml.append('<').append(qualified(prefix, name)).append(attributes);
    xml.append(pick("", " ", "\n")).append(empty ? "/>" : ">");
  }

  private void end(String prefix, String name) {
    xml.append("</").append(qualified(prefix, name)).append(pick("", " ")).append('>');
  }

  private static String qualified(String prefix, String name) {
    return prefix.isEmpty() ? name : prefix + ":" + name;
  }

  private String declaration(String prefix, String namespace) {
    String quote = pick("'", "\"");
    return pick(" ", "\n\t")
        + (prefix.isEmpty() ? "xmlns" : "xmlns:" + prefix)
        + pick("=", " = ")
        + quote
        + namespace
        + quote;
  }

  private String redeclared(String prefix, String namespace) {
    return random.nextInt(3) == 0 ? declaration(prefix, namespace) : unused(prefix);
  }

  /** Something that what is inside binds anew, or never uses. */
  private String unused(String but) {
    String prefix = pick("h", "b", "x", "xsi");
    return prefix.equals(but) || random.nextBoolean()
        ? ""
        : declaration(prefix, "urn:no-" + prefix);
  }

  private String text() {
    return text(Messages.text(random));
  }

  private String text(String any) {
    if (!ascii) {
      return any;
    }
    StringBuilder plain = new StringBuilder();
    any.codePoints().forEach(c -> plain.appendCodePoint(c < 0x80 ? c : '?'));
    return plain.toString();
  }

  private String pick(String... from) {
    return from[random.nextInt(from.length)];
  }
}
