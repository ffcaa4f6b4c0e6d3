/**
 * What several suites measure on: Axis2 and DHArch in a Tomcat, their documents, a bare SOAP
 * client, and simulated handlers and services, which wait and say so by their name.
 */
package org.dharch.benchmarks.site;
