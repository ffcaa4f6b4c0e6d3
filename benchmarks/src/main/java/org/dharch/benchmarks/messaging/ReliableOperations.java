package org.dharch.benchmarks.messaging;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.dharch.peers.operations.Row;
import org.dharch.peers.operations.Samples;
import org.dharch.ws.addressing.AddressingHeaders;
import org.dharch.ws.addressing.RelatesTo;
import org.dharch.ws.rm.Acknowledgement;
import org.dharch.ws.rm.Ranges;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.message.AcknowledgementHeader;
import org.dharch.ws.rm.message.RmBody;
import org.dharch.ws.rm.message.RmFault;
import org.dharch.ws.rm.message.RmMessages;
import org.dharch.ws.soap.SoapFaults;

/** WS-ReliableMessaging 1.0. */
final class ReliableOperations {
  private static final RmVersion RM = RmVersion.RM_1_0;
  private static final SequenceId SEQUENCE = new SequenceId(Samples.ID);
  private static final Optional<Duration> LIFETIME = Optional.of(Duration.parse(Samples.LIFETIME));

  private ReliableOperations() {}

  static void add(Map<Row, Callable<Object>> rows) {
    rows.put(Row.FAULT, ReliableOperations::fault);
    rows.put(
        Row.CREATE_SEQUENCE,
        () ->
            envelope(
                new RmBody.CreateSequence(
                    RM,
                    AddressingOperations.PLAIN,
                    LIFETIME,
                    Optional.of(
                        new RmBody.Offer(
                            SEQUENCE, Optional.empty(), Optional.empty(), Optional.empty())),
                    List.of())));
    rows.put(
        Row.CREATE_SEQUENCE_RESPONSE,
        () ->
            envelope(
                new RmBody.CreateSequenceResponse(
                    RM,
                    SEQUENCE,
                    LIFETIME,
                    Optional.empty(),
                    Optional.of(AddressingOperations.PLAIN))));
    rows.put(Row.SEQUENCE, TreeOperations::sequence);
    List<Long> numbers = Samples.numbers();
    rows.put(Row.ACKNOWLEDGEMENT, () -> acknowledgement(numbers));
    rows.put(Row.TERMINATE_SEQUENCE, () -> terminate().write());
    rows.put(Row.TERMINATE_SEQUENCE_ENVELOPE, () -> envelope(terminate()));
  }

  private static RmBody terminate() {
    return new RmBody.TerminateSequence(RM, SEQUENCE, Optional.empty());
  }

  private static byte[] envelope(RmBody body) {
    return RmMessages.envelope(
        AddressingOperations.SOAP,
        AddressingHeaders.to(AddressingOperations.PLAIN, body.kind().action(RM), Samples.ID)
            .withReplyTo(AddressingOperations.PLAIN),
        List.of(),
        body);
  }

  private static byte[] fault() {
    RmFault fault = RmFault.createRefused(RM, Samples.REFUSAL);
    return SoapFaults.envelope(
        AddressingOperations.SOAP,
        fault.soapFault(),
        AddressingHeaders.to(
                AddressingOperations.PLAIN, fault.action(AddressingOperations.WSA), Samples.ID)
            .withRelatesTo(RelatesTo.reply(AddressingOperations.WSA, Samples.ID))
            .write());
  }

  private static String acknowledgement(List<Long> numbers) {
    Ranges ranges = Ranges.EMPTY;
    for (long number : numbers) {
      ranges = ranges.add(number);
    }
    return AcknowledgementHeader.of(RM, new Acknowledgement(SEQUENCE, ranges, false)).write();
  }
}
