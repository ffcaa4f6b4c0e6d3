/**
 * What the tests of several modules need: envelopes, a client that posts them, a clock that is set
 * by hand, JVMs to be killed, the pages of the documentation. Knows nothing of DHArch, and nothing
 * that ships may depend on it.
 */
package org.dharch.testing;
