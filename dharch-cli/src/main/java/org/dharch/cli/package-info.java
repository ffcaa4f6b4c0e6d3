/**
 * The command line, one class a command ({@code ...Command}): {@code demo}, {@code serve}, {@code
 * node}, {@code broker}, {@code failed}, {@code classes}, {@code validate}, {@code graph}, {@code
 * plan}, {@code bench}.
 *
 * <pre>
 * Main ─▶ DemoCommand ─▶ SampleSite (Axis2, module, broker) ─▶ NodeProcess × N (JVMs of their own)
 *      │       └─▶ DemoClient ─▶ RoundTrips ─▶ ReportText, Waterfall, ReportJson
 *      ├▶ ServeCommand ─▶ SampleSite, NodeProcess
 *      ├▶ NodeCommand
 *      ├▶ BrokerCommand
 *      └▶ …
 * </pre>
 *
 * <p>Public are {@link Main}, {@link Benchmarks} and the classes that the benchmarks use. Uses all
 * packages except {@code core.execution}, {@code core.node}, {@code core.inprocess} and the
 * benchmarks. See docs/command-line.md.
 */
package org.dharch.cli;
