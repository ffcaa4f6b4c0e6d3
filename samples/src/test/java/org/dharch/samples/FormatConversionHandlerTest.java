package org.dharch.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FormatConversionHandlerTest {
  private static final List<RecordFormat.Entry> ENTRIES =
      List.of(
          new RecordFormat.Entry(
              "1234567890", LocalDate.of(2026, 12, 31), new BigDecimal("1234.56"), "EUR"),
          new RecordFormat.Entry(
              "0000000001", LocalDate.of(2026, 2, 3), new BigDecimal("0.05"), "USD"));

  @ParameterizedTest
  @EnumSource(RecordFormat.class)
  void everyFormatYieldsTheSameRecords(RecordFormat format) throws Exception {
    MessageContext message = message(format.text(), format.pack(ENTRIES));
    new FormatConversionHandler().invoke(message);
    String xml = message.getEnvelope().toString();
    assertTrue(
        xml.contains(
            "account=\"1234567890\" date=\"2026-12-31\" amount=\"1234.56\" currency=\"EUR\""),
        xml);
    assertTrue(
        xml.contains("account=\"0000000001\" date=\"2026-02-03\" amount=\"0.05\" currency=\"USD\""),
        xml);
  }

  @Test
  void unknownFormatIsReported() throws Exception {
    MessageContext message = message("yaml", RecordFormat.PAIRS.pack(ENTRIES));
    AxisFault fault =
        assertThrows(AxisFault.class, () -> new FormatConversionHandler().invoke(message));
    assertEquals(
        "records cannot be converted: format must be one of [semicolons, columns, pairs] (got"
            + " 'yaml')",
        fault.getMessage());
  }

  @Test
  void invalidLineIsReported() throws Exception {
    MessageContext message = message("columns", RecordFormat.PAIRS.pack(ENTRIES));
    AxisFault fault =
        assertThrows(AxisFault.class, () -> new FormatConversionHandler().invoke(message));
    assertTrue(fault.getMessage().contains("line 1 is no record in format columns"));
  }

  private static MessageContext message(String format, String records) throws Exception {
    String xml =
        EnvelopeText.SOAP11
            .with("n", SampleNames.NAMESPACE)
            .of("<n:load><n:records format='" + format + "'>" + records + "</n:records></n:load>");
    MessageContext message = new MessageContext();
    message.setEnvelope(
        OMXMLBuilderFactory.createSOAPModelBuilder(
                new ByteArrayInputStream(Utf8.bytes(xml)), "UTF-8")
            .getSOAPEnvelope());
    return message;
  }
}
