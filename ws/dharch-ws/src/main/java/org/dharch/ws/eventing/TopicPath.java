package org.dharch.ws.eventing;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.dharch.core.text.Brief;

/** The topic of an event: a path such as {@code /sensor/california}. */
final class TopicPath {
  private static final int MAX_LENGTH = 1_024;
  private static final Pattern PATH = Pattern.compile("(/[\\p{L}\\p{N}._~:-]{1,128}){1,32}");

  private TopicPath() {}

  static boolean isValid(String path) {
    return path.length() <= MAX_LENGTH && PATH.matcher(path).matches();
  }

  /**
   * @throws IllegalArgumentException if the path is invalid
   */
  static String require(String path) {
    if (!isValid(path)) {
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
  static List<String> selfAndAncestors(String path) {
    List<String> all = new ArrayList<>(4);
    for (int end = path.length(); end > 0; end = path.lastIndexOf('/', end - 1)) {
      all.add(path.substring(0, end));
    }
    return all;
  }
}
