package org.dharch.core.message.envelope;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.ThrownFault;
import org.dharch.core.message.envelope.EnvelopeLayout.Block;
import org.dharch.core.message.xml.NamespaceScope;
import org.dharch.core.message.xml.ResolvedText;
import org.dharch.core.message.xml.StartTag.Attribute;
import org.dharch.core.message.xml.XmlScanner;
import org.dharch.core.message.xml.XmlScanner.Token;

/** Reads the SOAP fault in an envelope that a handler's framework has written. */
public final class FaultReader {
  /** How many elements are open around the elements of a fault. */
  private static final int IN_FAULT = 2;

  private final EnvelopeLayout layout;
  private final Limits limits;
  private final XmlScanner scanner;
  private final List<QName> codes = new ArrayList<>();
  private final List<ThrownFault.Reason> reasons = new ArrayList<>();
  private final List<String> detail = new ArrayList<>();
  private String node = "";
  private String role = "";

  private FaultReader(EnvelopeLayout layout, Limits limits) {
    this.layout = layout;
    this.limits = limits;
    this.scanner = layout.bodyScanner();
  }

  /**
   * The fault in {@code envelope}, without properties.
   *
   * @throws MalformedMessageException if it is no envelope with a fault
   */
  public static ThrownFault read(byte[] envelope, Limits limits) {
    return new FaultReader(EnvelopeScanner.scan(envelope, limits), limits).read();
  }

  private ThrownFault read() {
    boolean isDetail = false;
    for (Token token = scanner.next();
        token != Token.EOF && !(token == Token.END && scanner.depth() == 0);
        token = scanner.next()) {
      if (token == Token.START || token == Token.EMPTY) {
        int around = token == Token.EMPTY ? scanner.depth() : scanner.depth() - 1;
        String name = scanner.name().getLocalPart();
        if (around <= IN_FAULT) {
          isDetail = name.equalsIgnoreCase("detail");
        }
        if (isDetail && around > IN_FAULT) {
          detail.add(element(token));
        } else {
          read(name, token);
        }
      }
    }
    if (codes.isEmpty()) {
      throw new MalformedMessageException("the envelope must hold a SOAP fault with a code");
    }
    List<String> headers = new ArrayList<>();
    for (Block block : layout.blocks()) {
      headers.add(alone(block.start(), block.end(), layout.headerScope()));
    }
    return new ThrownFault(
        codes.get(0),
        codes.subList(1, codes.size()),
        reasons,
        node,
        role,
        detail,
        headers,
        MessageProperties.empty());
  }

  private void read(String name, Token token) {
    switch (name) {
      case "faultcode", "Value" -> {
        Map<String, String> scope = scanner.scope().bindings(scanner.scope().size());
        codes.add(name(text(token).strip(), scope));
      }
      case "faultstring", "Text" -> {
        String language = language();
        reasons.add(new ThrownFault.Reason(language, text(token)));
      }
      case "faultactor", "Role" -> role = text(token);
      case "Node" -> node = text(token);
      default -> {} // it has only elements
    }
  }

  /** The name that {@code text} is; without a namespace if its prefix is not bound. */
  private static QName name(String text, Map<String, String> scope) {
    int colon = text.indexOf(':');
    String uri = colon < 0 ? null : scope.get(text.substring(0, colon));
    return uri == null
        ? new QName(text)
        : new QName(uri, text.substring(colon + 1), text.substring(0, colon));
  }

  private String language() {
    for (int i = 0; i < scanner.attributeCount(); i++) {
      Attribute attribute = scanner.attribute(i);
      if (attribute.hasPrefix()
          && scanner.text(attribute.start, attribute.end).equals("xml:lang")) {
        return ResolvedText.attribute(scanner.bytes(), attribute.valueStart, attribute.valueEnd);
      }
    }
    return "";
  }

  private String text(Token token) {
    StringBuilder text = new StringBuilder();
    if (token == Token.START) {
      int depth = scanner.depth();
      while (scanner.depth() >= depth) {
        Token next = scanner.next();
        if (next == Token.TEXT || next == Token.CDATA) {
          text.append(ResolvedText.run(scanner.bytes(), scanner.start(), scanner.end()));
        }
      }
    }
    return text.toString();
  }

  private String element(Token token) {
    int start = scanner.start();
    NamespaceScope around = scanner.scope().copy(scanner.scopeAround());
    if (token == Token.START) {
      int depth = scanner.depth();
      while (scanner.depth() >= depth) {
        scanner.next();
      }
    }
    return alone(start, scanner.end(), around);
  }

  private String alone(int from, int to, NamespaceScope around) {
    return new String(Envelopes.alone(layout, from, to, around, limits), StandardCharsets.UTF_8);
  }
}
