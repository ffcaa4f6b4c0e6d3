package org.dharch.ws.security;

import static org.dharch.ws.security.SecurityFault.Code.FAILED_CHECK;
import static org.dharch.ws.security.SecurityFault.Code.INVALID_SECURITY;
import static org.dharch.ws.security.SecurityFault.Code.UNSUPPORTED_TOKEN;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import org.w3c.dom.Attr;
import org.w3c.dom.CharacterData;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * Checks the structure of one message's Security block before any computation: the kinds and
 * numbers of tokens, the algorithms, and references, which must point to a unique id in this
 * message. Decrypted content is checked when it appears. Use one instance for each message; not
 * thread-safe.
 */
final class SecurityShape {
  private static final int MOST_ELEMENTS = 4000;
  private static final int MOST_REFERENCES = 64;
  private static final int MOST_TEXT = 4096;

  /** For text with one or several certificates. */
  private static final int MOST_TOKEN_TEXT = 65_536;

  /** The maximum number of each token. */
  private static final Map<QName, Integer> TOKENS =
      Map.of(
          Names.TIMESTAMP,
          1,
          Names.USERNAME_TOKEN,
          1,
          Names.BINARY_TOKEN,
          8,
          Names.SIGNATURE,
          4,
          Names.ENCRYPTED_KEY,
          8,
          Names.ENCRYPTED_DATA,
          8,
          Names.REFERENCE_LIST,
          8,
          new QName(Names.WSSE11, "SignatureConfirmation"),
          4);

  private final Document document;
  private final TokenRules rules;
  private final Map<QName, Integer> seen = new HashMap<>();
  private final Set<Element> looked = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Element> unread = Collections.newSetFromMap(new IdentityHashMap<>());
  private Optional<Map<String, Named>> ids = Optional.empty();
  private boolean decrypts;
  private boolean malleable;
  private int elements;
  private int references;

  /** An element with an id, and the number of elements with that id. */
  private record Named(Element element, int count) {}

  SecurityShape(Document document, InSettings settings) {
    this.document = document;
    this.rules = new TokenRules(settings);
  }

  /** Checks all content before decryption. */
  void check(Element security) throws SecurityFault {
    for (Element token : DomEnvelope.children(security)) {
      token(token);
    }
  }

  /**
   * Checks one token just before its processing, after the content it refers to was decrypted. The
   * token itself may be decrypted content.
   */
  void ready(Element token) throws SecurityFault {
    if (decrypts) {
      ids = Optional.empty(); // there may be new ones now
    }
    decrypts = TokenRules.isEncryption(Names.of(token));
    if (!looked.contains(token)) {
      token(token);
    } else if (unread.remove(token)) {
      tree(token);
    }
    NodeList signed = token.getElementsByTagNameNS(Names.DS, "Reference");
    for (int i = 0; i < signed.getLength(); i++) {
      once(((Element) signed.item(i)).getAttributeNS(null, "URI").substring(1));
    }
  }

  /**
   * Returns the fault for the sender. After any decryption with a malleable cipher it is always the
   * same fault. Otherwise an attacker could recover the text by repeated requests.
   */
  SecurityFault told(SecurityFault fault) {
    return malleable ? new SecurityFault(FAILED_CHECK, fault.getMessage(), fault) : fault;
  }

  private void once(String id) throws SecurityFault {
    if (count(id) != 1) {
      throw new SecurityFault(FAILED_CHECK, "an id occurs " + count(id) + " times");
    }
  }

  private void token(Element token) throws SecurityFault {
    QName name = Names.of(token);
    Integer most = TOKENS.get(name);
    if (most == null || !rules.takes(name)) {
      throw new SecurityFault(UNSUPPORTED_TOKEN, "token " + name);
    }
    if (seen.merge(name, 1, Integer::sum) > most) {
      throw new SecurityFault(INVALID_SECURITY, "more than " + most + " of " + name);
    }
    looked.add(token);
    tree(token);
  }

