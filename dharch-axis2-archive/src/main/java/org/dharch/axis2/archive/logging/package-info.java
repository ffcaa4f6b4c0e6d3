/**
 * Where DHArch's log lines go when it runs out of the archive: into the log of the container, which
 * Axis2 reaches through commons-logging. Found by its service file, in the archive only.
 */
package org.dharch.axis2.archive.logging;
