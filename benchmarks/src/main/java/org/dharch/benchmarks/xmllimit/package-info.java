/**
 * The limit of XML (seed 004, figures 2 and 3): one service behind a servlet that streams, one that
 * serializes, one that reads and writes XML, and Axis2; then Axis2 with DHArch. Server, database
 * and node run in separate JVMs or processes.
 *
 * <pre>
 *   LimitServer (a Tomcat)        Work: adds up the input, and reads the result from Elements
 *     StreamedForm ─┐               ▲
 *     SerialForm   ─┼─ LimitServlet ┤
 *     XmlForm      ─┘               │        none │ PostgreSQL │ SQLite in memory
 *     SoapForm ─ Axis2 ─ LimitService (ADB, generated)
 * </pre>
 */
package org.dharch.benchmarks.xmllimit;
