package org.dharch.cli.base;

import java.io.IOException;
import java.net.BindException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Optional;
import org.dharch.core.document.DocumentException;
import org.dharch.core.message.DHArchException;
import org.dharch.core.text.Reason;

/** Formats an exception as one line, or as a line for each problem of a document. */
public final class ErrorLines {
  private ErrorLines() {}

  public static List<String> of(Throwable error) {
    if (error instanceof SeveralErrorsException several) {
      return several.errors().stream().flatMap(each -> of(each).stream()).toList();
    }
    if (error instanceof DocumentException) {
      return error.getMessage().lines().toList();
    }
    return List.of(lineOf(error).replaceAll("\\s*\\R\\s*", " "));
  }

  private static String lineOf(Throwable error) {
    Optional<InvalidPathException> path = path(error);
    if (path.isPresent()) {
      return noPath(path.get());
    }
    if (error instanceof FileSystemException e) {
      return "file " + Reason.of(e);
    }
    if (error instanceof BindException) {
      return "cannot listen: " + error.getMessage();
    }
    if (error instanceof IOException e) { // including a container's faults
      return Reason.of(e);
    }
    boolean isOwn = error instanceof DHArchException || error instanceof IllegalArgumentException;
    if (isOwn && error.getMessage() != null) {
      return error.getMessage();
    }
    if (error.getCause() instanceof DHArchException cause) {
      return cause.getMessage();
    }
    return error.getMessage() == null ? error.getClass().getName() : error.toString();
  }

  private static Optional<InvalidPathException> path(Throwable error) {
    Throwable cause = error;
    while (cause != null && !(cause instanceof InvalidPathException)) {
      cause = cause.getCause();
    }
    return Optional.ofNullable((InvalidPathException) cause);
  }

  /** Java does not keep the path as given. */
  static String noPath(InvalidPathException error) {
    String encoding = System.getProperty("sun.jnu.encoding");
    if (encoding.equals("UTF-8") || !error.getReason().contains("unmappable")) {
      return "'" + error.getInput() + "' is no name of a file: " + error.getReason();
    }
    return "the name of a file has characters that are not in "
        + encoding
        + ", the encoding of this process's locale; LC_ALL=C.UTF-8 in the environment allows all";
  }
}
