package org.dharch.cmanager.guard;

import java.io.DataInput;
import java.io.DataInputStream;
import java.io.IOException;

/**
 * Limits reading to the declared length of one command. ActiveMQ trusts a command's length and the
 * lengths of its arrays, and allocates memory for bytes that never arrive. Used by one thread.
 */
final class FrameInput implements DataInput {
  /** Receives the start of each command, before it is read. */
  interface Watch {
    /**
     * Called before a command of this length is read.
     *
     * @return the bytes that its arrays may take besides four times its own, or those of a small
     *     one
     * @throws IOException if it must not be read
     */
    long begins(int bytes) throws IOException;
  }

  private static final int ELEMENT = 4; // of a reference array, which needs more than a byte array

  private final DataInput in;
  private final Watch watch;
  private long left = Integer.BYTES;
  private long arrays;
  private boolean sized;
  private boolean started;

  FrameInput(DataInput in, Watch watch) {
    this.in = in;
    this.watch = watch;
  }

  private void read(long bytes) throws IOException {
    left -= bytes;
    if (left < 0) {
      throw new IOException("a command must not exceed its declared length");
    }
  }

  @Override
  public int readInt() throws IOException {
    read(Integer.BYTES);
    int value = in.readInt();
    if (!sized) {
      sized = true;
      left = value;
    }
    return value;
  }

  /** The first byte is the command's type; its length was checked before. */
  @Override
  public byte readByte() throws IOException {
    if (!started) {
      started = true;
      arrays = watch.begins((int) left) + ELEMENT * Math.min(left, FrameBudget.SMALL);
    }
    read(1);
    return in.readByte();
  }

  /** The value may be the length of the array that is allocated next. */
  @Override
  public short readShort() throws IOException {
    read(Short.BYTES);
    short value = in.readShort();
    arrays -= (long) ELEMENT * Math.max(0, value);
    if (arrays < 0) {
      throw new IOException("the arrays of a command must fit in it");
    }
    return value;
  }

  @Override
  public void readFully(byte[] into) throws IOException {
    read(into.length);
    in.readFully(into);
  }

  @Override
  public void readFully(byte[] into, int offset, int length) throws IOException {
    read(length);
    in.readFully(into, offset, length);
  }

  @Override
  public int skipBytes(int bytes) throws IOException {
    read(bytes);
    return in.skipBytes(bytes);
  }

  @Override
  public boolean readBoolean() throws IOException {
    read(1);
    return in.readBoolean();
  }

  @Override
  public int readUnsignedByte() throws IOException {
    read(1);
    return in.readUnsignedByte();
  }

  @Override
  public int readUnsignedShort() throws IOException {
    read(Short.BYTES);
    return in.readUnsignedShort();
  }

  @Override
  public char readChar() throws IOException {
    read(Character.BYTES);
    return in.readChar();
  }

  @Override
  public long readLong() throws IOException {
    read(Long.BYTES);
    return in.readLong();
  }

  @Override
  public float readFloat() throws IOException {
    read(Float.BYTES);
    return in.readFloat();
  }

  @Override
  public double readDouble() throws IOException {
    read(Double.BYTES);
    return in.readDouble();
  }

  @Override
  public String readUTF() throws IOException {
    return DataInputStream.readUTF(this);
  }

  @Override
  public String readLine() throws IOException {
    throw new IOException("expected a command (got a line)");
  }
}
