package org.dharch.peers.handlers;

import java.util.List;
import org.dharch.peers.operations.Prepared;

/**
 * Takes messages of which none may come twice: when all have been, what takes them is made anew and
 * remembers none. One thread.
 */
public final class SingleUseMessages implements Prepared {
  private final List<byte[]> messages;
  private final Maker maker;
  private Taker taker;
  private int next;

  /** Takes a message. */
  @FunctionalInterface
  public interface Taker {
    /** Gives its result. */
    Object take(byte[] message) throws Exception;
  }

  /** Makes what has not taken any. */
  @FunctionalInterface
  public interface Maker {
    /** Makes it. */
    Taker make() throws Exception;
  }

  /** Of these messages; what takes them is made when it is first needed. */
  public SingleUseMessages(List<byte[]> messages, Maker maker) {
    this.messages = messages;
    this.maker = maker;
    this.next = messages.size();
  }

  @Override
  public int most() {
    return messages.size();
  }

  @Override
  public void prepare(int count) throws Exception {
    if (next + count > messages.size()) {
      taker = maker.make();
      next = 0;
    }
  }

  @Override
  public Object call() throws Exception {
    return taker.take(messages.get(next++));
  }
}
