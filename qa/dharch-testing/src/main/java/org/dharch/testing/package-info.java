/**
 * Test helpers of several modules: envelopes, a client that posts them, a manual clock, child JVMs,
 * the documentation pages. Depends on no part of DHArch; nothing that ships may depend on it.
 */
package org.dharch.testing;
