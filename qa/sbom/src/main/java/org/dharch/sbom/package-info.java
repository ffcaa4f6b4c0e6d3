/**
 * Checks the bills of materials (CycloneDX) of the shipped artifacts against the tables of
 * docs/supply-chain.md. Each check returns findings, one line each: the bill, the artifact with its
 * version, the violation, and the permitted values. In the profile "sbom" the test {@code SbomGate}
 * checks the real bills.
 *
 * <p>Depends on no other part of DHArch.
 */
package org.dharch.sbom;
