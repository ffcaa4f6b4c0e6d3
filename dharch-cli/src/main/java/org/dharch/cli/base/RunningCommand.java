package org.dharch.cli.base;

/** A command that keeps running. */
public interface RunningCommand {
  /** Whether it logs events, and not only problems. */
  default boolean logsEvents() {
    return true;
  }
}
