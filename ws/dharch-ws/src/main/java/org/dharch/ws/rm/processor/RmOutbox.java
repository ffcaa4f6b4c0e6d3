package org.dharch.ws.rm.processor;

import org.dharch.ws.rm.engine.RmResult;

/** Sends and counts the results of an engine. Never blocks. Thread-safe. */
@FunctionalInterface
public interface RmOutbox {
  /** Sends the emissions of {@code result}, but not its answer. */
  void send(RmResult result);
}
