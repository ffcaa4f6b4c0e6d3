package org.dharch.ws.handlers;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.eventing.DeliveryFormat;
import org.dharch.ws.eventing.EventingVersion;
import org.dharch.ws.eventing.Sink;
import org.dharch.ws.eventing.Subscription;
import org.dharch.ws.soap.SoapVersion;

/** Subscriptions as a manager makes them. */
final class Subscribers {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private Subscribers() {}

  /** Another one, with a sink of its own. */
  static Subscription one() {
    int number = NUMBER.incrementAndGet();
    return new Subscription(
        UUID.randomUUID().toString(),
        EventingVersion.WSE_2011_03,
        SoapVersion.SOAP_1_2,
        DeliveryFormat.UNWRAP,
        false,
        new Sink(
            AddressingVersion.WSA_2005_08,
            "http://sink" + number % 1_000 + ".example.org:8080/events/" + number,
            List.of()),
        Optional.empty(),
        "http://source.example.org/manager",
        Long.MAX_VALUE / 2,
        0);
  }
}
