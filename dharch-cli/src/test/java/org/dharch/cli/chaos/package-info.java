/**
 * Real faults: a real broker and real nodes, in JVMs of their own, are killed, stopped and cut off
 * under steady SOAP load (docs/chaos.md).
 *
 * <pre>
 * ChaosTest ─▶ ChaosRun (what is done to whom, by a seed) ─▶ Site ─▶ Jvm: broker, nodes; Namespace
 *                 │                                           └▶ Axis2 + module + ChaosService here
 *                 ├▶ Traffic (steady SOAP load; an Answer for each request) ─▶ Recovery
 *                 └▶ Verdict ◀─ Ledger (what the stateful handlers wrote down)
 * </pre>
 */
package org.dharch.cli.chaos;
