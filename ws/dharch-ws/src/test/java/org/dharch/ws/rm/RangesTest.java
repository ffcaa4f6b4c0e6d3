package org.dharch.ws.rm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** {@link Ranges}, beside a plain set of bits. */
class RangesTest {
  private static final long TOP = Long.MAX_VALUE;

  private static Ranges ranges(Set<Integer> numbers) {
    Ranges ranges = Ranges.EMPTY;
    for (int number : numbers) {
      ranges = ranges.add(number);
    }
    return ranges;
  }

  private static BitSet bits(Set<Integer> numbers) {
    BitSet bits = new BitSet();
    numbers.forEach(bits::set);
    return bits;
  }

  private static void same(BitSet bits, Ranges ranges) {
    assertEquals(bits.cardinality(), ranges.size());
    assertEquals(Math.max(0, bits.length() - 1), ranges.max());
    for (int number = 1; number <= 200; number++) {
      assertEquals(bits.get(number), ranges.contains(number), number + " in " + ranges);
    }
    assertEquals(ranges, Ranges.parse(ranges.toString()));
    assertEquals(ranges.hashCode(), Ranges.parse(ranges.toString()).hashCode());
    for (int r = 1; r < ranges.count(); r++) {
      assertTrue(ranges.lower(r) > ranges.upper(r - 1) + 1, ranges + " has ranges that touch");
    }
    int prefix = bits.nextClearBit(1) - 1;
    assertEquals(prefix, ranges.prefix());
  }

  @Property
  void addMatchesSet(@ForAll @Size(max = 80) Set<@IntRange(min = 1, max = 90) Integer> a) {
    same(bits(a), ranges(a));
  }

  @Property
  void setOperationsMatchSets(
      @ForAll @Size(max = 60) Set<@IntRange(min = 1, max = 90) Integer> a,
      @ForAll @Size(max = 60) Set<@IntRange(min = 1, max = 90) Integer> b) {
    BitSet both = bits(a);
    both.or(bits(b));
    same(both, ranges(a).addAll(ranges(b)));
    BitSet without = bits(a);
    without.andNot(bits(b));
    same(without, ranges(a).subtract(ranges(b)));
  }

  @Property
  void gapsAreMissingNumbers(@ForAll @Size(max = 60) Set<@IntRange(min = 1, max = 90) Integer> a) {
    BitSet missing = new BitSet();
    missing.set(1, Math.max(1, bits(a).length()));
    missing.andNot(bits(a));
    same(missing, ranges(a).gaps());
  }

  @Test
  void supportsHighestNumbers() {
    Ranges all = Ranges.of(1, TOP);
    assertEquals(TOP, all.size());
    assertEquals(1, all.count());
    assertTrue(all.contains(TOP));
    assertEquals(Ranges.of(1, TOP - 1), all.subtract(Ranges.of(TOP, TOP)));
    assertEquals(Ranges.EMPTY, all.subtract(all));
    assertEquals(Ranges.of(TOP, TOP), all.subtract(Ranges.of(1, TOP - 1)));
    assertEquals(all, Ranges.of(1, TOP - 1).add(TOP));
    assertEquals("9223372036854775806-9223372036854775807", Ranges.of(TOP - 1, TOP).toString());
  }

  @Test
  void addIsIdempotent() {
    Ranges ranges = Ranges.of(2, 4);
    assertSame(ranges, ranges.add(3));
    assertEquals(Ranges.of(1, 5), ranges.add(1).add(5));
  }

  @Test
  void disjointAcceptsAnyOrder() {
    assertEquals("1-9,12", Ranges.disjoint(12, 12, 4, 9, 1, 3).toString());
    assertEquals(Ranges.EMPTY, Ranges.disjoint());
  }

  @Test
  void rejectsOverlapsAndInvalidRanges() {
    assertEquals(
        "the range 4-9 overlaps one that ends at 5", refused(() -> Ranges.disjoint(4, 9, 1, 5)));
    assertEquals(
        "3-2 must be a range with 1 <= lower <= upper", refused(() -> Ranges.disjoint(3, 2)));
    assertEquals("0-2 must be a range with 1 <= lower <= upper", refused(() -> Ranges.of(0, 2)));
    assertEquals("3 ends; each range must have two", refused(() -> Ranges.disjoint(1, 2, 3)));
    assertEquals(
        "'x' must be a range of message numbers such as '7' or '3-5'",
        refused(() -> Ranges.parse("1,x")));
  }

  @Test
  void equalSetsAreEqual() {
    assertEquals(Ranges.of(1, 3), Ranges.EMPTY.add(3).add(1).add(2));
    assertFalse(Ranges.of(1, 3).equals(Ranges.of(1, 2)));
    assertFalse(Ranges.of(1, 3).equals("1-3"));
  }

  private static String refused(Runnable wrong) {
    return assertThrows(IllegalArgumentException.class, wrong::run).getMessage();
  }
}
