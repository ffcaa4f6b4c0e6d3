package org.dharch.core.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.bytes.PropertiesFormat;
import org.dharch.core.wire.bytes.WireReader;
import org.dharch.core.wire.bytes.WireWriter;
import org.junit.jupiter.api.Test;

class DMFormatCodecTest {
  private static final DMFormatCodec CODEC = new DMFormatCodec(Limits.DEFAULT);

  private static DMFormat sample() {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("text", "Gr\u00fc\u00dfe \ud83d\ude00");
    properties.put("empty", "");
    properties.put("true", true);
    properties.put("false", false);
    properties.put("int", Integer.MIN_VALUE);
    properties.put("long", Long.MAX_VALUE);
    properties.put("double", Double.NaN);
    properties.put("float", -0.0f);
    properties.put("short", (short) -1);
    properties.put("byte", (byte) 127);
    properties.put("\u00fc", "name");
    return new DMFormat(
        new MessageId(-1, 42),
        new DMFormat.Content(
            MessageProperties.of(properties), new byte[] {5, 6}, new byte[] {0, -1, 13}));
  }

  @Test
  void everythingThatCanTravelArrivesInItsOrder() {
    DMFormat read = CODEC.decode(CODEC.encode(sample()));
    assertEquals(sample(), read);
    assertEquals(
        sample().properties().asMap().keySet().stream().toList(),
        read.properties().asMap().keySet().stream().toList());
    sample()
        .properties()
        .asMap()
        .forEach(
            (name, value) ->
                assertEquals(value.getClass(), read.properties().get(name).get().getClass()));
    DMFormat empty = DMFormat.of(new MessageId(0, 0), MessageProperties.empty(), new byte[0]);
    assertEquals(empty, CODEC.decode(CODEC.encode(empty)));
  }

  /** A sender of before has two where there is one; past the limit together they are refused. */
  @Test
  void headersWhoseNamesDifferOnlyInCaseAreReadAsOne() {
    String name = "dharch.http.header.x-t";
    assertEquals("a, b", readHeaders("a", "b").text(name, ""));
    String half = "x".repeat(Limits.DEFAULT.maxPropertyBytes() / 2);
    assertTrue(
        assertThrows(MalformedMessageException.class, () -> readHeaders(half, half))
            .getMessage()
            .contains(name));
  }

  private static MessageProperties readHeaders(String first, String second) {
    Map<String, Object> sent = new LinkedHashMap<>();
    sent.put("dharch.http.header.X-T", first);
    sent.put("dharch.http.header.x-t", second);
    PropertiesFormat format = new PropertiesFormat(Limits.DEFAULT);
    WireWriter out = new WireWriter(100);
    format.write(out, sent);
    return format.read(new WireReader(out.toBytes()));
  }

  @Test
  void theBytesAreAsWritten() {
    DMFormat one =
        new DMFormat(
            new MessageId(1, 2),
            new DMFormat.Content(
                MessageProperties.of(Map.of("a", 3)), new byte[] {7, 8}, new byte[] {9}));
    assertArrayEquals(
        new byte[] {
          'D',
          'H',
          WireVersion.CURRENT,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          1,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          2,
          0,
          0,
          0,
          1,
          0,
          0,
          0,
          1,
          'a',
          'I',
          0,
          0,
          0,
          3,
          0,
          0,
          0,
          2,
          7,
          8,
          0,
          0,
          0,
          1,
          9
        },
        CODEC.encode(one));
  }

  @Test
  void cutOffAnywhereIsMalformed() {
    byte[] bytes = CODEC.encode(sample());
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThrows(MalformedMessageException.class, () -> CODEC.decode(cut), "at " + length);
    }
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    assertEquals(
        "1 bytes after the end of a DMFormat",
        assertThrows(MalformedMessageException.class, () -> CODEC.decode(longer)).getMessage());
  }

  @Test
  void anythingElseIsMalformedOrAMessage() {
    byte[] bytes = CODEC.encode(sample());
    Random random = new Random(1);
    int refused = 0;
    for (int run = 0; run < 50_000; run++) {
      byte[] damaged = bytes.clone();
      for (int i = random.nextInt(3); i >= 0; i--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      try {
        CODEC.decode(damaged);
      } catch (MalformedMessageException e) {
        refused++;
      }
    }
    assertTrue(refused > 10_000, "refused " + refused);
  }

  @Test
  void limitsHoldBothWays() {
    DMFormatCodec small = new DMFormatCodec(new Limits(2, 2, 8, 1, 1, 1));
    MessageId id = new MessageId(1, 1);
    for (DMFormat past :
        new DMFormat[] {
          DMFormat.of(id, MessageProperties.empty(), new byte[3]),
          DMFormat.of(id, MessageProperties.of(Map.of("a", 1, "b", 2, "c", 3)), new byte[0]),
          DMFormat.of(id, MessageProperties.of(Map.of("a", "12345678")), new byte[0]),
        }) {
      assertThrows(MalformedMessageException.class, () -> small.encode(past));
      byte[] bytes = CODEC.encode(past);
      if (past.properties().get("a").isEmpty() || past.properties().size() > 2) {
        assertThrows(MalformedMessageException.class, () -> small.decode(bytes));
      }
    }
    assertEquals(
        "payload=3 > maxPayloadBytes=2",
        assertThrows(
                MalformedMessageException.class,
                () ->
                    small.decode(
                        CODEC.encode(DMFormat.of(id, MessageProperties.empty(), new byte[3]))))
            .getMessage());
  }

  @Test
  void anotherVersionIsSaid() {
    byte[] bytes = CODEC.encode(sample());
    bytes[2] = 2;
    assertEquals(
        "wire version must be 1 (got 2)",
        assertThrows(MalformedMessageException.class, () -> CODEC.decode(bytes)).getMessage());
  }
}
