package org.dharch.ws.eventing;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.dharch.core.text.Brief;

/** The topic of an event, as a path such as {@code /sensor/california}. Stateless. */
final class TopicPath {
  private static final int MAX_LENGTH = 1_024;
  private static final Pattern PATH = Pattern.compile("(/[\\p{L}\\p{N}._~:-]{1,128}){1,32}");

  private TopicPath() {}

  /** Whether the text is a topic path. */
  static boolean is(String path) {
    return path.length() <= MAX_LENGTH && PATH.matcher(path).matches();
  }

  /**
   * Returns the path.
   *
   * @throws IllegalArgumentException if it is not a topic path
   */
  static String checked(String path) {
    if (!is(path)) {
      throw new IllegalArgumentException(
          "a topic must consist of 1 to 32 names of letters, digits and ._~:- with a slash"
              + " before each, at most "
              + MAX_LENGTH
              + " characters (got '"
              + Brief.of(path)
              + "')");
    }
    return path;
  }

  /** Returns the topic and its ancestors, starting with the topic. */
  static List<String> upwards(String path) {
    List<String> all = new ArrayList<>(4);
    for (int end = path.length(); end > 0; end = path.lastIndexOf('/', end - 1)) {
      all.add(path.substring(0, end));
    }
    return all;
  }
}
