package org.dharch.ws.eventing;

/** How a notification contains an event (2011/03, section 4.1). */
public enum DeliveryFormat {
  /** The event is the body; the notification has the event's own action. */
  UNWRAP("Unwrap"),
  /** The event is inside a Notify element. */
  WRAP("Wrap");

  /** The action of wrapped notifications. */
  static final String WRAPPED_ACTION =
      EventingVersion.WSE_2011_03.action("WrappedSinkPortType/NotifyEvent");

  private final String text;

  DeliveryFormat(String text) {
    this.text = text;
  }

  /** The URI of the format in messages. */
  public String uri() {
    return EventingVersion.WSE_2011_03.action("DeliveryFormats/" + text);
  }
}
