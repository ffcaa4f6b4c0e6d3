package org.dharch.benchmarks.harness;

import org.dharch.cli.run.MachineFacts;

/**
 * The facts of the machine that a result was measured on; they stand beside every figure.
 *
 * @param cpu the processor's name
 * @param cores how many of them the measuring JVM had
 * @param memory the machine's, with its unit
 * @param os name and version
 * @param jdk name and version
 * @param date when, in UTC
 */
public record Machine(String cpu, int cores, String memory, String os, String jdk, String date) {

  /** This machine, now. */
  public static Machine here() {
    MachineFacts facts = MachineFacts.here();
    return new Machine(
        facts.cpu(),
        facts.cores(),
        facts.memory() + " MiB",
        facts.os(),
        System.getProperty("java.vm.name") + " " + Runtime.version(),
        facts.date());
  }

  /** In one line. */
  public String text() {
    return String.join(
        ", ",
        cpu,
        cores + (cores == 1 ? " core" : " cores"),
        memory,
        os,
        jdk,
        date.substring(0, 10));
  }
}
