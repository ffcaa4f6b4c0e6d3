package org.dharch.cmanager.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FrameInputTest {
  private final List<Integer> begun = new ArrayList<>();

  /** A command that says it has so many bytes. */
  private FrameInput input(int length, byte... bytes) throws IOException {
    ByteBuffer all = ByteBuffer.allocate(Integer.BYTES + 1 + bytes.length);
    all.putInt(length).put((byte) 24).put(bytes);
    FrameInput input =
        new FrameInput(
            new DataInputStream(new ByteArrayInputStream(all.array())),
            size -> {
              begun.add(size);
              return 0;
            });
    assertEquals(length, input.readInt());
    return input;
  }

  @Test
  void commandIsCheckedOnceBeforeReading() throws Exception {
    FrameInput input = input(7, new byte[6]);
    assertEquals(List.of(), begun);
    assertEquals(24, input.readByte());
    input.readByte();
    input.readInt();
    assertEquals(List.of(7), begun);
  }

  @Test
  void readingStopsAtDeclaredLength() throws Exception {
    FrameInput input = input(7, new byte[100]);
    input.readByte();
    input.readFully(new byte[2]);
    assertThrows(IOException.class, input::readLong);
    FrameInput text = input(5, new byte[] {0, 9, 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'});
    text.readByte();
    assertThrows(IOException.class, text::readUTF);
  }

  @Test
  void arraysAreBoundedByCommandLength() throws Exception {
    FrameInput small = input(101, (byte) 0, (byte) 101, (byte) 0, (byte) 1);
    small.readByte();
    assertEquals(101, small.readShort());
    assertThrows(IOException.class, small::readShort);
    byte[] lengths = new byte[10];
    Arrays.fill(lengths, (byte) 0x7f);
    FrameInput large = input(100 << 20, lengths);
    large.readByte();
    large.readShort();
    large.readShort();
    assertThrows(IOException.class, large::readShort);
  }
}
