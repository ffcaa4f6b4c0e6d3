/**
 * What the suites about load share: a light SOAP client for hundreds of connections on one thread,
 * in closed and in open loop; a Tomcat with several Axis2 in it, in a JVM of its own; and what
 * processes cost.
 */
package org.dharch.benchmarks.load;
