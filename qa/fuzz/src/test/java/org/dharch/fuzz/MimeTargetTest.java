package org.dharch.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Faults F2, F3, F11: CXF, SAAJ, Metro and Axis2 read an accepted request as the filter does. */
class MimeTargetTest {
  /**
   * How many of the four stacks, or of two without attachments, read the envelope; empty: it is
   * rejected.
   */
  @ParameterizedTest
  @CsvSource({
    "single11, 2",
    "single12, 2",
    "latin, 2",
    "utf16, 2",
    "declared-ascii, 2",
    "ascii, 4",
    "mark-utf8, 4",
    "swa, 4",
    "swa-blank, 4",
    "swa-folded, 4",
    "mtom, 4",
    "second-root, 4",
    "boundaries, ",
    "boundary-in-start, ",
    "bare-lf, ",
    "inner-boundary, ",
    "padded, ",
    "twice, ",
    "quoted-printable, ",
    "behind-the-root, ",
    "ascii-wide, ",
    "mark-latin, ",
  })
  void stacksReadAcceptedMessagesAlike(String name, Integer readers) throws IOException {
    byte[] request = Files.readAllBytes(Path.of("corpus/mime", name));
    assertEquals(Optional.ofNullable(readers), MimeTarget.accepted(request));
  }
}
