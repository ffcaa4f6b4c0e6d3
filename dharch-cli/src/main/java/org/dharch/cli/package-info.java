/**
 * The command line: {@code dharch demo}, {@code serve}, {@code node}, {@code broker}.
 *
 * <pre>
 * Main ─▶ DemoCommand ─▶ SampleSite (Axis2, module, broker) ─▶ NodeProcess × N (JVMs of their own)
 *      │       └─▶ DemoClient ─▶ RoundTrips ─▶ ReportText, Waterfall, ReportJson
 *      ├▶ ServeCommand ─▶ SampleSite, NodeProcess
 *      ├▶ NodeCommand
 *      └▶ BrokerCommand
 * </pre>
 *
 * <p>Public are {@link Main}, {@link Benchmarks} and what the benchmarks need as the commands do.
 */
package org.dharch.cli;
