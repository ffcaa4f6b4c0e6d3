package org.dharch.core.wire;

import static org.dharch.testing.Utf8.bytes;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.dharch.api.Emission;
import org.dharch.api.Emitted;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.Target;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.bytes.WireReader;
import org.dharch.core.wire.bytes.WireWriter;

class EmissionFormatTest {
  private static final DMFormatCodec CODEC = new DMFormatCodec(Limits.DEFAULT);
  private static final EmissionFormat FORMAT = new EmissionFormat(Limits.DEFAULT);
  private static final EmittedFormat EMITTED = new EmittedFormat(Limits.DEFAULT);
  private static final NodeId NODE = new NodeId("n", "1");

  @Provide
  Arbitrary<Emission> emissions() {
    return WireValues.emissions();
  }

  private static DMFormat carried(DMFormat message) {
    return CODEC.decode(CODEC.encode(message));
  }

  @Property
  void writtenContentIsRead(@ForAll("emissions") Emission emission) {
    DMFormat message = carried(FORMAT.encode(new NodeEmission(NODE, "h", emission)));
    assertEquals(Optional.of(NODE), EmissionFormat.emitting(message));
    NodeEmission read = FORMAT.emission(message);
    assertEquals("h", read.handler());
    WireValues.assertSame(emission, read.emission());
  }

  @Property
  void itsSizeIsNoSmallerThanItsBytes(@ForAll("emissions") Emission emission) {
    WireWriter out = new WireWriter(16);
    FORMAT.write(out, emission);
    assertTrue(EmissionFormat.size(emission) >= out.size());
    WireReader in = new WireReader(out.toBytes());
    WireValues.assertSame(emission, FORMAT.read(in));
    in.end("an emission");
  }

  private static Emission to(Target target, byte[] envelope) {
    return new Emission(
        new MessageId(1, 2),
        target,
        "",
        envelope,
        MessageProperties.empty(),
        Optional.empty(),
        Duration.ofSeconds(1));
  }

  @Example
  void whatIsPastALimitIsRefusedWithItsName() {
    EmissionFormat small = new EmissionFormat(Limits.DEFAULT.maxPayloadBytes(10));
    NodeEmission large = new NodeEmission(NODE, "h", to(new Target.Service("s", ""), new byte[11]));
    assertEquals(
        "envelope=11 > maxPayloadBytes=10",
        assertThrows(MalformedMessageException.class, () -> small.encode(large)).getMessage());
    NodeEmission far =
        new NodeEmission(
            NODE,
            "h",
            to(Target.Endpoint.of(URI.create("http://h/" + "x".repeat(8200))), new byte[1]));
    assertEquals(
        "address=8209 > maxAddressBytes=8192",
        assertThrows(MalformedMessageException.class, () -> FORMAT.encode(far)).getMessage());
  }

  @Example
  void anotherKindIsNone() {
    DMFormat other =
        DMFormat.of(new MessageId(1, 2), WireProperties.ofKind(FrameKind.REPLY), new byte[0]);
    assertEquals(Optional.empty(), EmissionFormat.emitting(other));
    assertEquals(List.of(), EMITTED.emitted(other));
    assertThrows(MalformedMessageException.class, () -> FORMAT.emission(other));
  }

  @Example
  void whatIsCutOffIsMalformed() {
    DMFormat whole =
        FORMAT.encode(new NodeEmission(NODE, "h", to(new Target.Service("s", ""), new byte[1])));
    for (int length = 0; length < whole.control().length; length++) {
      byte[] cut = java.util.Arrays.copyOf(whole.control(), length);
      DMFormat message =
          new DMFormat(whole.id(), new DMFormat.Content(whole.properties(), cut, whole.payload()));
      assertThrows(MalformedMessageException.class, () -> FORMAT.emission(message));
    }
  }

  @Example
  void whatBecameOfItIsReadAsItWas() {
    MessageId id = new MessageId(3, 4);
    List<Emitted> all =
        List.of(
            new Emitted.Delivered(),
            new Emitted.Sent(7, 202, Optional.empty()),
            new Emitted.Failed(-1, "BUSY", "no room"),
            new Emitted.Failed(3, "DEADLINE", ""));
    for (Emitted outcome : all) {
      DMFormat message = carried(EMITTED.encode(id, List.of(outcome)));
      assertEquals(id, message.id());
      assertEquals(List.of(outcome), EMITTED.emitted(message));
    }
    assertEquals(all, EMITTED.emitted(carried(EMITTED.encode(id, all))), "of several addresses");
    assertThrows(IllegalArgumentException.class, () -> EMITTED.encode(id, List.of()));
    Emitted.Sent answered =
        (Emitted.Sent)
            EMITTED
                .emitted(
                    carried(
                        EMITTED.encode(
                            id, List.of(new Emitted.Sent(0, 500, Optional.of(bytes("<a/>")))))))
                .get(0);
    assertArrayEquals(bytes("<a/>"), answered.envelope().orElseThrow());
    Emitted.Failed cut =
        (Emitted.Failed)
            EMITTED
                .emitted(EMITTED.encode(id, List.of(new Emitted.Failed(0, "X", "y".repeat(2000)))))
                .get(0);
    assertEquals("y".repeat(1000), cut.reason());
  }
}
