package org.dharch.ws.eventing;

import java.util.Optional;
import org.dharch.ws.soap.SoapVersion;

/**
 * One subscription. Immutable.
 *
 * @param id a UUID as text
 * @param version in which it was asked for, and is told of its end
 * @param soap the version of SOAP of what is sent to it
 * @param format how events are put into notifications
 * @param isReliable whether they go by WS-ReliableMessaging
 * @param notifyTo where they go
 * @param endTo where its end is told; empty if nowhere
 * @param manager the address of its manager
 * @param expiresAt when it expires, in milliseconds since 1970
 * @param failures how many notifications in a row did not reach it
 */
public record Subscription(
    String id,
    EventingVersion version,
    SoapVersion soap,
    DeliveryFormat format,
    boolean isReliable,
    Sink notifyTo,
    Optional<Sink> endTo,
    String manager,
    long expiresAt,
    int failures) {}
