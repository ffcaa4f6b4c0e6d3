/**
 * What is kept of messages beside those in flight: halted ones with their timeline, and one-way
 * messages that were acknowledged and have not ended yet. See docs/halted.md.
 */
package org.dharch.core.store;
