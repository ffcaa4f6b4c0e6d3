package org.dharch.ws.eventing.store;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Optional;
import java.util.UUID;
import org.dharch.ws.eventing.DeliveryFormat;
import org.dharch.ws.eventing.EventingVersion;
import org.dharch.ws.eventing.Sink;
import org.dharch.ws.eventing.Subscription;
import org.dharch.ws.soap.SoapVersion;

/**
 * A compact subscription in memory: numbers and one array of text. Equality and order are those of
 * ids.
 */
final class MemoryRow implements Comparable<MemoryRow> {
  static final Comparator<MemoryRow> BY_EXPIRY =
      Comparator.comparingLong((MemoryRow row) -> row.expiresAt)
          .thenComparing(Comparator.naturalOrder());

  private static final byte[] NONE = {};

  final long high;
  final long low;
  long filter;
  long expiresAt;
  long lostSince;
  int lost;

  private final byte[] rest;

  private MemoryRow(long high, long low, byte[] rest) {
    this.high = high;
    this.low = low;
    this.rest = rest;
  }

  /** Creates a row that serves only as a key. */
  static MemoryRow key(String id) {
    UUID uuid = UUID.fromString(id);
    return new MemoryRow(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits(), NONE);
  }

  static MemoryRow of(Subscription subscription, long filter) {
    UUID uuid = UUID.fromString(subscription.id());
    String text =
        ""
            + bit(subscription.version() == EventingVersion.WSE_2011_03)
            + bit(subscription.soap() == SoapVersion.SOAP_1_2)
            + bit(subscription.format() == DeliveryFormat.WRAP)
            + bit(subscription.isReliable())
            + subscription.manager()
            + '\n'
            + subscription.endTo().map(sink -> sink.text().length()).orElse(0)
            + '\n'
            + subscription.endTo().map(Sink::text).orElse("")
            + subscription.notifyTo().text();
    MemoryRow row =
        new MemoryRow(
            uuid.getMostSignificantBits(),
            uuid.getLeastSignificantBits(),
            text.getBytes(StandardCharsets.UTF_8));
    row.filter = filter;
    row.expiresAt = subscription.expiresAt();
    return row;
  }

  private static char bit(boolean is) {
    return is ? '1' : '0';
  }

  private static boolean isSet(String text, int index) {
    return text.charAt(index) == '1';
  }

  Subscription subscription() {
    String text = new String(rest, StandardCharsets.UTF_8);
    int manager = text.indexOf('\n');
    int length = text.indexOf('\n', manager + 1);
    int endTo = length + 1 + Integer.parseInt(text.substring(manager + 1, length));
    return new Subscription(
        new UUID(high, low).toString(),
        isSet(text, 0) ? EventingVersion.WSE_2011_03 : EventingVersion.WSE_2004_08,
        isSet(text, 1) ? SoapVersion.SOAP_1_2 : SoapVersion.SOAP_1_1,
        isSet(text, 2) ? DeliveryFormat.WRAP : DeliveryFormat.UNWRAP,
        isSet(text, 3),
        Sink.parse(text.substring(endTo)),
        endTo > length + 1
            ? Optional.of(Sink.parse(text.substring(length + 1, endTo)))
            : Optional.empty(),
        text.substring(4, manager),
        expiresAt,
        lost);
  }

  @Override
  public int compareTo(MemoryRow other) {
    int first = Long.compare(high, other.high);
    return first != 0 ? first : Long.compare(low, other.low);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MemoryRow row && row.high == high && row.low == low;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(high ^ low);
  }
}
