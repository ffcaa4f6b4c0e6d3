/**
 * The shell of the module archive, which is all that Axis2 sees of it: a module and a handler that
 * pass each call on to those of {@code org.dharch.axis2}, which stand with everything that DHArch
 * needs in a class loader of their own (docs/adr/0011).
 *
 * <pre>
 *  web application: WEB-INF/lib, Axis2
 *      ▲        ▲ Axis2's names, and what an application's handlers are
 *      │        │
 *  Axis2's   SealedLoader: dharch/*.jar of the archive, and nothing of these names from elsewhere
 *  loader of    ▲
 *  the archive: │ makes DHArchModule, GatewayHandler …
 *  ArchivedModule, ArchivedHandler
 * </pre>
 *
 * <p>It sees Axis2 and nothing of DHArch.
 */
package org.dharch.axis2.archive;
