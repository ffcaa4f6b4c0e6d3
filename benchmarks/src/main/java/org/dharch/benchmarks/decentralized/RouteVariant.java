package org.dharch.benchmarks.decentralized;

import java.util.List;

/** How FindRoute is orchestrated: seed 002's four ways, and DHArch's two. */
enum RouteVariant {
  CENTRALIZED("centralized"),
  HTTP("decentralized HTTP"),
  JMS("decentralized JMS"),
  SPLIT("JMS-split"),
  DHARCH("DHArch central"),
  DHARCH_DIRECT("DHArch direct"),
  /** As many centralized servers as the others have engines. */
  BALANCED("four centralized servers");

  /** The paper's. */
  static final List<RouteVariant> PAPER = List.of(CENTRALIZED, HTTP, JMS, SPLIT);

  /** How many servers the paper's set-up has. */
  static final int SERVERS = 4;

  private final String title;

  RouteVariant(String title) {
    this.title = title;
  }

  /** Its name in results. */
  String title() {
    return title;
  }

  /** Its name as a web application, and as where what is for its origin is sent. */
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

  /** The one of that id. */
  static RouteVariant of(String id) {
    for (RouteVariant each : values()) {
      if (each.id().equals(id)) {
        return each;
      }
    }
    throw new IllegalArgumentException("there is no way '" + id + "'");
  }

  boolean isDHArch() {
    return this == DHARCH || this == DHARCH_DIRECT;
  }

  /** Whether nodes pass messages on to nodes. */
  boolean isDirect() {
    return this == DHARCH_DIRECT;
  }
}
