package org.dharch.cmanager.options;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The namespace of a group of managers and nodes; several may share one broker without contact. Its
 * destinations start with {@code dharchs.NAME.}, those of the unnamed namespace with {@code
 * dharch.}; all other code uses the latter. Namespaces separate groups but authenticate no client:
 * keys do that.
 *
 * @param name empty for the unnamed namespace
 */
public record NamespaceName(String name) {
  /** The prefix of destinations of all named namespaces. */
  public static final String ANY = "dharchs.*.";

  private static final String PLAIN = "dharch.";
  private static final String NAMED = "dharchs.";
  private static final Pattern HERE =
      Pattern.compile("((?:ActiveMQ\\.Advisory\\.[A-Za-z.]*\\.)?)dharchs\\.[A-Za-z0-9_-]+\\.(.*)");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{0,100}");

  /** The namespace without a name. */
  public static final NamespaceName NONE = new NamespaceName("");

  public NamespaceName {
    if (!NAME.matcher(name).matches()) {
      throw new CManagerException(
          "transport option namespace must be 1 to 100 letters, digits, '_' or '-' (got "
              + name
              + ")");
    }
  }

  /**
   * Returns the name of a destination in this namespace, given its name in the unnamed one; other
   * text is unchanged.
   */
  public String of(String plain) {
    if (name.isEmpty()) {
      return plain;
    }
    String prefix = NAMED + name + ".";
    return plain.startsWith(PLAIN)
        ? prefix + plain.substring(PLAIN.length())
        : plain.replace("." + PLAIN, "." + prefix);
  }

  /** Returns the name of a destination in {@code namespaces}: {@link #ANY}, or the unnamed one. */
  public static String named(String namespaces, String plain) {
    return namespaces.isEmpty() ? plain : namespaces + plain.substring(PLAIN.length());
  }

  /**
   * Returns the name of this destination in the unnamed namespace; wildcards and other text are
   * unchanged.
   */
  public static String plain(String physical) {
    Matcher form = HERE.matcher(physical);
    return form.matches() ? form.group(1) + PLAIN + form.group(2) : physical;
  }
}
