package org.dharch.core.document;

import java.util.List;
import java.util.stream.Collectors;
import org.dharch.core.message.DHArchException;

/** A document that is wrong, with everything that is wrong in it at once. */
public final class DocumentException extends DHArchException {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  /**
   * One thing that is wrong.
   *
   * @param line from 1; 0 if unknown
   * @param column from 1; 0 if unknown
   * @param message what is wrong and what is allowed
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

  /** As {@link #DocumentException(String, List)}, with its cause. */
  public DocumentException(String source, List<Problem> problems, Throwable cause) {
    super(
        problems.stream()
            .map(p -> source + (p.line() > 0 ? ":" : ": ") + p)
            .collect(Collectors.joining("\n")),
        cause);
    this.problems = List.copyOf(problems);
  }

  /** Every problem, in document order. */
  public List<Problem> problems() {
    return problems;
  }
}
