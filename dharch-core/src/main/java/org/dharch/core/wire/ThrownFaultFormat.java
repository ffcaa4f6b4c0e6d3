package org.dharch.core.wire;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.ThrownFault;
import org.dharch.core.message.xml.NamespaceScope;
import org.dharch.core.message.xml.XmlScanner;
import org.dharch.core.message.xml.XmlScanner.Token;
import org.dharch.core.wire.bytes.PropertiesFormat;
import org.dharch.core.wire.bytes.WireBound;
import org.dharch.core.wire.bytes.WireReader;
import org.dharch.core.wire.bytes.WireWriter;

/**
 * A handler's SOAP fault as bytes, in a result and in a message's progress, in the types of {@link
 * WireWriter}:
 *
 * <pre>
 *  field            type                                            bound
 *  code             name, then text: its prefix
 *  subcodes         list of (name, text)                            maxFaultItems, 64
 *  reasons          list of (text: the language, text)              maxFaultItems, 64
 *  node, role       text text                                       maxPayloadBytes
 *  detail           list of text: one element                       maxFaultItems, 64
 *  headers          list of text: one element                       maxFaultItems, 64
 *  properties       {@link PropertiesFormat}                                maxProperties, maxPropertyBytes
 * </pre>
 *
 * Reading checks every length and value, and that each element is well-formed. Safe for any thread.
 */
public final class ThrownFaultFormat {
  private static final WireBound ITEMS = new WireBound("maxFaultItems", 64);
  private static final int PER_ITEM = 64;

  /** One character in UTF-8. */
  private static final long PER_CHAR = 3;

  private final Limits limits;
  private final WireBound bytes;
  private final PropertiesFormat properties;

  /** Reads and writes within these bounds. */
  public ThrownFaultFormat(Limits limits) {
    this.limits = limits;
    this.bytes = new WireBound("maxPayloadBytes", limits.maxPayloadBytes());
    this.properties = new PropertiesFormat(limits);
  }

  /** About how many bytes it takes: never fewer than on the wire. */
  static long size(ThrownFault fault) {
    long size = PER_ITEM + size(fault.code()) + PER_CHAR * fault.node().length();
    size += PER_CHAR * fault.role().length();
    for (QName code : fault.subcodes()) {
      size += size(code);
    }
    for (ThrownFault.Reason reason : fault.reasons()) {
      size += PER_ITEM + PER_CHAR * (reason.language().length() + reason.text().length());
    }
    for (List<String> elements : List.of(fault.detail(), fault.headers())) {
      for (String element : elements) {
        size += Integer.BYTES + PER_CHAR * element.length();
      }
    }
    for (Map.Entry<String, Object> property : fault.properties().asMap().entrySet()) {
      size += HandlerResult.size(property);
    }
    return size;
  }

  private static long size(QName name) {
    int chars = name.getNamespaceURI().length() + name.getLocalPart().length();
    return PER_ITEM + PER_CHAR * (chars + name.getPrefix().length());
  }

  /**
   * Checks that {@code fault} can be written and read.
   *
   * @throws MalformedMessageException if it is past a limit, or an element of it is not well-formed
   */
  public void check(ThrownFault fault) {
    write(new WireWriter((int) Math.min(size(fault), bytes.most())), fault);
    fault.detail().forEach(xml -> element("fault detail", xml));
    fault.headers().forEach(xml -> element("fault header", xml));
  }

  /**
   * Writes {@code fault}.
   *
   * @throws MalformedMessageException if it is past a limit
   */
  public void write(WireWriter out, ThrownFault fault) {
    code(out, fault.code());
    out.list("subcodes", fault.subcodes(), ITEMS, ThrownFaultFormat::code);
    out.list(
        "reasons",
        fault.reasons(),
        ITEMS,
        (o, r) -> o.text("language", r.language(), bytes).text("reason", r.text(), bytes));
    out.text("node", fault.node(), bytes).text("role", fault.role(), bytes);
    out.list("detail", fault.detail(), ITEMS, (o, xml) -> o.text("detail", xml, bytes));
    out.list("headers", fault.headers(), ITEMS, (o, xml) -> o.text("header", xml, bytes));
    properties.write(out, fault.properties().asMap());
  }

  private static void code(WireWriter out, QName code) {
    out.name("code", code).text("prefix", code.getPrefix(), WireBound.NONE);
  }

  /**
   * Reads the next fault.
   *
   * @throws MalformedMessageException if it is malformed, or exceeds a limit; invalid values may
   *     also cause an {@link IllegalArgumentException}
   */
  public ThrownFault read(WireReader in) {
    return new ThrownFault(
        code(in),
        in.list("subcodes", ITEMS, ThrownFaultFormat::code),
        in.list(
            "reasons",
            ITEMS,
            r -> new ThrownFault.Reason(r.text("language", bytes), r.text("reason", bytes))),
        in.text("node", bytes),
        in.text("role", bytes),
        in.list("detail", ITEMS, r -> element("fault detail", r.text("detail", bytes))),
        in.list("headers", ITEMS, r -> element("fault header", r.text("header", bytes))),
        properties.read(in));
  }

  private static QName code(WireReader in) {
    QName name = in.name("code");
    return new QName(
        name.getNamespaceURI(), name.getLocalPart(), in.text("prefix", WireBound.NONE));
  }

  /** Returns {@code xml}, which is one well-formed element and nothing else. */
  private String element(String what, String xml) {
    byte[] utf8 = xml.getBytes(StandardCharsets.UTF_8);
    XmlScanner scanner =
        new XmlScanner(what, utf8, 0, utf8.length, NamespaceScope.empty(), 0, limits);
    int elements = 0;
    for (Token token = scanner.next(); token != Token.EOF; token = scanner.next()) {
      boolean outermost = scanner.depth() == (token == Token.START ? 1 : 0);
      boolean begins = token == Token.START || token == Token.EMPTY;
      elements += outermost && begins ? 1 : 0;
      if (token == Token.PI || elements != 1 || (outermost && !begins && token != Token.END)) {
        throw scanner.error(scanner.start(), what + " must be one element");
      }
    }
    if (elements != 1) {
      throw new MalformedMessageException(what + " must be one element (got none)");
    }
    return xml;
  }
}
