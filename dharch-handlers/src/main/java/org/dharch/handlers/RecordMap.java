package org.dharch.handlers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.dharch.core.document.HandlerSettings;
import org.dharch.core.message.DHArchException;

/** The fields of a line, in order, with a separator or with fixed widths. Immutable. */
final class RecordMap {
  private static final String TAB = "\t";

  /** The escape of a tab in a parameter, because values are trimmed. */
  private static final String ESCAPED_TAB = "\\t";

  private static final Pattern BLANKS = Pattern.compile("\\s+");

  /** Blank lines before the first and after the last record. */
  private static final Pattern BLANK_LINES = Pattern.compile("\\A(?:[ \\t\\r]*\\n)+|\\n\\s*\\z");

  private final String separator; // empty for fixed widths
  private final int[] widths;
  private final List<RecordField> fields;

  private RecordMap(String separator, int[] widths, List<RecordField> fields) {
    this.separator = separator;
    this.widths = widths;
    this.fields = fields;
  }

  static RecordMap of(HandlerSettings settings) {
    Optional<String> separator =
        settings.text("separator").map(text -> text.equals(ESCAPED_TAB) ? TAB : text);
    Optional<String> columns = settings.text("columns");
    if (separator.isPresent() == columns.isPresent()) {
      throw new DHArchException(
          "exactly one of separator and columns must be set (got "
              + (columns.isPresent() ? "both" : "none")
              + ")");
    }
    List<RecordField> fields = new ArrayList<>();
    Set<String> names = new HashSet<>(Set.of("xmlns")); // not an attribute
    for (String field : BLANKS.split(settings.required("fields", RecordField.ALLOWED), -1)) {
      fields.add(RecordField.of(field));
      if (!names.add(fields.get(fields.size() - 1).name())) {
        throw HandlerSettings.wrong("fields", field, "unique names");
      }
    }
    int[] widths = columns.map(RecordMap::widths).orElse(new int[0]);
    if (columns.isPresent() && widths.length != fields.size()) {
      throw HandlerSettings.wrong(
          "columns", columns.get(), "one width for each of the fields, " + fields.size());
    }
    return new RecordMap(separator.orElse(""), widths, List.copyOf(fields));
  }

  private static int[] widths(String text) {
    if (!text.matches("[1-9][0-9]{0,4}(\\s+[1-9][0-9]{0,4})*")) {
      throw HandlerSettings.wrong("columns", text, "widths in characters, separated by blanks");
    }
    return Arrays.stream(BLANKS.split(text, -1)).mapToInt(Integer::parseInt).toArray();
  }

  /**
   * @throws DHArchException naming the invalid line and field
   */
  void writeRecords(String lines, RecordWriter out) {
    String text = separator.equals(TAB) ? BLANK_LINES.matcher(lines).replaceAll("") : lines.strip();
    int number = 0;
    for (int at = 0; at < text.length(); ) {
      int end = text.indexOf('\n', at);
      end = end < 0 ? text.length() : end;
      number++;
      try {
        out.write(fields, values(line(text.substring(at, end))));
      } catch (IllegalArgumentException e) {
        throw new DHArchException("records, line " + number + ": " + e.getMessage(), e);
      }
      at = end + 1;
    }
  }

  /** A tab at the end of a line precedes an empty field. */
  private String line(String text) {
    return separator.equals(TAB) ? text.replace("\r", "") : text.stripTrailing();
  }

  private List<String> values(String line) {
    List<String> cells = separator.isEmpty() ? columns(line) : separated(line);
    List<String> values = new ArrayList<>(fields.size());
    for (int i = 0; i < fields.size(); i++) {
      values.add(fields.get(i).value(cells.get(i)));
    }
    return values;
  }

  private List<String> separated(String line) {
    List<String> cells = new ArrayList<>(fields.size());
    int at = 0;
    for (int next = line.indexOf(separator); next >= 0; next = line.indexOf(separator, at)) {
      cells.add(line.substring(at, next));
      at = next + separator.length();
    }
    cells.add(line.substring(at));
    if (cells.size() != fields.size()) {
      throw new IllegalArgumentException(
          "must have " + fields.size() + " fields (got " + cells.size() + ")");
    }
    return cells;
  }

  private List<String> columns(String line) {
    int[] characters = line.codePoints().toArray();
    List<String> cells = new ArrayList<>(fields.size());
    int at = 0;
    for (int width : widths) {
      int end = Math.min(characters.length, at + width);
      int start = Math.min(at, end);
      cells.add(new String(characters, start, end - start).strip());
      at += width;
    }
    if (characters.length > at) {
      throw new IllegalArgumentException(
          "must have at most " + at + " characters (got " + characters.length + ")");
    }
    return cells;
  }
}
