package org.dharch.samples.findroute;

/**
 * What the road map has to know of an address, and all that goes on from an address book.
 * Immutable.
 */
public record Place(String city, String zip) {}
