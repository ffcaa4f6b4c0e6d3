package org.dharch.samples.findroute;

/**
 * The part of an address that the road map needs; the rest of an entry stays out of the message.
 * Immutable.
 */
public record Place(String city, String zip) {}
