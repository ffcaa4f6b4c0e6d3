package org.dharch.samples;

import java.util.List;
import java.util.Optional;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMFactory;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.handlers.AbstractHandler;

/**
 * The Format Converter of seed 000, section 4.3: converts the several formats in which sources send
 * their records to the one that the service expects. {@code <s:records format="…">} holds
 * gzip-compressed text in base64, in one of {@link RecordFormat}'s formats; the result has {@code
 * s:record} elements. CPU-bound. Leaves a message without that element, or without a format,
 * unchanged. Thread-safe.
 */
public final class FormatConversionHandler extends AbstractHandler {
  private static final int MAX_BYTES = 16 << 20;

  @Override
  public InvocationResponse invoke(MessageContext message) throws AxisFault {
    Optional<OMElement> records = BodyElement.find(message, SampleNames.RECORDS);
    if (records.isPresent() && records.get().getAttribute(SampleNames.FORMAT) != null) {
      convert(records.get());
    }
    return InvocationResponse.CONTINUE;
  }

  private static void convert(OMElement records) throws AxisFault {
    List<RecordFormat.Entry> entries;
    try {
      RecordFormat format = RecordFormat.of(records.getAttributeValue(SampleNames.FORMAT));
      entries = format.read(RecordFormat.unpack(records.getText(), MAX_BYTES));
    } catch (IllegalArgumentException e) {
      throw new AxisFault("records cannot be converted: " + e.getMessage(), e);
    }
    OMFactory factory = records.getOMFactory();
    records.setText("");
    records.removeAttribute(records.getAttribute(SampleNames.FORMAT));
    for (RecordFormat.Entry each : entries) {
      OMElement record = factory.createOMElement(SampleNames.RECORD, records);
      record.addAttribute("account", each.account(), null);
      record.addAttribute("date", each.date().toString(), null);
      record.addAttribute("amount", each.amount().toPlainString(), null);
      record.addAttribute("currency", each.currency(), null);
    }
  }
}
