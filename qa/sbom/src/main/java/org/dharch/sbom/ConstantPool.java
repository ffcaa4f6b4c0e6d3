package org.dharch.sbom;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** The constant pool of a class file (Java Virtual Machine Specification, 4.4). */
final class ConstantPool {
  private static final int MAGIC = 0xCAFEBABE;

  private ConstantPool() {}

  /**
   * Returns all its strings: class names, descriptors, and text.
   *
   * @throws UncheckedIOException if it is not a class file
   */
  static List<String> strings(byte[] classFile) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(classFile))) {
      if (in.readInt() != MAGIC) {
        throw new IOException("not a class file");
      }
      in.skipNBytes(4); // skips the version
      List<String> strings = new ArrayList<>();
      int count = in.readUnsignedShort();
      for (int i = 1; i < count; i++) {
        int tag = in.readUnsignedByte();
        switch (tag) {
          case 1 -> strings.add(in.readUTF());
          case 5, 6 -> { // long and double take two entries
            in.skipNBytes(8);
            i++;
          }
          case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
          case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
          case 15 -> in.skipNBytes(3);
          default -> throw new IOException("constant " + i + ": unknown tag " + tag);
        }
      }
      return strings;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
