package org.dharch.core.message.envelope;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Writes a {@link Tree}, each time in another of the many ways that mean the same. */
final class TreeWriter {
  private static final String[] PREFIXES = {"p", "q", "s", "\u00fc"};

  private static final Map<Integer, String> NAMED =
      Map.of(
          (int) '<',
          "&lt;",
          (int) '>',
          "&gt;",
          (int) '&',
          "&amp;",
          (int) '"',
          "&quot;",
          (int) '\'',
          "&apos;");

  private final RandomGenerator r;
  private final StringBuilder out = new StringBuilder();
  private final Set<String> used = new HashSet<>(); // the prefixes in the current tag

  TreeWriter(RandomGenerator r) {
    this.r = r;
  }

  String write(Tree tree, Map<String, String> scope) {
    element(tree, scope);
    return out.toString();
  }

  private void element(Tree tree, Map<String, String> around) {
    Map<String, String> scope = new HashMap<>(around);
    StringBuilder tag = new StringBuilder();
    used.clear();
    Map<String, String> own = new HashMap<>();
    String prefix = prefix(tree.uri, false, scope, own);
    tree.attributes.forEach(
        (name, value) -> {
          int brace = name.indexOf('}');
          String p = prefix(name.substring(1, brace), true, scope, own);
          tag.append(space(true)).append(qualified(p, name.substring(brace + 1)));
          tag.append(space(false)).append('=').append(space(false)).append(quoted(value));
        });
    own.forEach(
        (p, uri) ->
            tag.insert(
                0, space(true) + (p.isEmpty() ? "xmlns" : "xmlns:" + p) + "=" + quoted(uri)));
    String name = qualified(prefix, tree.local);
    out.append('<').append(name).append(tag).append(space(false));
    if (tree.children.isEmpty() && r.nextBoolean()) {
      out.append("/>");
      return;
    }
    out.append('>');
    for (Object child : tree.children) {
      if (child instanceof Tree t) {
        element(t, scope);
      } else if (child instanceof Tree.CommentText c) {
        out.append("<!--").append(c.text()).append("-->");
      } else {
        text((String) child);
      }
    }
    out.append("</").append(name).append(space(false)).append('>');
  }

  /** Returns a prefix for {@code uri}, and binds one if necessary. */
  private String prefix(
      String uri, boolean attribute, Map<String, String> scope, Map<String, String> own) {
    if (uri.isEmpty()) {
      if (!attribute && !scope.getOrDefault("", "").isEmpty()) {
        bind("", "", scope, own);
      }
      return "";
    }
    if (r.nextInt(4) > 0) {
      for (Map.Entry<String, String> bound : scope.entrySet()) {
        if (bound.getValue().equals(uri) && !(attribute && bound.getKey().isEmpty())) {
          used.add(bound.getKey());
          return bound.getKey();
        }
      }
    }
    for (int tries = 0; ; tries++) {
      String prefix =
          !attribute && r.nextInt(4) == 0
              ? ""
              : tries < 4 ? Tree.pick(r, PREFIXES) : "p" + own.size() + "_" + tries;
      if (used.add(prefix)) { // what this tag uses already keeps its meaning
        bind(prefix, uri, scope, own);
        return prefix;
      }
    }
  }

  private static void bind(
      String prefix, String uri, Map<String, String> scope, Map<String, String> own) {
    scope.put(prefix, uri);
    own.put(prefix, uri);
  }

  private static String qualified(String prefix, String local) {
    return prefix.isEmpty() ? local : prefix + ":" + local;
  }

  private String space(boolean atLeastOne) {
    return atLeastOne ? (r.nextInt(4) == 0 ? "\n " : " ") : r.nextInt(4) == 0 ? " " : "";
  }

  private String quoted(String value) {
    char quote = r.nextBoolean() ? '"' : '\'';
    StringBuilder text = new StringBuilder().append(quote);
    value
        .codePoints()
        .forEach(
            c -> {
              if (c == '<' || c == '&' || c == quote || c < ' ') {
                text.append(reference(c));
              } else {
                text.appendCodePoint(c);
              }
            });
    return text.append(quote).toString();
  }

  private void text(String value) {
    if (r.nextInt(3) == 0 && !value.contains("]]>")) {
      out.append("<![CDATA[").append(value).append("]]>");
      return;
    }
    value
        .codePoints()
        .forEach(
            c -> {
              if (c == '<' || c == '&' || c == '>' || r.nextInt(8) == 0) {
                out.append(reference(c));
              } else {
                out.appendCodePoint(c);
              }
            });
  }

  private String reference(int c) {
    if (r.nextBoolean() && NAMED.containsKey(c)) {
      return NAMED.get(c);
    }
    return r.nextBoolean() ? "&#" + c + ";" : "&#x" + Integer.toHexString(c) + ";";
  }
}
