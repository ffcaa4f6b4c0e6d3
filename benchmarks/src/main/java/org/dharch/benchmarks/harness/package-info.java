/**
 * The harness of all benchmark suites.
 *
 * <pre>
 *   dharch bench SUITE ─▶ Harness ─▶ Experiment.run() ────▶ SuiteResults ─▶ SUITE.json, SUITE.csv
 *                                        │  options, progress, nodes, report     │
 *                                        ▼                                       ▼
 *                                  handler nodes where --env      Suite.figures ─▶ report.md, report.html, charts
 * </pre>
 *
 * <p>How to write a suite:
 *
 * <ol>
 *   <li>Extend {@link org.dharch.benchmarks.harness.Suite} by a public final class with a public
 *       constructor, which says its name, what it measures, how long that takes and by which {@link
 *       org.dharch.benchmarks.harness.Experiment}, and name it in {@code
 *       META-INF/services/org.dharch.benchmarks.harness.Suite}.
 *   <li>In the experiment's {@code run}: sizes by {@code run.options().choose(quick, full)}; nodes
 *       by {@code run.nodes().start(name, document, broker)} with a broker at {@code
 *       run.nodes().brokerAddress()}, so that the suite runs in every environment; {@code
 *       run.progress().steps(n)} once, {@code phase} and {@code step} as it goes on; figures by
 *       {@code run.report().add(name, parameters, metric, unit, Statistics.of(…))}; promises by
 *       {@code run.report().atMost(…)}, {@code atLeast} or {@code check}.
 *   <li>What is compared takes turns, one observation each (A B A B …). Every answer is checked; a
 *       wrong one is an exception. A handler's cost is real work or a wait that is labelled as one,
 *       in the name or the parameters; never both in one table.
 *   <li>In {@code figures}: make {@link org.dharch.benchmarks.harness.Figure}s (table, chart, text)
 *       from the results alone, found by {@code results.result(name, metric)}: measured beside the
 *       paper's figure, the limit and the peer, and what differs and why.
 * </ol>
 *
 * <p>A smoke test belongs into {@code mvn verify}; the suites themselves do not run there.
 */
package org.dharch.benchmarks.harness;
