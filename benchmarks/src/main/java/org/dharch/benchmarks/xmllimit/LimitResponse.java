package org.dharch.benchmarks.xmllimit;

import java.io.Serializable;
import java.util.List;
import org.dharch.benchmarks.xmllimit.element.Element;

/**
 * The answer of the service; with one element it is ten tags in XML, as in figure 3 of seed 004.
 * Must not be modified, including its list.
 *
 * @param ticket the ticket of the request
 * @param count the number of elements in the request
 * @param total their total cost
 * @param elements the result
 */
record LimitResponse(String ticket, int count, long total, List<Element> elements)
    implements Serializable {}
