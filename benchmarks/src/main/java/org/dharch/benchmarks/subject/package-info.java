/** What closed loops measure: one DHArch stage, and plain JMS and bare TCP beside it. */
package org.dharch.benchmarks.subject;
