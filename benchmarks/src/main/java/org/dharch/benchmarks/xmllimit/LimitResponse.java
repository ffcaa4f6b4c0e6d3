package org.dharch.benchmarks.xmllimit;

import java.io.Serializable;
import java.util.List;

/**
 * What the service answers; with one element it is ten tags in XML, as figure 3 of seed 004 has it.
 * Not to be changed once made, nor its list.
 *
 * @param ticket the question's
 * @param count how many elements came with the question
 * @param total what they cost
 * @param elements the result
 */
record LimitResponse(String ticket, int count, long total, List<Element> elements)
    implements Serializable {}
