/**
 * The shared test site of several suites: Axis2 and DHArch in a Tomcat, their documents, a minimal
 * SOAP client, and simulated handlers and services, which wait and are named accordingly.
 */
package org.dharch.benchmarks.site;
