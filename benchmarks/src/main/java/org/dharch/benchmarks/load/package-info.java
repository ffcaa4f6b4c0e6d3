/**
 * The shared parts of the load suites: a light SOAP client for hundreds of connections on one
 * thread, with closed and open loops; a Tomcat with several Axis2, in its own JVM; and the resource
 * usage of processes.
 */
package org.dharch.benchmarks.load;
