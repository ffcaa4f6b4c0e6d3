package org.dharch.ws.rm.store;

import org.dharch.ws.rm.RmSequence;

/**
 * @param version incremented by each change
 */
record SequenceRow(RmSequence sequence, long version) {}
