/**
 * FindRoute, the composite service of seed 002, section 2: it queries two address books in
 * parallel, then a road map. The three services are Axis2's, each handler queries one of them over
 * HTTP, and the composition is an orchestration document, {@code findroute.xml} in this package.
 *
 * <pre>
 * address1  r:from/r:name  ─▶ AddressBook1 ─▶  r:from/r:city, r:zip  ┐
 *                                                                    ├▶ roadmap ─▶ RoadMap ─▶ header r:directions
 * address2  r:to/r:name    ─▶ AddressBook2 ─▶  r:to/r:city, r:zip    ┘
 * </pre>
 */
package org.dharch.samples.findroute;
