package org.dharch.ws.rm;

/**
 * The messages that a sink has stored or delivered, as reported by SequenceAcknowledgement.
 *
 * @param ranges all received numbers
 * @param isFinal whether no further number will be accepted (1.1)
 */
public record Acknowledgement(SequenceId sequence, Ranges ranges, boolean isFinal) {}
