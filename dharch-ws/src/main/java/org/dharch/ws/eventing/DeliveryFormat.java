package org.dharch.ws.eventing;

/** How an event is put into a notification (2011/03, section 4.1). */
public enum DeliveryFormat {
  /** It is the body, under its own action. */
  UNWRAP("Unwrap"),
  /** It stands in an element Notify. */
  WRAP("Wrap");

  /** The action of notifications that are wrapped. */
  static final String WRAPPED_ACTION =
      EventingVersion.WSE_2011_03.action("WrappedSinkPortType/NotifyEvent");

  private final String text;

  DeliveryFormat(String text) {
    this.text = text;
  }

  /** Its name in messages. */
  public String uri() {
    return EventingVersion.WSE_2011_03.action("DeliveryFormats/" + text);
  }
}
