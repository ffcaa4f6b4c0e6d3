/**
 * The command line: {@code dharch demo}, {@code serve}, {@code node}, {@code broker}.
 *
 * <pre>
 * Main ─▶ DemoCommand ─▶ SampleSite (Axis2, module, broker) ─▶ NodeProcess × N (JVMs of their own)
 *      │       └─▶ LoadClient ─▶ Measurement ─▶ ReportText, Waterfall, ReportJson
 *      ├▶ ServeCommand ─▶ SampleSite, NodeProcess
 *      ├▶ NodeCommand
 *      └▶ BrokerCommand
 * </pre>
 */
package org.dharch.cli;
