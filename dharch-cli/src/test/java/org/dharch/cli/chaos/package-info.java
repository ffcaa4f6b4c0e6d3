/**
 * Real faults: a real broker and real nodes, in JVMs of their own, are killed, stopped and cut off
 * under steady SOAP load (docs/chaos.md).
 *
 * <pre>
 * ChaosTest ─▶ ChaosRun (what is done to what, by a seed) ─▶ ChaosSite ─▶ ChaosJvm: broker, nodes
 *                 │                                              ├▶ NetworkNamespace
 *                 │                                              └▶ Axis2 + module + ChaosService
 *                 ├▶ Traffic (steady SOAP load; a ChaosAnswer for each request) ─▶ Recovery
 *                 └▶ ChaosVerdict ◀─ ChaosLedger (what the stateful handlers wrote down)
 * </pre>
 */
package org.dharch.cli.chaos;
