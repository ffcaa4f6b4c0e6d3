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
 * Checks the structure of one message's Security block before any computation: tokens, algorithms
 * and references, which must point to a unique id in this message. Checks decrypted content when it
 * appears. Use one instance for each message; not thread-safe.
 */
final class SecurityShape {
  private static final int MAX_ELEMENTS = 4000;
  private static final int MAX_REFERENCES = 64;
  private static final int MAX_TEXT = 4096;

  /** For text with certificates. */
  private static final int MAX_TOKEN_TEXT = 65_536;

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
  private final Map<QName, Integer> counts = new HashMap<>();
  private final Set<Element> checked = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Element> uncheckedContent = Collections.newSetFromMap(new IdentityHashMap<>());
  private Optional<Map<String, Named>> ids = Optional.empty();
  private boolean decrypts;
  private boolean malleable;
  private int elements;
  private int references;

  private record Named(Element element, int count) {}

  SecurityShape(Document document, InSettings settings) {
    this.document = document;
    this.rules = new TokenRules(settings);
  }

  void check(Element security) throws SecurityFault {
    for (Element token : DomEnvelope.children(security)) {
      checkToken(token);
    }
  }

  /**
   * Checks one token just before its processing, after the content that it refers to was decrypted.
   */
  void checkBeforeProcessing(Element token) throws SecurityFault {
    if (decrypts) {
      ids = Optional.empty(); // there may be new ones
    }
    decrypts = TokenRules.isEncryption(Names.of(token));
    if (!checked.contains(token)) {
      checkToken(token);
    } else if (uncheckedContent.remove(token)) {
      checkTree(token);
    }
    NodeList signed = token.getElementsByTagNameNS(Names.DS, "Reference");
    for (int i = 0; i < signed.getLength(); i++) {
      requireUnique(((Element) signed.item(i)).getAttributeNS(null, "URI").substring(1));
    }
  }

  /**
   * Returns the fault for the sender. It is always the same after decryption with a malleable
   * cipher, because different faults would reveal the text to repeated requests.
   */
  SecurityFault faultForSender(SecurityFault fault) {
    return malleable ? new SecurityFault(FAILED_CHECK, fault.getMessage(), fault) : fault;
  }

  private void requireUnique(String id) throws SecurityFault {
    if (count(id) != 1) {
      throw new SecurityFault(FAILED_CHECK, "an id occurs " + count(id) + " times");
    }
  }

  private void checkToken(Element token) throws SecurityFault {
    QName name = Names.of(token);
    Integer max = TOKENS.get(name);
    if (max == null || !rules.supports(name)) {
      throw new SecurityFault(UNSUPPORTED_TOKEN, "token " + name);
    }
    if (counts.merge(name, 1, Integer::sum) > max) {
      throw new SecurityFault(INVALID_SECURITY, "more than " + max + " of " + name);
    }
    checked.add(token);
    checkTree(token);
  }

  private void checkTree(Element root) throws SecurityFault {
    Deque<Element> open = new ArrayDeque<>();
    open.push(root);
    while (!open.isEmpty()) {
      Element element = open.pop();
      if (++elements > MAX_ELEMENTS) {
        throw new SecurityFault(INVALID_SECURITY, "more than " + MAX_ELEMENTS + " elements");
      }
      rules.check(element);
      checkText(element);
      checkReference(element);
      if (Names.is(element, Names.ENCRYPTED_DATA) && element != root) {
        uncheckedContent.add(root);
      }
      malleable |= Algorithms.isMalleable(element.getAttributeNS(null, "Algorithm"));
      DomEnvelope.children(element).forEach(open::push);
    }
    if (Names.is(root, Names.USERNAME_TOKEN) && !uncheckedContent.contains(root)) {
      rules.checkUser(root);
    }
  }

  /** Limits the text of all elements except cipher text, because parsing long numbers is slow. */
  private static void checkText(Element element) throws SecurityFault {
    String name = element.getLocalName();
    int max = TokenRules.CERTIFICATES.contains(name) ? MAX_TOKEN_TEXT : MAX_TEXT;
    long length = 0;
    for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
      length += node instanceof CharacterData text ? text.getLength() : 0;
    }
    if (length > max && !name.equals("CipherValue")) {
      throw new SecurityFault(
          INVALID_SECURITY,
          name + " must have at most " + max + " characters (got " + length + ")");
    }
  }

  private void checkReference(Element element) throws SecurityFault {
    if (!element.hasAttributeNS(null, "URI")) {
      if (Names.is(element, TokenRules.SIGNED_REFERENCE)) {
        throw new SecurityFault(INVALID_SECURITY, "a reference without a target");
      }
      return;
    }
    if (++references > MAX_REFERENCES) {
      throw new SecurityFault(INVALID_SECURITY, "more than " + MAX_REFERENCES + " references");
    }
    String uri = element.getAttributeNS(null, "URI");
    if (uri.length() < 2 || uri.charAt(0) != '#' || uri.indexOf('(') >= 0) {
      throw new SecurityFault(INVALID_SECURITY, "a reference to another document");
    }
    String id = uri.substring(1);
    if (count(id) > 0 || !Names.is(element, TokenRules.SIGNED_REFERENCE)) {
      requireUnique(id); // signed content may still have to be decrypted
    }
    if (Names.is(element, TokenRules.DATA_REFERENCE)) {
      checkEncrypted(id);
    }
  }

  private int count(String id) {
    return named(id).map(Named::count).orElse(0);
  }

  private Optional<Named> named(String id) {
    Map<String, Named> named = ids.orElseGet(this::collectIds);
    ids = Optional.of(named);
    return Optional.ofNullable(named.get(id));
  }

  private Map<String, Named> collectIds() {
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

  /** Returns the distinct values that a parser could treat as the element's id. */
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
  private void checkEncrypted(String id) throws SecurityFault {
    Element data = named(id).orElseThrow().element();
    if (!Names.is(data, Names.ENCRYPTED_DATA)) {
      throw new SecurityFault(INVALID_SECURITY, "the referenced content is not encrypted");
    }
    if (checked.add(data)) {
      checkTree(data);
      requireFirstInParent(data);
    }
  }

  /** XMLCipher decrypts the first EncryptedData of the parent. */
  private static void requireFirstInParent(Element data) throws SecurityFault {
    if (data.getParentNode() instanceof Element parent
        && parent.getElementsByTagNameNS(Names.XENC, "EncryptedData").item(0) != data
        && data.getAttributeNS(null, "Type").endsWith("#Content")) {
      throw new SecurityFault(INVALID_SECURITY, "encrypted content is mixed with other content");
    }
  }
}
