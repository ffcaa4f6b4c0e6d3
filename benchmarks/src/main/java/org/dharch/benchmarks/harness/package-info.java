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
 *       constructor that passes name, description, duration and {@link
 *       org.dharch.benchmarks.harness.Experiment}, and add it to {@code
 *       META-INF/services/org.dharch.benchmarks.harness.Suite}.
 *   <li>In the experiment's {@code run}: sizes by {@code run.options().choose(quick, full)}; nodes
 *       by {@code run.nodes().start(name, document, broker)} with a broker at {@code
 *       run.nodes().brokerAddress()}, so that the suite runs in every environment; {@code
 *       run.progress().steps(n)} once, then {@code phase} and {@code step}; results by {@code
 *       run.report().add(name, parameters, metric, unit, Statistics.of(…))}; checks by {@code
 *       run.report().atMost(…)}, {@code atLeast} or {@code check}.
 *   <li>Alternate compared subjects, one observation each (A B A B …). Check every answer; a wrong
 *       one is an exception. The cost of a handler is real work, or a wait that the name or the
 *       parameters label as such; never both in one table.
 *   <li>In {@code figures}: make {@link org.dharch.benchmarks.harness.Figure}s (table, chart, text)
 *       from the results alone, found by {@code results.result(name, metric)}: measured values with
 *       those of the paper, the limit and the peers, and an explanation of differences.
 * </ol>
 *
 * <p>{@code mvn verify -Pfull} runs a smoke test of each suite, not the suite.
 */
package org.dharch.benchmarks.harness;
