package org.dharch.ws.rm;

/** Where a sequence stands at its sink; {@link SinkTable} says what may follow what. */
public enum SinkState {
  /** Not there: nobody has created it. */
  NONE,
  /** Takes messages. */
  CREATED,
  /** Takes no more messages; what it has received is final and goes on being delivered. */
  CLOSED,
  /** Over; what it has acknowledged goes on being delivered. Kept a while for what comes late. */
  TERMINATED
}
