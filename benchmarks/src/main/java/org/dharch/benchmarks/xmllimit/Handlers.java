package org.dharch.benchmarks.xmllimit;

import java.util.Optional;

/** The handler that DHArch runs for a message to the service: none, or one on a node. */
enum Handlers {
  NO_RULE("no rule", Optional.empty(), ""),
  HEADER_READ(
      "a header read",
      Optional.of(TicketReader.class),
      "partial='true'><reads><header name='n:ticket'/></reads><writes><property name='"
          + TicketReader.READ
          + "'/></writes>"),
  HEADER_CHANGED(
      "a header changed",
      Optional.of(TicketChanger.class),
      "partial='true'><reads><header name='n:ticket'/></reads><writes><header name='n:ticket'/>"
          + "</writes>"),
  BODY_CHANGED(
      "the body changed",
      Optional.of(BodyChanger.class),
      "><reads><body/></reads><writes><body/></writes>");

  private final String title;
  private final Optional<Class<?>> type;
  private final String access;

  Handlers(String title, Optional<Class<?>> type, String access) {
    this.title = title;
    this.type = type;
    this.access = access;
  }

  String title() {
    return title;
  }

  /** Returns the orchestration document; without a handler its rule is for another service. */
  String document() {
    return "<orchestrations xmlns='urn:dharch:orchestration:1' xmlns:n='"
        + Xml.NAMESPACE
        + "'><orchestration name='limit'><handler name='"
        + name()
        + "' "
        + (type.isEmpty() ? ">" : access)
        + "</handler></orchestration><rule orchestration='limit' service='"
        + (type.isEmpty() ? "Another" : LimitService.NAME)
        + "'/></orchestrations>";
  }

  /** Returns the document of the node with all handlers. */
  static String node(String node) {
    StringBuilder xml =
        new StringBuilder("<node xmlns='urn:dharch:node:1' name='").append(node).append("'>");
    for (Handlers each : values()) {
      each.type.ifPresent(
          type ->
              xml.append("<handler name='")
                  .append(each.name())
                  .append("' class='")
                  .append(type.getName())
                  .append("'/>"));
    }
    return xml.append("</node>").toString();
  }

  /** Returns the expected answer after the handler, given the answer without handlers. */
  LimitResponse after(LimitResponse unhandled, LimitRequest question) {
    return switch (this) {
      case NO_RULE -> unhandled;
      case HEADER_READ -> ticket(unhandled, unhandled.ticket() + " " + unhandled.ticket());
      case HEADER_CHANGED -> ticket(unhandled, unhandled.ticket() + TicketChanger.ADDED);
      case BODY_CHANGED -> {
        long more = question.elements().get(0).price();
        yield new LimitResponse(
            unhandled.ticket(), unhandled.count(), unhandled.total() + more, unhandled.elements());
      }
    };
  }

  private static LimitResponse ticket(LimitResponse answer, String ticket) {
    return new LimitResponse(ticket, answer.count(), answer.total(), answer.elements());
  }
}
