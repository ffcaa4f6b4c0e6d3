package org.dharch.ws;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.Changes.Verdict;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.message.envelope.Merge;
import org.dharch.ws.soap.EnvelopeWriter;
import org.dharch.ws.soap.SoapFault;
import org.dharch.ws.soap.SoapFault.Code;
import org.dharch.ws.soap.SoapVersion;
import org.junit.jupiter.api.Test;

class ProcessorChainTest {
  private static final byte[] ENVELOPE =
      new EnvelopeWriter(SoapVersion.SOAP_1_1)
          .header("<a:h xmlns:a='urn:a'>1</a:h>")
          .body("<b/>")
          .bytes();
  private static final HeaderRef HEADER = new HeaderRef(new QName("urn:a", "h"), 0);

  @Test
  void skipsProcessorsOfOtherMessages() throws WsException {
    ProcessorChain chain =
        chain(
            (context, direction) -> {
              throw new UnknownMessageException("not mine");
            },
            (context, direction) -> {
              throw new IncorrectExchangeException("not for me");
            },
            (context, direction) -> Changes.builder().processed(HEADER).build());
    Changes changes = run(chain);
    assertEquals(1, changes.processed().size());
  }

  @Test
  void rejectsUnknownMessages() {
    assertThrows(UnknownMessageException.class, () -> run(chain()));
    ProcessorChain chain =
        chain(
            (context, direction) -> {
              throw new IncorrectExchangeException("not for me");
            });
    assertThrows(UnknownMessageException.class, () -> run(chain));
  }

  @Test
  void faultEndsChain() {
    List<String> asked = new ArrayList<>();
    ProcessorChain chain =
        chain(
            (context, direction) -> {
              throw new ProcessingException(SoapFault.of(Code.SENDER, "wrong"));
            },
            (context, direction) -> {
              asked.add("second");
              return Changes.NONE;
            });
    ProcessingException e = assertThrows(ProcessingException.class, () -> run(chain));
    assertEquals("wrong", e.getMessage());
    assertEquals(List.of(), asked);
  }

  @Test
  void passesChangesToNextProcessor() throws WsException {
    WsProcessor append =
        (context, direction) -> {
          String before =
              new String(context.headerBytes(HEADER).orElseThrow(), StandardCharsets.UTF_8);
          return Changes.builder()
              .replace(new Part.Header(HEADER), utf8(before.replace("</", "+</")))
              .property("p", before.length())
              .build();
        };
    Changes changes = run(chain(append, append, append));
    byte[] after = Merge.apply(ENVELOPE, changes, Limits.DEFAULT);
    String text = new String(after, StandardCharsets.UTF_8);
    assertTrue(text.contains(">1+++</a:h>"), text);
    assertEquals(1, changes.properties().size());
  }

  @Test
  void nextProcessorMayRemoveAddedHeader() throws WsException {
    HeaderRef added = new HeaderRef(new QName("urn:c", "c"), 0);
    Changes changes =
        run(
            chain(
                (context, direction) ->
                    Changes.builder().addHeader(utf8("<c xmlns='urn:c'/>")).build(),
                (context, direction) ->
                    Changes.builder().processed(added).removeHeader(added).build()));
    assertTrue(changes.isEmpty(), changes.processed().toString());
  }

  @Test
  void answerEndsChainAndKeepsProperties() throws WsException {
    byte[] answer = new EnvelopeWriter(SoapVersion.SOAP_1_1).bytes();
    List<String> asked = new ArrayList<>();
    Changes changes =
        run(
            chain(
                (context, direction) ->
                    Changes.builder().processed(HEADER).addHeader(utf8("<c/>")).build(),
                (context, direction) -> Changes.builder().respond(answer).build(),
                (context, direction) -> {
                  asked.add("third");
                  return Changes.NONE;
                }));
    assertEquals(List.of(), asked);
    assertEquals(1, changes.processed().size());
    assertTrue(!changes.touchesEnvelope());
    assertArrayEquals(answer, ((Verdict.Respond) changes.verdict().orElseThrow()).envelope());
  }

  @Test
  void deferralDropsChanges() throws WsException {
    Changes changes =
        run(
            chain(
                (context, direction) -> Changes.builder().processed(HEADER).build(),
                (context, direction) -> Changes.builder().defer(Duration.ofMillis(20)).build()));
    assertEquals(Optional.of(new Verdict.Defer(Duration.ofMillis(20))), changes.verdict());
    assertEquals(0, changes.processed().size());
    assertEquals(
        Optional.of(new Verdict.Accept()),
        run(chain((context, direction) -> Changes.builder().accept().build())).verdict());
  }

  private static Changes run(ProcessorChain chain) throws WsException {
    return chain.processExchange(new SOAPContext(ENVELOPE), Direction.FROM_NETWORK);
  }

  private static ProcessorChain chain(WsProcessor... processors) {
    return new ProcessorChain(List.of(processors));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
