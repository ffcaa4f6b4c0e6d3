package org.dharch.peers.cxf;

import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;

/** A reading of a sensor: an event of {@link CxfEventSource}. */
@XmlRootElement(name = "reading", namespace = Greeter.NAMESPACE)
@XmlType(propOrder = {"location", "strength"})
public final class Reading {
  /** The place. */
  public String location;

  /** The strength. */
  public int strength;

  /** Called by JAXB. */
  public Reading() {}

  Reading(String location, int strength) {
    this.location = location;
    this.strength = strength;
  }
}
