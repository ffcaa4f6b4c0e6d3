package org.dharch.cmanager.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks as they come, cut anywhere. */
class BlockReaderTest {
  private final Random random = new Random(1);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 1000, 1 << 16, 1 << 24})
  void blocksAreWhatTheyWereHoweverTheyAreCut(int piece) {
    List<byte[]> blocks = new ArrayList<>();
    ByteBuf wire = Unpooled.buffer();
    for (int size : new int[] {0, 1, 3, 4, 5, 0, 100, 70_000, 3 << (piece > 2 ? 20 : 10)}) {
      byte[] block = new byte[size];
      random.nextBytes(block);
      blocks.add(block);
      wire.writeInt(size).writeBytes(block);
    }
    BlockReader reader = new BlockReader();
    List<byte[]> read = new ArrayList<>();
    while (wire.isReadable()) {
      ByteBuf part = wire.readSlice(Math.min(piece, wire.readableBytes()));
      for (Optional<ByteBuffer> block = reader.next(part, 1 << 24);
          block.isPresent();
          block = reader.next(part, 1 << 24)) {
        byte[] whole = new byte[block.get().remaining()];
        block.get().get(whole);
        read.add(whole);
      }
    }
    assertEquals(blocks.size(), read.size());
    for (int i = 0; i < blocks.size(); i++) {
      assertArrayEquals(blocks.get(i), read.get(i));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 4097, Integer.MAX_VALUE, Integer.MIN_VALUE})
  void aLengthPastTheBoundIsRefusedBeforeAnythingIsTaken(int length) {
    ByteBuf wire = Unpooled.buffer().writeInt(length);
    assertThrows(
        IllegalArgumentException.class, () -> new BlockReader().next(wire, Handshake.MOST_BYTES));
  }

  /** A large block must not stay for as long as its connection does. */
  @Test
  void usualBlocksShareAnArray() {
    BlockReader reader = new BlockReader();
    byte[] usual = array(reader, 100 << 10);
    byte[] large = array(reader, 5 << 20);
    assertSame(usual, array(reader, 70));
    assertNotSame(usual, large);
    assertTrue(usual.length <= 128 << 10);
  }

  private static byte[] array(BlockReader reader, int size) {
    ByteBuf wire = Unpooled.buffer().writeInt(size).writeBytes(new byte[size]);
    return reader.next(wire, 1 << 24).orElseThrow().array();
  }

  /** Memory is taken as bytes come: a length alone of half of all there is costs a MiB. */
  @Test
  void declaredLengthAllocatesLittle() {
    List<BlockReader> readers = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      BlockReader reader = new BlockReader();
      ByteBuf wire = Unpooled.buffer().writeInt(1 << 30).writeByte(1);
      assertEquals(Optional.empty(), reader.next(wire, Integer.MAX_VALUE));
      readers.add(reader); // 50 GiB, if it were believed
    }
    assertEquals(50, readers.size());
  }
}
