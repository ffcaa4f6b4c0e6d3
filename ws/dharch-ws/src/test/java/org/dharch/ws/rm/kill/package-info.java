/**
 * Real processes of reliable messaging that are killed with {@code kill -9} while they are at work,
 * and the data base with them: {@code RmKillTest}.
 */
package org.dharch.ws.rm.kill;
