/**
 * What several suites measure on: an Axis2 server with DHArch, its documents, a bare SOAP client,
 * and simulated handlers and services, which wait and say so by their name.
 */
package org.dharch.benchmarks.site;
