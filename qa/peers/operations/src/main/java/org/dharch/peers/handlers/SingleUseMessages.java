package org.dharch.peers.handlers;

import java.util.List;
import org.dharch.peers.operations.Prepared;

/**
 * Processes messages that must not repeat. After the last message it makes a new processor that
 * remembers none. One thread.
 */
public final class SingleUseMessages implements Prepared {
  private final List<byte[]> messages;
  private final Maker maker;
  private Processor processor;
  private int next;

  /** Processes a message. */
  @FunctionalInterface
  public interface Processor {
    /** Returns the result. */
    Object process(byte[] message) throws Exception;
  }

  /** Makes a processor that has seen no message. */
  @FunctionalInterface
  public interface Maker {
    /** Makes the processor. */
    Processor make() throws Exception;
  }

  /** Uses these messages; the processor is made on first use. */
  public SingleUseMessages(List<byte[]> messages, Maker maker) {
    this.messages = messages;
    this.maker = maker;
    this.next = messages.size();
  }

  @Override
  public int maxCount() {
    return messages.size();
  }

  @Override
  public void prepare(int count) throws Exception {
    if (next + count > messages.size()) {
      processor = maker.make();
      next = 0;
    }
  }

  @Override
  public Object call() throws Exception {
    return processor.process(messages.get(next++));
  }
}
