/**
 * Libraries that take turns at the same operations, each in a process and on a class path of its
 * own: how they are started, asked and measured. What measures in them is {@code peers/operations}.
 *
 * <p>May see: the harness. Its reader goes on with the suite that compares them.
 */
package org.dharch.benchmarks.contenders;
