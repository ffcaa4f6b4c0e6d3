package org.dharch.handlers;

import static org.dharch.handlers.Handled.after;
import static org.dharch.handlers.Handled.ready;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Base64;
import org.dharch.core.message.DHArchException;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;

/** Conversion of lines to elements. */
final class RecordsTest {
  private static final String SEMICOLONS = "account date:date:dd.MM.uuuu amount:decimal:, currency";

  private static FormatConverter converter(String... more) throws Exception {
    String[] parameters = new String[more.length + 4];
    parameters[0] = "records";
    parameters[1] = "{urn:r}import/{urn:r}records";
    parameters[2] = "record";
    parameters[3] = "{urn:r}record";
    System.arraycopy(more, 0, parameters, 4, more.length);
    return ready(new FormatConverter(), parameters);
  }

  private static String envelope(String format, String text) {
    return EnvelopeText.SOAP11
        .with("r", "urn:r")
        .of(
            "<r:import><r:records format='"
                + format
                + "' id='1'>"
                + text
                + "</r:records></r:import>");
  }

  private static String record(String converted) {
    return converted.substring(converted.indexOf("<record"), converted.indexOf("/>") + 2);
  }

  @Test
  void everyFormatYieldsTheSameRecords() throws Exception {
    String expected =
        "<record xmlns=\"urn:r\" account=\"1234567890\" date=\"2026-12-31\" amount=\"1234.56\""
            + " currency=\"EUR\"/>";
    FormatConverter semicolons =
        converter("separator", ";", "fields", SEMICOLONS, "format", "semicolons");
    String one =
        after(semicolons, envelope("semicolons", "\n1234567890;31.12.2026;1.234,56;EUR\n"));
    assertEquals(expected, record(one));
    assertTrue(one.contains(" id=\"1\">") && !one.contains("format="), one);
    assertEquals(one, after(semicolons, one));
    String other = envelope("other", "x");
    assertEquals(other, after(semicolons, other));
    String fields = "account date:date:uuuuMMdd amount:implied:2 currency";
    assertEquals(
        expected,
        record(
            after(
                converter("columns", "10 8 12 3", "fields", fields),
                envelope("columns", "123456789020261231000000123456EUR"))));
    String pairs = "a=account d=date:date:MM/dd/uuuu m=amount:decimal:. c=currency";
    String packed =
        Base64.getEncoder()
            .encodeToString(
                Handled.gzip(Utf8.bytes("a=1234567890|d=12/31/2026|m=1,234.56|c=EUR"), 6));
    assertEquals(
        expected,
        record(
            after(
                converter("separator", "|", "fields", pairs, "packed", "gzip"),
                envelope("pairs", packed))));
  }

  /** A parameter's value is stripped, so a tab has a name; fields at a line's end may be empty. */
  @Test
  void linesWithTabs() throws Exception {
    FormatConverter tabs = converter("separator", "\\t", "fields", "a b c");
    String two = after(tabs, envelope("tabs", "\n  \n1\t2\t3\r\n\t5\t\n "));
    assertTrue(two.contains("a=\"1\" b=\"2\" c=\"3\"/><record"), two);
    assertTrue(two.contains("a=\"\" b=\"5\" c=\"\"/></"), two);
  }

  /** Widths are of characters, of which some have two places in Java. */
  @Test
  void fixedWidthFields() throws Exception {
    FormatConverter columns = converter("columns", "2 3", "fields", "a b");
    String one = after(columns, envelope("columns", "ü😀bcd"));
    assertTrue(one.contains("a=\"ü😀\" b=\"bcd\""), one);
  }

  private static void refused(String reason, String text, String... more) {
    String output =
        assertThrows(
                DHArchException.class, () -> after(converter(more), envelope("semicolons", text)))
            .getMessage();
    assertTrue(output.contains(reason), output);
  }

  @Test
  void invalidRecordsAreReportedAndBombsRejected() throws Exception {
    String[] semicolons = {"separator", ";", "fields", SEMICOLONS};
    refused("line 2: must have 4 fields (got 1)", "1;31.12.2026;1,0;EUR\nx", semicolons);
    refused("line 1: invalid date", "1;31.02.2026;1,0;EUR", semicolons);
    refused("line 1: invalid amount", "1;31.12.2026;1e9999999;EUR", semicolons);
    byte[] bomb = Handled.gzip(new byte[10_000_000], 9);
    refused(
        "must have at most",
        Base64.getEncoder().encodeToString(bomb),
        "separator",
        ";",
        "fields",
        "a",
        "packed",
        "gzip");
    refused("exactly one of separator and columns must be set (got none)", "", "fields", "a");
    refused("(got 'a:date:q{')", "", "separator", ";", "fields", "a:date:q{");
    refused("(got '1 2')", "", "columns", "1 2", "fields", "a");
    refused("fields must be unique names (got 'a')", "", "separator", ";", "fields", "a b a");
    refused("(got 'xmlns')", "", "separator", ";", "fields", "xmlns");
    // a year of an era, which is not said
    refused("(got 'a:date:yyyy-MM-dd')", "", "separator", ";", "fields", "a:date:yyyy-MM-dd");
  }
}
