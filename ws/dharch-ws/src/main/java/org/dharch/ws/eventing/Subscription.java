package org.dharch.ws.eventing;

import java.util.Optional;
import org.dharch.ws.soap.SoapVersion;

/**
 * One subscription. Immutable.
 *
 * @param id a UUID
 * @param version the version of the Subscribe request and of SubscriptionEnd
 * @param soap the SOAP version of notifications
 * @param format how notifications contain events
 * @param isReliable whether notifications use WS-ReliableMessaging
 * @param notifyTo the sink of notifications
 * @param endTo the sink of SubscriptionEnd
 * @param manager the address of its manager
 * @param expiresAt the expiration, in milliseconds since 1970
 * @param failures the number of consecutive lost notifications
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
