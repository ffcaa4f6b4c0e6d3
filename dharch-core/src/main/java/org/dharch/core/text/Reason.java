package org.dharch.core.text;

import java.io.EOFException;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Why something could not be done with a file or a connection, in words for an operator instead of
 * Java's names.
 */
public final class Reason {
  /** The text for a file or connection that ended early. */
  private static final String ENDED = "unexpected end";

  private static final Pattern NAMED =
      Pattern.compile(
          "(?:[a-z]\\w*\\.)+(?<name>[A-Z]\\w*?)??(?:Exception|Error)(?::\\s*(?<message>\\S.*))?",
          Pattern.DOTALL);

  private Reason() {}

  /** One line, as far as the exception has one; it names the file if the exception does. */
  public static String of(Exception error) {
    if (error instanceof FileSystemException e && e.getFile() != null) {
      return "'" + e.getFile() + "' " + what(e);
    }
    if (error instanceof CharacterCodingException) {
      return "it must be text in UTF-8";
    }
    if (error instanceof ClosedChannelException) {
      return "it was closed, or its thread interrupted";
    }
    if (error instanceof UncheckedIOException e) {
      return of(e.getCause());
    }
    if (error instanceof EOFException) {
      return ENDED;
    }
    if (error instanceof UnknownHostException) {
      return "unknown host '" + error.getMessage() + "'";
    }
    return inWords(error.getMessage() == null ? error.toString() : error.getMessage());
  }

  /** Removes the names of Java classes that precede or replace the text of some exceptions. */
  private static String inWords(String message) {
    Matcher named = NAMED.matcher(message);
    if (!named.matches()) {
      return message;
    }
    if (named.group("message") != null) {
      return inWords(named.group("message"));
    }
    return switch (named.group("name")) {
      case "EOF" -> ENDED;
      case "IO", "" -> "unknown";
      default ->
          named.group("name").replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    };
  }

  private static String what(FileSystemException error) {
    if (error instanceof NoSuchFileException) {
      return "does not exist";
    }
    if (error instanceof AccessDeniedException) {
      return "may not be accessed";
    }
    if (error instanceof FileAlreadyExistsException) {
      return "is in the way";
    }
    if (error instanceof NotDirectoryException) {
      return "is no folder";
    }
    if (error instanceof DirectoryNotEmptyException) {
      return "is a folder that is not empty";
    }
    return "cannot be used: " + (error.getReason() == null ? "unknown" : error.getReason());
  }
}
