package org.dharch.core.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.ThrownFault;
import org.dharch.core.wire.bytes.WireReader;
import org.dharch.core.wire.bytes.WireWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A handler's SOAP fault on the wire: what is read is what was written, or it is refused. */
class ThrownFaultFormatTest {
  private static final ThrownFaultFormat FORMAT = new ThrownFaultFormat(Limits.DEFAULT);
  private static final QName CODE = new QName("urn:q", "Quota", "q");

  private static ThrownFault fault(List<QName> subcodes, List<String> detail) {
    return new ThrownFault(
        CODE,
        subcodes,
        List.of(new ThrownFault.Reason("en", "no \u0001 more")),
        "urn:node",
        "urn:role",
        detail,
        List.of("<h xmlns='urn:h'/>"),
        MessageProperties.empty().with("p", 1));
  }

  private static ThrownFault again(ThrownFault fault) {
    WireWriter out = new WireWriter(16);
    FORMAT.write(out, fault);
    WireReader in = new WireReader(out.toBytes());
    ThrownFault read = FORMAT.read(in);
    in.end("a fault");
    return read;
  }

  @Test
  void allOfItArrives() {
    ThrownFault fault = fault(List.of(CODE, new QName("Sub")), List.of("<d>1<e/></d>"));
    assertEquals(fault, again(fault));
    assertEquals("q", again(fault).code().getPrefix());
    assertEquals("no ? more", fault.reason(), "a character that XML does not allow");
    FORMAT.check(fault);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "text",
        "<a>",
        "<a/><b/>",
        "<a></b>",
        "<a/>text",
        "text<a/>",
        "<?pi x?><a/>",
        "<a><?pi x?></a>",
        "<q:a/>",
        "<!DOCTYPE a><a/>",
        "<!--c--><a/>"
      })
  void detailThatIsNotOneElementIsRefusedOnBothSides(String detail) {
    ThrownFault fault = fault(List.of(), List.of(detail));
    assertThrows(MalformedMessageException.class, () -> again(fault));
    assertThrows(MalformedMessageException.class, () -> FORMAT.check(fault));
  }

  @Test
  void boundsHoldAtTheLimitAndOnePastIt() {
    assertEquals(64, again(fault(Collections.nCopies(64, CODE), List.of())).subcodes().size());
    ThrownFault more = fault(Collections.nCopies(65, CODE), List.of());
    DHArchException e = assertThrows(MalformedMessageException.class, () -> again(more));
    assertTrue(e.getMessage().contains("maxFaultItems=64"), e::getMessage);
    Limits small = Limits.DEFAULT.maxPayloadBytes(100);
    String exact = "<d>" + "x".repeat(93) + "</d>";
    new ThrownFaultFormat(small).check(fault(List.of(), List.of(exact)));
    assertThrows(
        MalformedMessageException.class,
        () ->
            new ThrownFaultFormat(small)
                .check(fault(List.of(), List.of(exact.replace("<d>", "<d>x")))));
  }

  @Test
  void aCodeIsANameAndItsPrefixToo() {
    assertThrows(IllegalArgumentException.class, () -> fault(List.of(new QName("")), List.of()));
    assertThrows(
        IllegalArgumentException.class,
        () -> fault(List.of(new QName("urn:x", "y", "a b=''")), List.of()));
  }

  @Test
  void onlyAFailedResultHasOne() {
    HandlerResult performed =
        HandlerResult.of(0, 1, HandlerResult.Status.PERFORMED, "", 0, 0, Changes.NONE);
    assertThrows(
        IllegalArgumentException.class, () -> performed.fault(fault(List.of(), List.of())));
  }
}
