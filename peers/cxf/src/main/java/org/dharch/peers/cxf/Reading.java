package org.dharch.peers.cxf;

import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;

/** What a sensor has read: an event of {@link CxfEventSource}. */
@XmlRootElement(name = "reading", namespace = Greeter.NAMESPACE)
@XmlType(propOrder = {"location", "strength"})
public final class Reading {
  /** Where. */
  public String location;

  /** How strong. */
  public int strength;

  /** JAXB makes it. */
  public Reading() {}

  Reading(String location, int strength) {
    this.location = location;
    this.strength = strength;
  }
}
