package org.dharch.benchmarks.decentralized;

import java.util.List;

/** The orchestration variants of FindRoute: seed 002's four, and DHArch's two. */
enum RouteVariant {
  CENTRALIZED("centralized"),
  HTTP("decentralized HTTP"),
  JMS("decentralized JMS"),
  SPLIT("JMS-split"),
  DHARCH("DHArch central"),
  DHARCH_DIRECT("DHArch direct"),
  /** As many centralized servers as the other variants have engines. */
  BALANCED("four centralized servers");

  /** The paper's variants. */
  static final List<RouteVariant> PAPER = List.of(CENTRALIZED, HTTP, JMS, SPLIT);

  /** The number of servers in the paper's set-up. */
  static final int SERVERS = 4;

  private final String title;

  RouteVariant(String title) {
    this.title = title;
  }

  /** Returns the name in results. */
  String title() {
    return title;
  }

  /** Returns the name of the web application, and of its origin as a receiver. */
  String id() {
    return switch (this) {
      case CENTRALIZED -> "centralized";
      case HTTP -> "http";
      case JMS -> "jms";
      case SPLIT -> "split";
      case DHARCH -> "dharch";
      case DHARCH_DIRECT -> "dharch-direct";
      case BALANCED -> "balanced";
    };
  }

  /** Returns the variant with this id. */
  static RouteVariant of(String id) {
    for (RouteVariant each : values()) {
      if (each.id().equals(id)) {
        return each;
      }
    }
    throw new IllegalArgumentException("unknown variant '" + id + "'");
  }

  boolean isDHArch() {
    return this == DHARCH || this == DHARCH_DIRECT;
  }

  /** Returns whether nodes forward messages to nodes. */
  boolean isDirect() {
    return this == DHARCH_DIRECT;
  }
}
