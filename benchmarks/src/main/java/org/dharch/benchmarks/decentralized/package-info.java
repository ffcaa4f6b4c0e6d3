/**
 * Seed 002, section 4: FindRoute orchestrated in the paper's four ways by small engines, and by
 * DHArch, on the same services, broker and pool size.
 *
 * <pre>
 *              ┌──────── home (a JVM) ────────┐        ┌─ address1, address2, roadmap (a JVM each) ─┐
 *  load ─HTTP─▶│ EngineServlet ─▶ RouteEngine │        │ AddressPartition, RoadMapPartition          │
 *              │   centralized ───────────────┼─SOAP──────────────────────────────────────────────┐ │
 *              │   http, jms, split ──────────┼─Courier▶ (D1, D2) ─Courier▶ (D3) ─Courier▶ home   │ │
 *              │ DHArchFilter ────────────────┼─broker─▶ nodes with the sample's handlers ──────┐ │ │
 *              └──────────────────────────────┘        └─────────────────────────────────────────┼─┼─┘
 *                                                services and broker (a JVM): three Axis2 ◀──────┴─┘
 * </pre>
 *
 * <p>In environment wan what goes between home and all others goes through a {@link
 * org.dharch.benchmarks.decentralized.delay.DelayProxy}.
 */
package org.dharch.benchmarks.decentralized;
