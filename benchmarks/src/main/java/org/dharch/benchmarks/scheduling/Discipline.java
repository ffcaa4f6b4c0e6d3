package org.dharch.benchmarks.scheduling;

/**
 * A service discipline of the bookstore.
 *
 * @param id the name of its Axis2
 * @param title the name in figures
 * @param flow the flow document; empty: no module in front of the service
 */
record Discipline(String id, String title, String flow) {
  /** No control: all requests share the processors. */
  static final Discipline PS = new Discipline("ps", "PS", "");

  private static final String NAMESPACES =
      "xmlns='urn:dharch:flow:1' xmlns:b='urn:dharch:bookstore'";

  /** Classes by the operation's name and the size that the message requests. */
  private static final String BY_DATA =
      "<classes><class name='CreateOrder' operation='CreateOrder' number='count(//b:line)'/>"
          + "<class name='OrderStatus' operation='OrderStatus' number='//b:orders'/>"
          + "<class name='NewProducts' operation='NewProducts' number='//b:limit'/>"
          + "<class name='ProductDetail' operation='ProductDetail' number='count(//b:item)'/>"
          + "</classes>";

  static Discipline fixed(int size) {
    return firstCome("window" + size, "FCFS, window " + size, "size='" + size + "'");
  }

  static Discipline fcfs(int size) {
    return firstCome("fcfs", "FCFS", "size='" + size + "'");
  }

  static Discipline vegas(int size, int max) {
    String concurrencyLimit = "algorithm='vegas' size='" + size + "' min='2' max='" + max + "'";
    return firstCome("vegas", "FCFS, Vegas", concurrencyLimit);
  }

  /** The window shrinks when requests take longer than {@code millis}. */
  static Discipline aimd(int size, int max, long millis) {
    return firstCome(
        "aimd",
        "FCFS, AIMD",
        "algorithm='aimd' size='"
            + size
            + "' min='2' max='"
            + max
            + "' congestion='"
            + millis
            + "ms'");
  }

  /** Shortest job first, practically without ageing. */
  static Discipline sjf(int size) {
    return shortest("sjf", "SJF", size, "ageing='1440m'");
  }

  /** Compares sizes within each operation, so that no operation delays another. */
  static Discipline sjfWithAgeing(int size, long millis) {
    String within = "by='operation' ageing='" + millis + "ms'";
    return shortest("sjf-ageing", "SJF with ageing", size, within);
  }

  /** Equal weights for all clients. */
  static Discipline fair(int size) {
    return of("fair", "fair share", "size='" + size + "'", "<selection policy='fair-share'/>");
  }

  private static Discipline firstCome(String id, String title, String concurrencyLimit) {
    return of(id, title, concurrencyLimit, "");
  }

  private static Discipline shortest(String id, String title, int size, String how) {
    String selection = "<selection policy='shortest-job' " + how + "/>";
    return of(id, title, "size='" + size + "'", selection);
  }

  /**
   * Builds a flow document. All disciplines include the cost of the classes, whether their policy
   * uses them or not.
   */
  private static Discipline of(String id, String title, String concurrencyLimit, String selection) {
    return new Discipline(id, title, document(concurrencyLimit, selection, BY_DATA));
  }

  private static String document(String concurrencyLimit, String selection, String classes) {
    return "<flow "
        + NAMESPACES
        + "><concurrencyLimit scope='request' "
        + concurrencyLimit
        + "/><waiting limit='90s'/>"
        + selection
        + classes
        + "</flow>";
  }

  /** Returns a flow document that classifies messages by operation and data. */
  static String byData() {
    return document("size='1'", "", BY_DATA);
  }

  /** Returns a flow document that classifies messages by operation. */
  static String byName() {
    return document("size='1'", "", "");
  }
}
