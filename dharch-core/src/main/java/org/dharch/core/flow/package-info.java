/**
 * Flow control and selection: how many messages are in execution ({@link
 * org.dharch.core.flow.Window}), which of those that wait is next ({@link
 * org.dharch.core.spi.SelectionPolicy}), and what a message will cost, learned from those before it
 * ({@link org.dharch.core.flow.JobSizes}). Seed 000, section 3.2, and seed 003.
 */
package org.dharch.core.flow;
