/**
 * Creates the handlers of a folder, replaces them when the jars of the folder change, and chooses
 * among the weighted versions of a handler.
 */
package org.dharch.hemanager.reload;
