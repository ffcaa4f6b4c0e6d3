package org.dharch.ws.rm.processor;

import org.dharch.api.Emission;

/**
 * An outbound message of a node.
 *
 * @param purpose the purpose, which determines the handling of the result
 */
public record RmEmission(Emission emission, RmEmissionPurpose purpose) {}
