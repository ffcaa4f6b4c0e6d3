package org.dharch.benchmarks.scheduling;

import java.time.Duration;

/**
 * A repeated measurement.
 *
 * @param count the number of measurements
 * @param each the duration of each measurement
 */
record Repetition(int count, Duration each) {}
