package org.dharch.benchmarks.xmllimit;

import java.io.Serializable;
import java.util.List;
import org.dharch.benchmarks.xmllimit.element.Element;

/**
 * A request to the service. Must not be modified, including its list.
 *
 * @param ticket repeated in the answer; in SOAP a header block
 * @param first the key of the first requested element
 * @param count the number of requested elements, with a database
 * @param elements the input to be added up
 */
record LimitRequest(String ticket, int first, int count, List<Element> elements)
    implements Serializable {}
