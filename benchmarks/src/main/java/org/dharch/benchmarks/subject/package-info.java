/** What closed loops measure: one DHArch stage, and plain JMS request/replies beside it. */
package org.dharch.benchmarks.subject;
