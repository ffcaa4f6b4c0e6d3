/**
 * Sends DHArch's log, when it runs from the archive, to the log of the container through
 * commons-logging. Registered by a service file in the archive only.
 */
package org.dharch.axis2.archive.logging;
