/**
 * A bookstore as a Web service on Axis2 and PostgreSQL, after TPC-App (seed 003, section 3): its
 * database, its service in its own JVM, and requests with the paper's mix of operations whose
 * answers can be checked.
 */
package org.dharch.benchmarks.bookstore;
