package org.dharch.ws.rm.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.UnknownMessageException;
import org.dharch.ws.WsException;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.rm.DeliveryAssurance;
import org.dharch.ws.rm.IncompleteSequenceBehavior;
import org.dharch.ws.rm.Refusal;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.SourceSequence;
import org.dharch.ws.rm.SourceState;
import org.dharch.ws.rm.Terms;
import org.dharch.ws.rm.engine.SendRequest;
import org.dharch.ws.rm.engine.SequenceAnswer;
import org.dharch.ws.rm.message.RmFault;
import org.dharch.ws.soap.SoapFault;
import org.dharch.ws.soap.SoapFaults;
import org.dharch.ws.soap.SoapVersion;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a source hears of its sink's faults, which may have no header block of the protocol. */
class SourceFaultTest {
  private static final SequenceId ID = new SequenceId("urn:uuid:at-the-sink");

  private final Replay source = new Replay();

  private String opened(RmVersion version) {
    Terms terms =
        new Terms(
            version,
            AddressingVersion.WSA_2005_08.namespace(),
            SoapVersion.SOAP_1_2.namespace(),
            "<there/>",
            "",
            "",
            new DeliveryAssurance(DeliveryAssurance.Kind.EXACTLY_ONCE, true),
            IncompleteSequenceBehavior.NO_DISCARD,
            600_000,
            "");
    source
        .engine()
        .send(
            new SendRequest(
                terms, Optional.empty(), 0, "m1", Replay.bytes("<m/>"), false, 1_000, 0));
    return source.engine().sequences("", 1).get(0).key();
  }

  private SourceSequence sequence() {
    return (SourceSequence) source.engine().sequences("", 1).get(0);
  }

  private void assertFault(SoapVersion soap, SoapFault fault, RmEmissionPurpose purpose)
      throws WsException {
    byte[] answer = SoapFaults.envelope(soap, fault, List.of());
    RmSourceProcessor.processResponse(source.site, new SOAPContext(answer), purpose);
  }

  /** Fault: it asked again for a minute, and then said that it had no answer. */
  @ParameterizedTest
  @EnumSource(RmVersion.class)
  void createRefusedFaultFailsSequence(RmVersion version) throws WsException {
    for (SoapVersion soap : SoapVersion.values()) {
      String key = opened(version);
      SoapFault refused = RmFault.createRefused(version, "no room").soapFault();
      assertFault(soap, refused, new RmEmissionPurpose.Creation(key));
      assertEquals(SourceState.FAILED, sequence().state(), soap::toString);
      source.engine().end(key, "seen");
    }
  }

  /** Fault: in SOAP 1.2 it went on sending to a sink that had forgotten the sequence. */
  @ParameterizedTest
  @EnumSource(RmVersion.class)
  void unknownSequence(RmVersion version) throws WsException {
    for (SoapVersion soap : SoapVersion.values()) {
      String key = opened(version);
      source.engine().created(key, new SequenceAnswer(ID, 0, false, Optional.empty()));
      Refusal unknown = new Refusal(Refusal.Kind.UNKNOWN_SEQUENCE, "unknown");
      assertFault(
          soap, RmFault.of(version, unknown, ID).soapFault(), new RmEmissionPurpose.Other());
      assertEquals(SourceState.FAILED, sequence().state(), soap::toString);
      source.engine().end(key, "seen");
    }
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void ignoresFaultOfOtherSequence(SoapVersion soap) {
    SoapFault other = SoapFault.of(SoapFault.Code.SENDER, new QName("urn:x", "y", "x"), "z");
    assertThrows(
        UnknownMessageException.class,
        () -> assertFault(soap, other, new RmEmissionPurpose.Other()));
  }
}
