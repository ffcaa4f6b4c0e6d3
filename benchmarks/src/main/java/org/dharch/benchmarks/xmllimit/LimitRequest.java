package org.dharch.benchmarks.xmllimit;

import java.io.Serializable;
import java.util.List;

/**
 * What the service is asked. Not to be changed once made, nor its list.
 *
 * @param ticket comes back in the answer; in SOAP a header block
 * @param first the key of the first element that is asked for
 * @param count how many are, if there is a data base
 * @param elements the input, to be added up
 */
record LimitRequest(String ticket, int first, int count, List<Element> elements)
    implements Serializable {}
