package org.dharch.handlers;

import static org.dharch.handlers.Handled.message;
import static org.dharch.handlers.Handled.ready;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.dharch.core.message.DHArchException;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines of the log, whatever is in the message. */
final class LoggerTest {
  @TempDir Path folder;

  private String file() {
    return folder.resolve("new/messages.log").toString();
  }

  private List<String> lines() throws Exception {
    return Files.readAllLines(Path.of(file()));
  }

  @Test
  void messageIsOneLineRegardlessOfItsContent() throws Exception {
    Logger logger = ready(new Logger(), "file", file(), "fields", "service action client bytes");
    byte[] envelope = Utf8.bytes(EnvelopeText.SOAP11.of("<a/>"));
    logger.handle(
        message(
            envelope,
            "dharch.service",
            "Ümlaut",
            "dharch.soap.action",
            "x\"\n{\"service\":\"forged\"}\r\u2028\u202E\uD83D\uDE00\uD800\\",
            "REMOTE_ADDR",
            "y".repeat(2000)));
    logger.close();
    assertEquals(
        List.of(
            "{\"service\":\"Ümlaut\",\"action\":\"x\\\"\\u000a{\\\"service\\\":\\\"forged\\\"}\\u000d"
                + "\\u2028\\u202e\uD83D\uDE00\\ud800\\\\\",\"client\":\""
                + "y".repeat(1024)
                + "…\",\"bytes\":"
                + envelope.length
                + "}"),
        lines());
  }

  @Test
  void redactedPartsAreOmitted() throws Exception {
    Logger logger =
        ready(
            new Logger(),
            "file",
            file(),
            "fields",
            "envelope",
            "leaveOut",
            "header/{urn:w}Security body/{urn:o}order/{urn:o}pin //{urn:o}card");
    String envelope =
        EnvelopeText.SOAP12
            .with("o", "urn:o")
            .of(
                "<w:Security xmlns:w='urn:w'><p>secret1</p></w:Security>",
                "<o:order><o:pin>secret2</o:pin><x><card xmlns='urn:o'>secret3</card></x>"
                    + "<pin>kept</pin><!-- secret4 --></o:order>");
    logger.handle(message(Utf8.bytes(envelope)));
    logger.close();
    String line = lines().get(0);
    assertFalse(line.contains("secret"), line);
    assertTrue(line.contains("<o:pin>…</o:pin>") && line.contains("<pin>kept</pin>"), line);
  }

  /** Omitted parts are found while reading; the rest is unchanged. */
  @Test
  void envelopesAreShownUnchanged() throws Exception {
    String body = "<a t='\u202e'>\r\n1 &lt; \uD83D\uDE00\t<b/></a>";
    String envelope = EnvelopeText.SOAP11.of(body);
    Logger all = ready(new Logger(), "file", file(), "fields", "envelope");
    all.handle(message(Utf8.bytes(envelope)));
    all.handle(message(Utf8.bytes(envelope.replace("<b/>", "<!-- x --><b/><![CDATA[<c/>]]>"))));
    all.handle(message(Utf8.bytes(envelope.replace("</a>", "</b>"))));
    all.handle(
        message(new byte[] {'<', 'a', (byte) 0xC3, '>', (byte) 0xED, (byte) 0xA0, (byte) 0x80}));
    all.close();
    Logger some =
        ready(new Logger(), "file", file(), "fields", "envelope", "leaveOut", "//{urn:o}card");
    some.handle(message(Utf8.bytes(envelope)));
    some.handle(message(Utf8.bytes("\n" + envelope.replace("</a>", "</secret>"))));
    some.close();
    List<String> lines = lines();
    String output = "<a t='\\u202e'>\\u000d\\u000a1 &lt; \uD83D\uDE00\\u0009<b/></a>";
    assertTrue(lines.get(0).contains(output), lines.get(0));
    assertTrue(lines.get(1).contains(output.replace("<b/>", "<b/><![CDATA[<c/>]]>")), lines.get(1));
    assertTrue(lines.get(2).contains("<b/></b>"), lines.get(2));
    assertEquals("{\"envelope\":\"<a\uFFFD>\uFFFD\uFFFD\uFFFD\"}", lines.get(3));
    assertTrue(lines.get(4).contains(output), lines.get(4));
    assertEquals("{\"envelope\":\"(cannot be read, line 3)\"}", lines.get(5));
  }

  @Test
  void filesAndEnvelopesAreBounded() throws Exception {
    Logger logger =
        ready(
            new Logger(),
            "file",
            file(),
            "fields",
            "envelope",
            "maxEnvelopeChars",
            "300",
            "maxFileBytes",
            "1024",
            "maxFiles",
            "3");
    byte[] envelope =
        Utf8.bytes(EnvelopeText.SOAP11.of("<a>" + "<&>".length() + "ü".repeat(5000) + "</a>"));
    for (int i = 0; i < 20; i++) {
      logger.handle(message(envelope));
    }
    logger.close();
    try (var files = Files.list(Path.of(file()).getParent())) {
      assertEquals(
          List.of("messages.log", "messages.log.1", "messages.log.2", "messages.log.lock"),
          files.map(each -> each.getFileName().toString()).sorted().toList());
    }
    for (String each : new String[] {"", ".1", ".2"}) {
      assertTrue(Files.size(Path.of(file() + each)) <= 1024, each);
    }
  }

  @Test
  void halfWrittenLineIsEndedAndTheFileIsShared() throws Exception {
    Files.createDirectories(Path.of(file()).getParent());
    Files.writeString(Path.of(file()), "{\"half");
    Logger one = ready(new Logger(), "file", file(), "fields", "bytes");
    Logger two = ready(new Logger(), "file", file(), "fields", "bytes");
    byte[] envelope = Utf8.bytes(EnvelopeText.SOAP11.of("<a/>"));
    one.handle(message(envelope));
    one.close();
    two.handle(message(envelope));
    String output =
        assertThrows(
                DHArchException.class, () -> ready(new Logger(), "file", file(), "maxFiles", "2"))
            .getMessage();
    assertTrue(output.contains("must have the same"), output);
    two.close();
    assertEquals(3, lines().size());
  }

  @Test
  void invalidParametersAreReported() {
    for (String[] each :
        new String[][] {
          {"maxFiles", "0"},
          {"fields", "body"},
          {"leaveOut", "a/b"},
          {"leaveOut", "//{u}"},
          {"leaveOut", "headers"},
          {"leaveOut", "header/wsse:Security"}, // of which nothing would be left out
          {"maxFileBytes", "10"}
        }) {
      String output =
          assertThrows(
                  DHArchException.class,
                  () -> ready(new Logger(), "file", file(), each[0], each[1]))
              .getMessage();
      assertTrue(
          output.startsWith(each[0] + " must be ") && output.endsWith(" (got '" + each[1] + "')"),
          output);
    }
    assertTrue(
        assertThrows(DHArchException.class, () -> ready(new Logger()))
            .getMessage()
            .contains("file"));
  }
}