  private void tree(Element root) throws SecurityFault {
    Deque<Element> open = new ArrayDeque<>();
    open.push(root);
    while (!open.isEmpty()) {
      Element element = open.pop();
      if (++elements > MOST_ELEMENTS) {
        throw new SecurityFault(INVALID_SECURITY, "more than " + MOST_ELEMENTS + " elements");
      }
      rules.check(element);
      text(element);
      reference(element);
      if (Names.is(element, Names.ENCRYPTED_DATA) && element != root) {
        unread.add(root);
      }
      malleable |= Algorithms.isMalleable(element.getAttributeNS(null, "Algorithm"));
      DomEnvelope.children(element).forEach(open::push);
    }
  }

  /**
   * Limits the text of all elements except cipher text; parsing a number of a million digits takes
   * seconds.
   */
  private static void text(Element element) throws SecurityFault {
    String name = element.getLocalName();
    int most = TokenRules.CERTIFICATES.contains(name) ? MOST_TOKEN_TEXT : MOST_TEXT;
    long length = 0;
    for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
      length += node instanceof CharacterData text ? text.getLength() : 0;
    }
    if (length > most && !name.equals("CipherValue")) {
      throw new SecurityFault(
          INVALID_SECURITY,
          name + " must have at most " + most + " characters (got " + length + ")");
    }
  }

  private void reference(Element element) throws SecurityFault {
    if (!element.hasAttributeNS(null, "URI")) {
      if (Names.is(element, TokenRules.SIGNED_REFERENCE)) {
        throw new SecurityFault(INVALID_SECURITY, "a reference without a target");
      }
      return;
    }
    if (++references > MOST_REFERENCES) {
      throw new SecurityFault(INVALID_SECURITY, "more than " + MOST_REFERENCES + " references");
    }
    String uri = element.getAttributeNS(null, "URI");
    if (uri.length() < 2 || uri.charAt(0) != '#' || uri.indexOf('(') >= 0) {
      throw new SecurityFault(INVALID_SECURITY, "a reference to another document");
    }
    String id = uri.substring(1);
    if (count(id) > 0 || !Names.is(element, TokenRules.SIGNED_REFERENCE)) {
      once(id); // signed content may still have to be decrypted
    }
    if (Names.is(element, TokenRules.DATA_REFERENCE)) {
      encrypted(id);
    }
  }

  private int count(String id) {
    return named(id).map(Named::count).orElse(0);
  }

  private Optional<Named> named(String id) {
    Map<String, Named> named = ids.orElseGet(this::walked);
    ids = Optional.of(named);
    return Optional.ofNullable(named.get(id));
  }

  private Map<String, Named> walked() {
    Map<String, Named> named = new HashMap<>();
    Deque<Element> open = new ArrayDeque<>();
    open.push(document.getDocumentElement());
    while (!open.isEmpty()) {
      Element element = open.pop();
      for (String id : idsOf(element)) {
        Named before = named.get(id);
        named.put(id, new Named(element, before == null ? 1 : before.count() + 1));
      }
      DomEnvelope.children(element).forEach(open::push);
    }
    return named;
  }

  /** Returns all values that a parser could treat as the element's id; each once. */
  private static Set<String> idsOf(Element element) {
    if (!element.hasAttributes()) {
      return Set.of();
    }
    Set<String> values = new HashSet<>();
    NamedNodeMap attributes = element.getAttributes();
    for (int i = 0; i < attributes.getLength(); i++) {
      Attr attribute = (Attr) attributes.item(i);
      String name = attribute.getLocalName();
      if (name != null && (name.equalsIgnoreCase("id") || name.equals("AssertionID"))) {
        values.add(attribute.getValue());
      }
    }
    return values;
  }

  /** Checks encrypted content as if it were in the Security block. */
  private void encrypted(String id) throws SecurityFault {
    Element data = named(id).orElseThrow().element();
    if (!Names.is(data, Names.ENCRYPTED_DATA)) {
      throw new SecurityFault(INVALID_SECURITY, "the referenced content is not encrypted");
    }
    if (looked.add(data)) {
      tree(data);
      firstOfItsParent(data);
    }
  }

  /** XMLCipher decrypts the first EncryptedData of the element with encrypted content. */
  private static void firstOfItsParent(Element data) throws SecurityFault {
    if (data.getParentNode() instanceof Element parent
        && parent.getElementsByTagNameNS(Names.XENC, "EncryptedData").item(0) != data
        && data.getAttributeNS(null, "Type").endsWith("#Content")) {
      throw new SecurityFault(INVALID_SECURITY, "encrypted content is mixed with other content");
    }
  }
}
