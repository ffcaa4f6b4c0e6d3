package org.dharch.samples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.soap.SOAPModelBuilder;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.engine.Handler;
import org.dharch.samples.SampleHandlers.Spec;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The handlers' parameters and bounds, one handler at a time. */
final class HandlersTest {
  @TempDir Path folder;

  private static MessageContext message(byte[] envelope) throws AxisFault {
    SOAPModelBuilder builder =
        OMXMLBuilderFactory.createSOAPModelBuilder(new ByteArrayInputStream(envelope), "UTF-8");
    MessageContext context = new MessageContext();
    context.setEnvelope(builder.getSOAPEnvelope());
    return context;
  }

  private static byte[] sample() {
    return new SampleMessages(1, 2_000, "p", 10).next().envelope();
  }

  @ParameterizedTest
  @CsvSource({
    "B, '', '', handler 'x' needs parameter 'password'",
    "C, '', '', needs parameter 'folder'",
    "E, '', '', needs parameter 'file'",
    "A, maxBytes, 0, 'parameter ''maxBytes'' must be 1 to 1073741824 (got ''0'')'",
    "A, maxBytes, x, '(got ''x'')'",
    "C, force, perhaps, 'parameter ''force'' must be true or false (got ''perhaps'')'",
  })
  void wrongParameterIsNamed(String handler, String parameter, String value, String expected) {
    Spec standard =
        SampleHandlers.standard(folder).stream()
            .filter(spec -> spec.name().equals(handler))
            .findFirst()
            .orElseThrow();
    Map<String, String> parameters =
        parameter.isEmpty() ? Map.of() : Map.of("folder", "f", parameter, value);
    Spec wrong = new Spec("x", standard.type(), parameters);
    IllegalArgumentException e = assertThrows(IllegalArgumentException.class, wrong::create);
    assertTrue(e.getMessage().contains(expected), e.getMessage());
  }

  @Test
  void oversizedDocumentIsAFault() {
    Handler handler =
        new Spec("A", DecompressionHandler.class, Map.of("maxBytes", "1999")).create();
    AxisFault fault = assertThrows(AxisFault.class, () -> handler.invoke(message(sample())));
    assertTrue(fault.getMessage().contains("1999 bytes"), fault.getMessage());
  }

  @Test
  void handlerChangesOnlyItsOwnElement() throws Exception {
    byte[] sample = sample();
    MessageContext message = message(sample);
    new Spec("B", DecryptionHandler.class, Map.of("password", "p", "iterations", "10"))
        .create()
        .invoke(message);
    String after = message.getEnvelope().toString();
    String before = new String(sample, UTF_8);
    assertEquals(
        before.substring(before.indexOf("<s:process"), before.indexOf("<s:secret")),
        after.substring(after.indexOf("<s:process"), after.indexOf("<s:secret")));
    assertTrue(after.contains("<s:secret>"), after);
  }

  @Test
  void unencryptedSecretIsAFaultWhereRequired() throws Exception {
    Map<String, String> parameters =
        Map.of("password", "p", "iterations", "10", "required", "true");
    Handler handler = new Spec("B", DecryptionHandler.class, parameters).create();
    byte[] plain =
        Utf8.bytes(
            EnvelopeText.SOAP11
                .with("p", SampleNames.NAMESPACE)
                .of("<p:process><p:secret>x</p:secret></p:process>"));
    assertThrows(AxisFault.class, () -> handler.invoke(message(plain)));
    assertEquals(Handler.InvocationResponse.CONTINUE, handler.invoke(message(sample())));
  }

  @Test
  void folderKeepsOnlyTheNewestFiles() throws Exception {
    MessageFolder messages = new MessageFolder(folder, 3, 10, false);
    for (int i = 0; i < 8; i++) {
      messages.append(("record-" + i + "\n").getBytes(UTF_8));
    }
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> sorted = files.sorted().toList();
      assertEquals(3, sorted.size(), sorted.toString());
      assertEquals("record-7\n", Files.readString(sorted.get(2)));
      assertEquals("record-5\n", Files.readString(sorted.get(0)));
    }
  }

  @Test
  void logIsRotatedAndLinesCannotBeForged() throws Exception {
    Path log = folder.resolve("log");
    Handler handler =
        new Spec("E", LoggingHandler.class, Map.of("file", log.toString(), "maxFileBytes", "200"))
            .create();
    MessageContext message = message(sample());
    message.setSoapAction("urn:a\nforged line");
    for (int i = 0; i < 5; i++) {
      handler.invoke(message);
    }
    assertTrue(Files.size(log) <= 200);
    assertTrue(Files.exists(folder.resolve("log.1")));
    assertTrue(
        Files.readAllLines(log).stream().allMatch(line -> line.contains("urn:a_forged_line")));
  }

  @Test
  void rateCoversTheLastTenSeconds() {
    AtomicLong seconds = new AtomicLong();
    RateWindow rate = new RateWindow(() -> TimeUnit.SECONDS.toNanos(seconds.get()));
    IntStream.range(0, 30).forEach(i -> rate.count());
    assertEquals(30, rate.perSecond());
    seconds.set(9);
    assertEquals(31, rate.count());
    assertEquals(3.1, rate.perSecond(), 1e-9);
    seconds.set(10);
    assertEquals(0.1, rate.perSecond(), 1e-9);
    seconds.set(1_000);
    assertEquals(0, rate.perSecond());
    assertEquals(31, rate.total());
  }
}
