package org.dharch.ws.rm.processor;

import org.dharch.ws.rm.engine.RmEngine;

/** The shared objects of the processors of one node. Thread-safe. */
public record RmSite(RmEngine engine, RmAgreement agreement, RmOutbox outbox) {}
