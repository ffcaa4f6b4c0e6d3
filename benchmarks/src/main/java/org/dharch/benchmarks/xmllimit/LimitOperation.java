package org.dharch.benchmarks.xmllimit;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.dharch.benchmarks.xmllimit.element.Element;
import org.dharch.benchmarks.xmllimit.element.ElementTotals;
import org.dharch.benchmarks.xmllimit.element.Elements;

/**
 * The operation of the service, equal for all forms: adds up the elements of the request, and finds
 * the requested elements. Any number of threads.
 *
 * @param source the source of the requested elements
 */
record LimitOperation(Elements source) {

  /** Runs the whole operation; the result is complete before any of it is sent. */
  LimitResponse answer(LimitRequest question) throws SQLException, IOException {
    ElementTotals sum = new ElementTotals();
    question.elements().forEach(sum::add);
    List<Element> found = new ArrayList<>();
    source.each(question.first(), question.count(), found::add);
    return new LimitResponse(question.ticket(), sum.count(), sum.total(), found);
  }
}
