package org.dharch.benchmarks.harness;

import org.dharch.cli.run.MachineFacts;

/**
 * The machine of a measurement, shown with every figure.
 *
 * @param cpu the name of the processor
 * @param cores how many cores the measuring JVM had
 * @param memory the memory of the machine, with its unit
 * @param os name and version
 * @param jdk name and version
 * @param date the date in UTC
 */
public record Machine(String cpu, int cores, String memory, String os, String jdk, String date) {

  /** Returns the facts of this machine, now. */
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

  /** Returns the facts in one line. */
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
