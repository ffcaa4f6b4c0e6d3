package org.dharch.core.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class ReasonTest {
  @TempDir Path folder;

  private static String reason(Executable fails) {
    return Reason.of(assertThrows(IOException.class, fails));
  }

  @Test
  void fileErrorsAreDescribedInWords() throws IOException {
    Path file = Files.write(folder.resolve("f"), new byte[] {(byte) 0xff});
    Path none = folder.resolve("none");
    assertEquals("'" + none + "' does not exist", reason(() -> Files.readString(none)));
    assertEquals("'" + file + "' is in the way", reason(() -> Files.createDirectory(file)));
    assertEquals("'" + file + "' is no folder", reason(() -> Files.newDirectoryStream(file)));
    assertEquals(
        "'" + folder + "' is a folder that is not empty", reason(() -> Files.delete(folder)));
    assertEquals("it must be text in UTF-8", reason(() -> Files.readString(file)));
    assertEquals("'x' may not be accessed", Reason.of(new AccessDeniedException("x")));
    assertEquals(
        "'x' cannot be used: No space left on device",
        Reason.of(new FileSystemException("x", null, "No space left on device")));
  }

  @Test
  void otherExceptionsKeepTheirMessage() {
    assertEquals("No space left on device", Reason.of(new IOException("No space left on device")));
    assertEquals(
        "it was closed, or its thread interrupted", Reason.of(new ClosedChannelException()));
    assertEquals("unexpected end", Reason.of(new EOFException()));
    assertEquals("unknown host 'x'", Reason.of(new UnknownHostException("x")));
    assertEquals("full", Reason.of(new UncheckedIOException(new IOException("full"))));
    assertEquals("unknown", Reason.of(new IOException()));
  }

  /** As libraries do that put the cause's text in their own. */
  @Test
  void javaClassNamesAreRemoved() {
    assertEquals("unexpected end", Reason.of(new IOException("java.io.EOFException")));
    assertEquals("socket timeout", Reason.of(new java.net.SocketTimeoutException()));
    assertEquals("timeout", Reason.of(new java.util.concurrent.TimeoutException()));
    assertEquals(
        "Connection reset",
        Reason.of(
            new IOException("java.io.IOException: java.net.SocketException: Connection reset")));
    assertEquals("see a.b.CException", Reason.of(new IOException("see a.b.CException")));
  }
}
