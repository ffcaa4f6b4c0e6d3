package org.dharch.ws.rm.processor;

import org.dharch.ws.rm.engine.RmResult;

/** Sends and counts the results of an engine. Never blocks; thread-safe. */
@FunctionalInterface
public interface RmOutbox {
  /** Sends the emissions of {@code result}, but not its answer. */
  void take(RmResult result);
}
