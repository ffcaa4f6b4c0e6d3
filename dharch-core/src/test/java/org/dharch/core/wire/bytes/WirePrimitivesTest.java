package org.dharch.core.wire.bytes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.dharch.api.Part;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.WireValues;
import org.junit.jupiter.api.Test;

/** Every primitive comes back as it was, or is refused by name; nothing is cut. */
class WirePrimitivesTest {
  private static final WireBound FIVE = new WireBound("maxBytes", 5);

  @Provide
  Arbitrary<String> texts() {
    return WireValues.texts();
  }

  @Provide
  Arbitrary<String> broken() {
    return WireValues.broken();
  }

  private static WireWriter writer() {
    return new WireWriter(0);
  }

  private static String refused(Runnable call) {
    return assertThrows(MalformedMessageException.class, call::run).getMessage();
  }

  private static String refused(byte[] bytes, Consumer<WireReader> call) {
    return refused(() -> call.accept(new WireReader(bytes)));
  }

  @Property
  void aTextIsItsUtf8(@ForAll("texts") String text) {
    byte[] bytes = writer().text("t", text, WireBound.NONE).toBytes();
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    assertArrayEquals(utf8, Arrays.copyOfRange(bytes, 4, bytes.length));
    WireReader in = new WireReader(bytes);
    assertEquals(text, in.text("t", WireBound.NONE));
    in.end("a text");
    assertTrue(WireWriter.canWrite(text));
  }

  @Property
  void halfASurrogatePairIsRefusedAndTheErrorCanTravel(@ForAll("broken") String text) {
    assertFalse(WireWriter.canWrite(text));
    String message = refused(() -> writer().text("reason", text, WireBound.NONE));
    assertTrue(
        message.startsWith("reason must not have") && message.contains("surrogate"), message);
    assertTrue(StandardCharsets.US_ASCII.newEncoder().canEncode(message.replace("…", "")), message);
  }

  @Test
  void whatIsNotUtf8IsRefusedAndAReplacementCharacterIsNot() {
    byte[] bytes = writer().bytes("t", new byte[] {'a', (byte) 0xff}, FIVE).toBytes();
    assertEquals("t is not UTF-8", refused(bytes, in -> in.text("t", FIVE)));
    byte[] surrogate = {(byte) 0xed, (byte) 0xa0, (byte) 0x80};
    byte[] half = writer().bytes("t", surrogate, FIVE).toBytes();
    assertEquals("t is not UTF-8", refused(half, in -> in.text("t", FIVE)));
    byte[] fine = writer().text("t", "\ufffd", FIVE).toBytes();
    assertEquals("\ufffd", new WireReader(fine).text("t", FIVE));
  }

  @Test
  void boundsHoldBothWays() {
    assertEquals("t=6 > maxBytes=5", refused(() -> writer().text("t", "\u00e4\u00e4\u00e4", FIVE)));
    assertEquals("b=6 > maxBytes=5", refused(() -> writer().bytes("b", new byte[6], FIVE)));
    byte[] six = writer().bytes("b", new byte[6], WireBound.NONE).toBytes();
    assertEquals("b=6 > maxBytes=5", refused(six, in -> in.bytes("b", FIVE)));
    assertEquals("t=6 > maxBytes=5", refused(six, in -> in.text("t", FIVE)));
    assertEquals("l=6 > maxBytes=5", refused(six, in -> in.list("l", FIVE, r -> r.flag("f"))));
    byte[] many = writer().int32(-1).toBytes();
    assertEquals("b=4294967295 > maxBytes=5", refused(many, in -> in.bytes("b", FIVE)));
    assertEquals("n must be 0 to 2147483647 (got 4294967295)", refused(many, in -> in.number("n")));
    assertEquals("n must be at least 0 (got -1)", refused(() -> writer().number("n", -1)));
    assertEquals("o must be 0 to 255 (got 256)", refused(() -> writer().octet("o", 256)));
    Duration ages = Duration.ofDays(365 * 300);
    assertEquals(
        "d must be at most 292 years (got " + ages + ")",
        refused(() -> writer().duration("d", ages)));
  }

  @Test
  void aLengthIsNotBelievedBeforeItIsThere() {
    byte[] promised = writer().int32(Integer.MAX_VALUE).int16((short) 1).toBytes();
    assertEquals(
        "truncated at b: 2147483647 bytes are required (got 2)",
        refused(promised, in -> in.bytes("b", WireBound.NONE)));
    assertEquals(
        "truncated at l: 2147483647 bytes are required (got 2)",
        refused(promised, in -> in.list("l", WireBound.NONE, r -> r.flag("f"))));
    assertEquals(
        "truncated at n: 8 bytes are required (got 6)", refused(promised, in -> in.int64("n")));
  }

  @Test
  void wordsFlagsAndOptionals() {
    byte[] bytes =
        writer()
            .word(Part.Owner.BODY)
            .optional(Optional.of(7), WireWriter::int32)
            .optional(Optional.<Integer>empty(), WireWriter::int32)
            .flag(true)
            .toBytes();
    WireReader in = new WireReader(bytes);
    assertEquals(Part.Owner.BODY, in.word("owner", Part.Owner.class));
    assertEquals(Optional.of(7), in.optional("o", r -> r.int32("n")));
    assertEquals(Optional.empty(), in.optional("o", r -> r.int32("n")));
    assertTrue(in.flag("f"));
    byte[] two = writer().octet("f", 2).toBytes();
    assertEquals("f must be 0 or 1 (got 2)", refused(two, r -> r.flag("f")));
    byte[] word = writer().text("w", "body", WireBound.NONE).toBytes();
    assertEquals(
        "owner must be one of ENVELOPE HEADER BODY (got 'body')",
        refused(word, r -> r.word("owner", Part.Owner.class)));
  }
}
