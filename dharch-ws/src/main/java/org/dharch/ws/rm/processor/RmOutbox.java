package org.dharch.ws.rm.processor;

import org.dharch.ws.rm.engine.RmResult;

/** Sees to what an engine wants sent, and counted. Never blocks; safe for any thread. */
@FunctionalInterface
public interface RmOutbox {
  /** Sends what {@code result} wants sent of its own accord; its answer is another's affair. */
  void take(RmResult result);
}
