package org.dharch.ws.rm.processor;

import org.dharch.api.Emission;

/**
 * A message of a node's own, and what it is about.
 *
 * @param purpose what is to be done with what becomes of it
 */
public record RmEmission(Emission emission, RmEmissionPurpose purpose) {}
