package org.dharch.core.message.envelope;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.core.message.Fault;
import org.dharch.core.message.FaultReply;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fault A7: what no parser of SOAP takes is known at the door. */
final class ReceivedEnvelopeTest {
  private static final String BEGIN =
      "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'>";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<s:Body><a></s:Body></s:Envelope> | where 'a' is open",
        "<s:Body><a> | cut off",
        "<s:Body><a/></s:Body> | cut off",
        "<s:Body><?p i?></s:Body></s:Envelope> | processing instruction",
        "<s:Header><?p i?></s:Header><s:Body/></s:Envelope> | processing instruction",
        "<s:Body/><s:Header/></s:Envelope> | soap:Body must be last",
        "<s:Body/><s:Body/></s:Envelope> | soap:Body must be last",
        "<s:Body/>text</s:Envelope> | text outside soap:Body",
        "<s:Body/></s:Envelope><more/> | a second root",
        "<s:Body/></s:Envelope><?p i?> | processing instruction"
      })
  void errorsHaveTheirPosition(String tail, String problem) {
    MalformedMessageException e =
        assertThrows(
            MalformedMessageException.class,
            () -> Envelopes.checkReceived(Utf8.bytes(BEGIN + tail), Limits.DEFAULT));
    assertTrue(e.getMessage().startsWith("envelope, byte "), e.getMessage());
    assertTrue(e.getMessage().contains(problem), e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<s:Body/></s:Envelope>",
        "<!-- c --><s:Body><a>t<![CDATA[x]]></a></s:Body> <!-- c -->\n</s:Envelope>\n",
        "<s:Header><h xmlns='urn:h'><s:Body/></h></s:Header><s:Body>text<a/></s:Body></s:Envelope>"
      })
  void allowedContentIsAccepted(String tail) {
    Envelopes.checkReceived(Utf8.bytes(BEGIN + tail), Limits.DEFAULT);
  }

  @Test
  void headerBlocksAreCounted() {
    Envelopes.checkReceived(blocks(256), Limits.DEFAULT);
    MalformedMessageException e =
        assertThrows(
            MalformedMessageException.class,
            () -> Envelopes.checkReceived(blocks(257), Limits.DEFAULT));
    assertTrue(
        e.getMessage()
            .contains("the envelope must have at most maxHeaderBlocks=256 header blocks (got 257)"),
        e.getMessage());
  }

  private static byte[] blocks(int count) {
    return Utf8.bytes(EnvelopeText.SOAP11.of("<h/>".repeat(count), "<b/>"));
  }

  @Test
  void errorsAreTheSendersOnlyBeforeAdmission() {
    Fault malformed = new Fault(Fault.Code.MALFORMED, "", "not well-formed");
    assertTrue(FaultReply.failed(malformed).senders());
    FaultReply later = FaultReply.failed(malformed, new MessageId(1, 2));
    assertEquals(false, later.senders());
  }

  /** The sender got "malformed" instead of the handler that no node could run. */
  @Test
  void oversizedMessagesAreNotMalformedAndNameTheHandler() {
    MessageId id = new MessageId(1, 2);
    Fault heap = new Fault(Fault.Code.TOO_LARGE, "B", "the message has 9 bytes");
    assertEquals(
        new FaultReply(
            false,
            "TOO_LARGE",
            "B",
            Optional.of(id),
            "DHArch: handler 'B': the message has 9 bytes",
            Optional.empty()),
        FaultReply.failed(heap, id));
    Fault limit = new Fault(Fault.Code.TOO_LARGE, "", "the message has 9 bytes");
    assertEquals(
        new FaultReply(
            true,
            "TOO_LARGE",
            "",
            Optional.empty(),
            "DHArch: the message has 9 bytes",
            Optional.empty()),
        FaultReply.failed(limit));
  }
}
