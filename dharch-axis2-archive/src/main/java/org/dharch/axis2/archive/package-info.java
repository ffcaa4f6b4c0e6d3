/**
 * The part of the module archive that Axis2 loads: a module and a handler that delegate to those of
 * {@code org.dharch.axis2}, which a separate class loader loads with all libraries (docs/adr/0011).
 *
 * <pre>
 *  web application: WEB-INF/lib, Axis2
 *      ▲        ▲ Axis2's names, and those of an application's handlers
 *      │        │
 *  Axis2's   SealedLoader: dharch/*.jar of the archive, exclusive for their names
 *  loader of    ▲
 *  the archive: │ makes DHArchModule, GatewayHandler …
 *  ArchivedModule, ArchivedHandler
 * </pre>
 *
 * <p>It depends on Axis2 and on no other part of DHArch.
 */
package org.dharch.axis2.archive;
