package org.dharch.benchmarks.load;

/** A service on the loopback address. */
public record Target(int port, String path) {}
