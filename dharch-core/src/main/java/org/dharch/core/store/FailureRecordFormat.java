package org.dharch.core.store;

import java.time.Instant;
import org.dharch.core.message.Fault;
import org.dharch.core.wire.bytes.StoredText;
import org.dharch.core.wire.bytes.TimelineFormat;
import org.dharch.core.wire.bytes.WireReader;
import org.dharch.core.wire.bytes.WireWriter;

/**
 * The format of failure records, in the types of {@link WireWriter}:
 *
 * <pre>
 *  field          type                                       bound
 *  at             int64, milliseconds since 1970
 *  code           word: {@link Fault.Code}
 *  handler        text                                       {@link StoredText}, as all texts
 *  reason         text
 *  timeline       {@link TimelineFormat}
 * </pre>
 */
final class FailureRecordFormat {
  private FailureRecordFormat() {}

  static void write(WireWriter out, FailureRecord failure) {
    out.int64(failure.at().toEpochMilli()).word(failure.fault().code());
    StoredText.write(out, "handler", failure.fault().handler());
    StoredText.write(out, "reason", failure.fault().reason());
    TimelineFormat.write(out, failure.timeline());
  }

  static FailureRecord read(WireReader in) {
    Instant at = Instant.ofEpochMilli(in.int64("at"));
    Fault.Code code = in.word("code", Fault.Code.class);
    Fault fault = new Fault(code, StoredText.read(in, "handler"), StoredText.read(in, "reason"));
    return new FailureRecord(at, fault, TimelineFormat.read(in));
  }
}
