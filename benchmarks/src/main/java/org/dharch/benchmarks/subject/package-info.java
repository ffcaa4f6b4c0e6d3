/** The subjects of closed loops: a DHArch stage, and plain JMS and TCP as baselines. */
package org.dharch.benchmarks.subject;
