package org.dharch.cli.base;

import java.util.List;
import java.util.stream.Collectors;

/** The errors of several inputs, each printed separately. */
public final class SeveralErrorsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Exception> errors;

  /**
   * @param errors at least one
   */
  public SeveralErrorsException(List<Exception> errors) {
    super(errors.stream().map(Throwable::getMessage).collect(Collectors.joining("\n")));
    this.errors = List.copyOf(errors);
    errors.forEach(this::addSuppressed);
  }

  List<Exception> errors() {
    return errors;
  }
}
