package org.dharch.core.document;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.xmlbeans.XmlObject;
import org.dharch.core.document.DocumentException.Problem;

/**
 * Collects the errors of a document that its schema does not detect, so that all are reported
 * together.
 */
public final class DocumentProblems {
  private final List<Problem> problems = new ArrayList<>();

  /** Adds a problem at {@code place}. */
  public void add(XmlObject place, String message) {
    problems.add(XmlDocuments.problem(place, message));
  }

  public int count() {
    return problems.size();
  }

  /** Throws if there are problems. */
  public void throwIfAny(String source) {
    if (!problems.isEmpty()) {
      problems.sort(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column));
      throw new DocumentException(source, problems);
    }
  }
}
