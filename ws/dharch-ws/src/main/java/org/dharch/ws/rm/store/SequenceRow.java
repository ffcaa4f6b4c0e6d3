package org.dharch.ws.rm.store;

import org.dharch.ws.rm.RmSequence;

/**
 * A sequence with the version of its row.
 *
 * @param version incremented by each change
 */
record SequenceRow(RmSequence sequence, long version) {}
