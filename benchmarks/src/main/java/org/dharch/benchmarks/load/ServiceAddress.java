package org.dharch.benchmarks.load;

/** A service on the loopback address. */
public record ServiceAddress(int port, String path) {}
