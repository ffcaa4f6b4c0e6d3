package org.dharch.benchmarks.xmllimit;

/** The four implementations of figures 2 and 3 of seed 004, in the order of their rates there. */
enum Stack {
  SERVLET("Servlet"),
  RPC("ServletRPC"),
  XML("ServletRPCXML"),
  AXIS2("Web service (Axis2)");

  private final String title;

  Stack(String title) {
    this.title = title;
  }

  /** Returns the paper's name. */
  String title() {
    return title;
  }

  /** Returns the encoding of its messages. */
  MessageForm form() {
    return switch (this) {
      case SERVLET -> new StreamedForm();
      case RPC -> new SerialForm();
      case XML -> new XmlForm();
      case AXIS2 -> new SoapForm();
    };
  }
}
