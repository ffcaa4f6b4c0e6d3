package org.dharch.handlers;

import static org.dharch.handlers.Handled.after;
import static org.dharch.handlers.Handled.ready;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.dharch.core.message.DHArchException;
import org.dharch.testing.EnvelopeText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Conversion by stylesheets, and what these may not. */
final class StylesheetTest {
  private static final String ENVELOPE =
      EnvelopeText.SOAP12.with("o", "urn:1").of("<o:order>Müller</o:order><other/>");

  @TempDir Path folder;

  private FormatConverter converter(String templates, String... more) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("x.xsl"),
            "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'"
                + " xmlns:o='urn:1' xmlns:r='http://xml.apache.org/xalan/java/java.lang.Runtime'>"
                + templates
                + "</xsl:stylesheet>");
    String[] parameters = new String[more.length + 2];
    parameters[0] = "stylesheet";
    parameters[1] = file.toString();
    System.arraycopy(more, 0, parameters, 2, more.length);
    return ready(new FormatConverter(), parameters);
  }

  private static String template(String content) {
    return "<xsl:template match='/' name='t'>" + content + "</xsl:template>";
  }

  private void refused(String reason, String content, String... more) {
    Exception output =
        assertThrows(Exception.class, () -> after(converter(template(content), more), ENVELOPE));
    assertTrue(String.valueOf(output.getMessage()).contains(reason), () -> reason + ": " + output);
  }

  @Test
  void firstElementIsConverted() throws Exception {
    String simple = template("<n:bill xmlns:n='urn:2'><xsl:value-of select='o:order'/></n:bill>");
    String converted = after(converter(simple), ENVELOPE);
    assertTrue(converted.contains("xmlns:n=\"urn:2\""), converted);
    assertTrue(converted.contains(">Müller</n:bill><other/></s:Body>"), converted);
    assertEquals(ENVELOPE, after(converter(simple, "root", "{urn:1}bill"), ENVELOPE));
  }

  @Test
  void externalReferencesAndExtensionsAreRejected() throws Exception {
    Path secret = Files.writeString(folder.resolve("secret.xml"), "<secret/>");
    refused("", "<a><xsl:copy-of select=\"document('" + secret.toUri() + "')\"/></a>");
    refused("", "<a><xsl:copy-of select=\"document('http://127.0.0.1:1/')\"/></a>");
    refused("", "<a><xsl:value-of select='r:getRuntime()'/></a>");
    Path written = folder.resolve("written");
    refused(
        "",
        "<w:write xmlns:w='http://xml.apache.org/xalan/redirect' xmlns:xsl2='x' file='"
            + written
            + "'>x</w:write>");
    assertTrue(Files.notExists(written));
    Exception output =
        assertThrows(
            DHArchException.class,
            () -> converter("<xsl:import href='" + secret.toUri() + "'/>" + template("<a/>")));
    assertTrue(output.getMessage().contains("x.xsl' must be a stylesheet"), output::getMessage);
  }

  @Test
  void endlessStylesheetIsAbandoned() {
    refused("too deep", "<xsl:call-template name='t'/>");
    refused(
        "at most maxBytes=1000",
        "<a>" + "<b>0123456789</b>".repeat(100) + "</a>",
        "maxBytes",
        "1000");
    String many = "(//node()|//@*|//namespace::*)";
    String loop = "<xsl:for-each select='" + many + "'>".repeat(1);
    refused(
        "must end within 200 ms",
        loop.repeat(14) + "<xsl:if test='1=2'>x</xsl:if>" + "</xsl:for-each>".repeat(14) + "<a/>",
        "timeLimit",
        "200ms");
  }

  @Test
  void faultsAreUnchangedAndInvalidStylesheetsAreReported() throws Exception {
    String fault =
        EnvelopeText.SOAP11.of(
            "<s:Fault><faultcode>s:Server</faultcode><faultstring>x</faultstring></s:Fault>");
    assertEquals(fault, after(converter(template("<a/>")), fault));
    assertTrue(
        assertThrows(DHArchException.class, () -> converter("<xsl:nonsense/>"))
            .getMessage()
            .startsWith("stylesheet='"));
    assertTrue(
        assertThrows(
                DHArchException.class,
                () -> ready(new FormatConverter(), "stylesheet", folder + "/none.xsl"))
            .getMessage()
            .contains("does not exist"));
    assertThrows(DHArchException.class, () -> ready(new FormatConverter()));
  }

  /** And not only that something is: a line, an element, a function. */
  @Test
  void stylesheetErrorsAreReported() {
    Map<String, String> reasons =
        Map.of(
            "<xsl:template match='/'><a>",
            "line ",
            template("<a><xsl:value-of select=\"upper-case('a')\"/></a>"),
            "upper-case",
            template("<xsl:nonsense/>"),
            "'nonsense'",
            "<xsl:import href='file:/b.xsl'/>" + template("<a/>"),
            "external access is not supported");
    reasons.forEach(
        (content, reason) -> {
          String output =
              assertThrows(DHArchException.class, () -> converter(content)).getMessage();
          assertTrue(
              output.contains("x.xsl' must be a stylesheet: ") && output.contains(reason), output);
        });
    refused(
        "external access is not supported: 'file:/b.xml'",
        "<a><xsl:copy-of select=\"document('file:/b.xml')\"/></a>");
  }
}
