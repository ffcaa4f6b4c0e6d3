package org.dharch.core.message.envelope;

import static org.dharch.testing.EnvelopeText.NS11;
import static org.dharch.testing.EnvelopeText.NS12;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.testing.DomXml;
import org.junit.jupiter.api.Test;

class OutlineTest {
  private static byte[] envelope(String namespace, String header, String body) {
    return ("<s:Envelope xmlns:s='" + namespace + "'>" + header + body + "</s:Envelope>")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static Envelopes.Outline outline(String namespace, String body) {
    return Envelopes.outline(envelope(namespace, "", body), Limits.DEFAULT);
  }

  @Test
  void hasVersionAndFirstElementOfTheBody() {
    Envelopes.Outline outline =
        outline(
            NS12, "<s:Body> <!-- <no/> --> <t:echo xmlns:t='urn:t'><deeper/></t:echo></s:Body>");
    assertTrue(outline.soap12());
    assertEquals(Optional.of(new QName("urn:t", "echo")), outline.content());
    assertFalse(outline.fault());
    assertFalse(outline(NS11, "<s:Body><echo/></s:Body>").soap12());
  }

  @Test
  void bodyMayBeEmpty() {
    assertTrue(outline(NS11, "<s:Body/>").content().isEmpty());
    assertTrue(outline(NS11, "<s:Body> </s:Body>").content().isEmpty());
  }

  @Test
  void onlySoapFaultsAreFaults() {
    assertTrue(outline(NS11, "<s:Body><s:Fault/></s:Body>").fault());
    assertTrue(outline(NS12, "<s:Body><s:Fault/></s:Body>").fault());
    assertFalse(outline(NS12, "<s:Body><Fault/></s:Body>").fault());
  }

  @Test
  void otherXmlIsRejected() {
    assertThrows(MalformedMessageException.class, () -> outline("urn:other", "<s:Body/>"));
    assertThrows(MalformedMessageException.class, () -> outline(NS11, "<s:Body><a b></s:Body>"));
  }

  /** Fault E8: a second body passed, and was dropped when a handler changed the first. */
  @Test
  void onlyOneBodyWithoutContentAfterItIsAllowed() {
    for (String body :
        List.of(
            "<s:Body><a/></s:Body><s:Body><b/></s:Body>",
            "<s:Body/><s:Body/>",
            "<s:Body><a/></s:Body><s:Header><b/></s:Header>",
            "<s:Body><a/></s:Body><b xmlns='urn:b'/>",
            "<s:Body></s:Body ><!-- --><b/>",
            "<s:Body><![CDATA[</s:Body>]]></s:Body>x<s:Body></s:Body>")) {
      assertThrows(MalformedMessageException.class, () -> outline(NS11, body), body);
      assertThrows(
          MalformedMessageException.class,
          () -> Envelopes.check(envelope(NS12, "", body), Limits.DEFAULT),
          body);
    }
    for (String body :
        List.of(
            "<s:Body><![CDATA[</s:Body>]]></s:Body>",
            "<s:Body><s:Body></s:Body></s:Body>",
            "<s:Body><!--</s:Body></s:Envelope>--></s:Body > <!-- <s:Body/> --> <?pi <a/>?>")) {
      outline(NS11, body);
      Envelopes.check(envelope(NS12, "", body), Limits.DEFAULT);
      byte[] merged =
          Merge.apply(
              envelope(NS12, "", body),
              Changes.builder().replace(Part.body(), new byte[] {'1'}).build(),
              Limits.DEFAULT);
      assertEquals("1", DomXml.parse(merged).getDocumentElement().getTextContent().strip(), body);
    }
  }

  @Test
  void processedBlocksLoseMustUnderstand() {
    String before =
        "<s:Header><a xmlns='urn:a' s:mustUnderstand='true' mustUnderstand='1'> </a>"
            + "<a xmlns='urn:a' s:mustUnderstand='1'/><b s:mustUnderstand='1'/></s:Header>";
    String after =
        "<s:Header><a xmlns='urn:a' s:mustUnderstand='true' mustUnderstand='1'> </a>"
            + "<a xmlns='urn:a' s:mustUnderstand='0'/><b s:mustUnderstand='1'/></s:Header>";
    byte[] understood =
        Envelopes.understood(
            envelope(NS11, before, "<s:Body/>"),
            Set.of(new HeaderRef(new QName("urn:a", "a"), 1)),
            Limits.DEFAULT);
    assertArrayEquals(envelope(NS11, after, "<s:Body/>"), understood);
  }

  @Test
  void withoutProcessedBlocksTheArrayIsTheSame() {
    byte[] envelope = envelope(NS11, "<s:Header><b/></s:Header>", "<s:Body/>");
    assertSame(envelope, Envelopes.understood(envelope, Set.of(), Limits.DEFAULT));
    assertSame(
        envelope,
        Envelopes.understood(envelope, Set.of(new HeaderRef(new QName("b"), 0)), Limits.DEFAULT));
  }
}
