package org.dharch.benchmarks.messaging;

import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * One row of table 1.
 *
 * @param name what is measured here
 * @param paper the paper's mean and standard deviation in microseconds, as its table is read; with
 *     a question mark where the text of that row is damaged
 * @param paperBytes the paper's memory in bytes; empty where it is not known
 * @param boundMicros what is allowed in full runs
 * @param work the operation; what it returns is not optimized away
 */
record Operation(
    String name,
    String paper,
    Optional<Integer> paperBytes,
    double boundMicros,
    Callable<Object> work) {}
