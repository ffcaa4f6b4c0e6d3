package org.dharch.core.document;

import java.util.List;
import java.util.stream.Collectors;
import org.dharch.core.message.DHArchException;

/** Thrown for an invalid document, with all its problems. */
public final class DocumentException extends DHArchException {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  /**
   * One problem.
   *
   * @param line from 1; 0 if unknown
   * @param column from 1; 0 if unknown
   * @param message the problem and the allowed values
   */
  public record Problem(int line, int column, String message) {
    @Override
    public String toString() {
      return (line > 0 ? line + ":" + column + ": " : "") + message;
    }
  }

  public DocumentException(String source, List<Problem> problems) {
    this(source, problems, null);
  }

  public DocumentException(String source, List<Problem> problems, Throwable cause) {
    super(
        problems.stream()
            .map(p -> source + (p.line() > 0 ? ":" : ": ") + p)
            .collect(Collectors.joining("\n")),
        cause);
    this.problems = List.copyOf(problems);
  }

  /** The problems in document order. */
  public List<Problem> problems() {
    return problems;
  }
}
