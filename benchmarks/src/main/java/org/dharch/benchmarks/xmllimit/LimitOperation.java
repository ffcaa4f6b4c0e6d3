package org.dharch.benchmarks.xmllimit;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * What the service does, the same behind every form: adds up the elements that came, and finds
 * those that are asked for. Any number of threads.
 *
 * @param source where they are found
 */
record LimitOperation(Elements source) {

  /** All of it at once, the result prepared before any of it is sent. */
  LimitResponse answer(LimitRequest question) throws SQLException, IOException {
    ElementTotals sum = new ElementTotals();
    question.elements().forEach(sum::add);
    List<Element> found = new ArrayList<>();
    source.each(question.first(), question.count(), found::add);
    return new LimitResponse(question.ticket(), sum.count(), sum.total(), found);
  }
}
