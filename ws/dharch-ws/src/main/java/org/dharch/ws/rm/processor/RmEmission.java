package org.dharch.ws.rm.processor;

import org.dharch.api.Emission;

/** An outbound message of a node. */
public record RmEmission(Emission emission, RmEmissionPurpose purpose) {}
