package org.dharch.peers.handlers;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A file with several messages. */
public final class MessageFile {
  private MessageFile() {}

  /** Writes the messages. */
  public static void write(Path file, List<byte[]> messages) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      out.writeInt(messages.size());
      for (byte[] message : messages) {
        out.writeInt(message.length);
        out.write(message);
      }
    }
  }

  /** Reads the messages. */
  public static List<byte[]> read(Path file) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      int count = in.readInt();
      List<byte[]> messages = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        byte[] message = new byte[in.readInt()];
        in.readFully(message);
        messages.add(message);
      }
      return messages;
    }
  }
}
