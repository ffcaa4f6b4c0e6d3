package org.slf4j;

import org.slf4j.helpers.BasicMDCAdapter;

/** Gives the tests an MDC that keeps what it is given; the back end of the tests has none. */
public final class MdcForTests {
  private MdcForTests() {}

  public static void install() {
    MDC.setMDCAdapter(new BasicMDCAdapter());
  }
}
