package org.dharch.cli.base;

/** A command that runs on until it is ended. */
public interface RunningCommand {
  /** Whether it is to log what happens to it meanwhile, and not what goes wrong only. */
  default boolean tells() {
    return true;
  }
}
