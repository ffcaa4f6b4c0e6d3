package org.dharch.handlers.axis2.tree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.axiom.om.OMAttribute;
import org.apache.axiom.om.OMComment;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMNamespace;
import org.apache.axiom.om.OMNode;
import org.apache.axiom.om.OMProcessingInstruction;
import org.apache.axiom.om.OMText;

/**
 * Finds the changes of a tree against its {@link Transcript}: the smallest elements that differ, as
 * {@link org.dharch.core.message.envelope.EnvelopeDiff} does, but without serializing. Both are
 * read in parallel, once. At a difference, the innermost open element counts as changed, and both
 * continue after its end. The root itself must be the same.
 *
 * <p>Names with their namespaces, attributes in any order, text, comments and processing
 * instructions count. Prefixes do not, but then the tree is not {@link #isExact}. {@link #isKnown}
 * is false if declarations have changed, since text may use a prefix: the tree is then serialized
 * and compared as bytes.
 */
final class TreeDiff {
  /** With more changed elements the whole body is as cheap. */
  private static final int MOST = 16;

  private final List<String> items;
  private final List<OMElement> open = new ArrayList<>();

  /** The number of changed elements at the start of each open element. */
  private int[] foundBefore = new int[16];

  private final List<OMElement> changed = new ArrayList<>(2);
  private int item;

  private int offset;

  private boolean isExact = true;
  private boolean isScopeTouched;
  private final boolean isKnown;

  private TreeDiff(Transcript record, OMElement root) {
    this.items = record.items();
    this.isKnown = !record.isIncomplete() && run(root) && !isScopeTouched;
  }

  /** Compares {@code record} and {@code root}. */
  static TreeDiff of(Transcript record, OMElement root) {
    return new TreeDiff(record, root);
  }

  /** Whether the changed elements are the only differences. */
  boolean isKnown() {
    return isKnown;
  }

  boolean isSame() {
    return isKnown && changed.isEmpty();
  }

  /** Whether all but the changed elements is also written as before. */
  boolean isExact() {
    return isKnown && isExact;
  }

  /**
   * The changed elements in their order, none inside another; each is at the place of its original.
   */
  List<OMElement> changed() {
    return changed;
  }

  private boolean run(OMElement root) {
    if (NodeKind.of(root) != NodeKind.ELEMENT || !isSameStart(root)) {
      return false;
    }
    open(root);
    OMNode node = root.getFirstOMChild();
    while (true) {
      if (node == null && isAt(Transcript.END)) {
        passed(1);
        OMElement ended = open.remove(open.size() - 1);
        if (open.isEmpty()) {
          return item == items.size();
        }
        node = ended.getNextOMSibling();
      } else if (node != null && isSame(node)) {
        node = next(node);
      } else if (open.size() == 1
          || changed.size() == MOST
          || (node != null && NodeKind.of(node) == NodeKind.OTHER)) {
        return false;
      } else {
        node = change();
      }
    }
  }

  private void open(OMElement element) {
    if (open.size() == foundBefore.length) {
      foundBefore = Arrays.copyOf(foundBefore, 2 * open.size());
    }
    foundBefore[open.size()] = changed.size();
    open.add(element);
  }

  /** The node after an unchanged one; an element has been opened. */
  private OMNode next(OMNode node) {
    boolean opened = open.get(open.size() - 1) == node;
    return opened ? ((OMElement) node).getFirstOMChild() : node.getNextOMSibling();
  }

  /** Marks the innermost open element as changed; returns the node after it. */
  private OMNode change() {
    int last = open.size() - 1;
    OMElement element = open.remove(last);
    while (changed.size() > foundBefore[last]) {
      changed.remove(changed.size() - 1);
    }
    changed.add(element);
    for (int depth = 0; depth >= 0; ) {
      switch (items.get(item)) {
        case Transcript.START -> {
          depth++;
          passed(lengthOfStart());
        }
        case Transcript.END -> {
          depth--;
          passed(1);
        }
        case Transcript.COMMENT, Transcript.TEXT -> passed(2);
        default -> passed(3);
      }
    }
    return element.getNextOMSibling();
  }

  private int lengthOfStart() {
    int at = item + 4;
    while (at < items.size()) {
      String next = items.get(at);
      if (next.equals(Transcript.DECLARED)) {
        at += 3;
      } else if (next.equals(Transcript.ATTRIBUTE)) {
        at += 5;
      } else {
        break;
      }
    }
    return at - item;
  }

  private void passed(int count) {
    item += count;
    offset = 0;
  }

  /** Whether the next item is of that kind, and all text before it was read. */
  private boolean isAt(String kind) {
    while (is(item, Transcript.TEXT) && items.get(item + 1).length() == offset) {
      passed(2);
    }
    return is(item, kind);
  }

