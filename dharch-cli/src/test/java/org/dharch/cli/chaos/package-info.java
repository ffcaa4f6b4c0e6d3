/**
 * Real faults: a real server with its manager, a real broker and real nodes, in JVMs of their own,
 * are killed, stopped and cut off, and the store's disk is filled, under steady SOAP load
 * (docs/chaos.md).
 *
 * <pre>
 * ChaosTest ─▶ ChaosRun (what is done to what, by a seed) ─▶ ChaosSite ─▶ ChaosJvm: broker, nodes, and
 *                 │       └▶ SmallDisk, NetworkNamespace        │           ServerMain (Axis2 + module)
 *                 │                                             └▶ ManagerConsole
 *                 ├▶ Traffic (steady SOAP load; a ChaosAnswer for each request) ─▶ Recovery
 *                 └▶ ChaosVerdict ◀─ ChaosLedger (what the stateful handlers wrote down)
 *                                 ◀─ Deliveries (what the service wrote down)
 * </pre>
 */
package org.dharch.cli.chaos;
