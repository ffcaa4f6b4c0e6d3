package org.dharch.core.message.envelope;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.namespace.QName;
import org.dharch.core.message.xml.NamespaceScope;
import org.dharch.core.message.xml.ResolvedText;
import org.dharch.core.message.xml.StartTag.Attribute;
import org.dharch.core.message.xml.TextPrefixes;
import org.dharch.core.message.xml.XmlScanner;

/**
 * Compares the namespaces of the prefixes that texts and attribute values use, in two documents
 * that are read in parallel. Looks at the content only where the scopes differ. Not thread-safe.
 */
final class ContentBindings {
  /** An element that is open in both: the sizes of the scopes inside it. */
  private record Level(boolean differs, int old, int now) {}

  private final NamespaceScope old;
  private final NamespaceScope now;
  private final List<Level> levels = new ArrayList<>();

  ContentBindings(InfosetCursor old, InfosetCursor now) {
    this.old = old.scanner().scope();
    this.now = now.scanner().scope();
    boolean differs = !this.old.covers(this.now) || !this.now.covers(this.old);
    levels.add(new Level(differs, this.old.size(), this.now.size()));
  }

  /** Opens an element whose start tags were just read; whether its attribute values are equal. */
  boolean start(XmlScanner one, XmlScanner two) {
    boolean differs = last().differs || !declared(one).equals(declared(two));
    levels.add(new Level(differs, old.size(), now.size()));
    return !differs || values(two).stream().allMatch(this::isSame);
  }

  /** Whether the text that was just read, equal in both, means the same. */
  boolean text(InfosetCursor text) {
    return !last().differs
        || TextPrefixes.ofText(ResolvedText.run(text.scanner().bytes(), text.start(), text.end()))
            .stream()
            .allMatch(this::isSame);
  }

  /** Closes all but the outermost {@code count} elements. */
  void close(int count) {
    levels.subList(count + 1, levels.size()).clear();
  }

  private Level last() {
    return levels.get(levels.size() - 1);
  }

  private boolean isSame(String prefix) {
    Level level = last();
    String namespace = now.lookup(prefix, level.now);
    // XML cannot remove the declaration of a prefix inside
    return namespace == null || namespace.equals(old.lookup(prefix, level.old));
  }

  /** The prefixes that the attribute values of {@code tag} use. */
  static Set<String> values(XmlScanner tag) {
    Set<String> used = new TreeSet<>();
    for (int i = 0; i < tag.attributeCount(); i++) {
      Attribute a = tag.attribute(i);
      if (!a.declaration) {
        used.addAll(
            TextPrefixes.ofAttribute(
                new QName(a.uri, tag.text(a.localStart, a.end)).toString(),
                ResolvedText.attribute(tag.bytes(), a.valueStart, a.valueEnd)));
      }
    }
    return used;
  }

  private static Map<String, String> declared(XmlScanner tag) {
    Map<String, String> declared = Map.of();
    for (int i = 0; i < tag.attributeCount(); i++) {
      Attribute a = tag.attribute(i);
      if (a.declaration) {
        declared = declared.isEmpty() ? new HashMap<>() : declared;
        declared.put(
            tag.text(a.start, a.end),
            ResolvedText.attribute(tag.bytes(), a.valueStart, a.valueEnd));
      }
    }
    return declared;
  }
}
