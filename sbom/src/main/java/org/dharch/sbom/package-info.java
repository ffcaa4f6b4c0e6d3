/**
 * Judges the bills of material (CycloneDX) of what is shipped, by the tables of
 * docs/supply-chain.md. Each check gives its findings, one line each: the bill, the artifact with
 * its version, what is wrong with it, and what is allowed. In the profile "sbom" the test {@code
 * SbomGate} runs them on the real bills.
 *
 * <p>May see: nothing else of DHArch.
 */
package org.dharch.sbom;