  /** Skips what is the same; of an element its start tag. */
  private boolean isSame(OMNode node) {
    return switch (NodeKind.of(node)) {
      case ELEMENT -> isSameElement((OMElement) node);
      case TEXT -> isSameText((OMText) node);
      case COMMENT -> isSameItem(Transcript.COMMENT, ((OMComment) node).getValue());
      case PI -> {
        OMProcessingInstruction pi = (OMProcessingInstruction) node;
        yield isSameItem(Transcript.PI, pi.getTarget(), Transcript.some(pi.getValue()));
      }
      case OTHER -> false;
    };
  }

  private boolean isSameItem(String kind, String... fields) {
    if (!isAt(kind)) {
      return false;
    }
    for (int i = 0; i < fields.length; i++) {
      if (!items.get(item + 1 + i).equals(fields[i])) {
        return false;
      }
    }
    passed(1 + fields.length);
    return true;
  }

  private boolean isSameText(OMText node) {
    return !node.isBinary() && isSameText(node.getText());
  }

  /** The text may be split differently. */
  private boolean isSameText(String value) {
    for (int at = 0; at < value.length(); ) {
      if (!isAt(Transcript.TEXT)) {
        return false;
      }
      String piece = items.get(item + 1);
      if (at + offset == 0 && piece.equals(value)) {
        passed(2);
        return true;
      }
      int length = Math.min(piece.length() - offset, value.length() - at);
      if (!piece.regionMatches(offset, value, at, length)) {
        return false;
      }
      offset += length;
      at += length;
    }
    return true;
  }

  /**
   * False if the element is a different one; an element with other attributes is opened and marked.
   */
  private boolean isSameElement(OMElement element) {
    if (isSameStart(element)) {
      open(element);
      return true;
    }
    if (!isAt(Transcript.START)
        || !items.get(item + 1).equals(element.getLocalName())
        || !items.get(item + 2).equals(Transcript.some(element.getNamespaceURI()))) {
      return false;
    }
    boolean same = isSameTag(element);
    passed(lengthOfStart());
    open(element);
    return same;
  }

  /** Whether the start tag is written as before; skips it then. */
  private boolean isSameStart(OMElement element) {
    if (!isAt(Transcript.START)) {
      return false;
    }
    int at = item + 1;
    if (!is(at++, element.getLocalName())
        || !is(at++, Transcript.some(element.getNamespaceURI()))
        || !is(at++, Transcript.some(element.getPrefix()))) {
      return false;
    }
    for (Iterator<OMNamespace> i = element.getAllDeclaredNamespaces(); i.hasNext(); ) {
      OMNamespace namespace = i.next();
      if (!is(at++, Transcript.DECLARED)
          || !is(at++, Transcript.some(namespace.getPrefix()))
          || !is(at++, namespace.getNamespaceURI())) {
        return false;
      }
    }
    for (Iterator<OMAttribute> i = element.getAllAttributes(); i.hasNext(); ) {
      OMAttribute attribute = i.next();
      if (!is(at++, Transcript.ATTRIBUTE)
          || !is(at++, attribute.getLocalName())
          || !is(at++, Transcript.some(attribute.getNamespaceURI()))
          || !is(at++, Transcript.some(attribute.getPrefix()))
          || !is(at++, attribute.getAttributeValue())) {
        return false;
      }
    }
    if (is(at, Transcript.DECLARED) || is(at, Transcript.ATTRIBUTE)) {
      return false;
    }
    passed(at - item);
    return true;
  }

  private boolean is(int at, String value) {
    return at < items.size() && items.get(at).equals(value);
  }

  /** Whether two differently written start tags of one name mean the same. */
  private boolean isSameTag(OMElement element) {
    Map<String, String> declared = new HashMap<>();
    Map<String, String> attributes = new HashMap<>();
    int end = item + lengthOfStart();
    for (int at = item + 4; at < end; ) {
      if (items.get(at).equals(Transcript.DECLARED)) {
        declared.put(items.get(at + 1), items.get(at + 2));
        at += 3;
      } else {
        attributes.put(name(items.get(at + 2), items.get(at + 1)), items.get(at + 4));
        at += 5;
      }
    }
    Map<String, String> declaredNow = new HashMap<>();
    for (Iterator<OMNamespace> i = element.getAllDeclaredNamespaces(); i.hasNext(); ) {
      OMNamespace namespace = i.next();
      declaredNow.put(Transcript.some(namespace.getPrefix()), namespace.getNamespaceURI());
    }
    Map<String, String> attributesNow = new HashMap<>();
    for (Iterator<OMAttribute> i = element.getAllAttributes(); i.hasNext(); ) {
      OMAttribute attribute = i.next();
      String uri = Transcript.some(attribute.getNamespaceURI());
      attributesNow.put(name(uri, attribute.getLocalName()), attribute.getAttributeValue());
    }
    boolean same = attributes.equals(attributesNow);
    if (same) { // otherwise it is rewritten completely
      isExact = false;
      isScopeTouched |= !declared.equals(declaredNow);
    }
    return same;
  }

  private static String name(String uri, String localName) {
    return '{' + uri + '}' + localName;
  }
}
