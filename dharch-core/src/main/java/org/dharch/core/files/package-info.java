/**
 * What is done with files in more than one place: keeping a second owner out of them ({@link
 * org.dharch.core.files.ProcessLock}), and forcing a rename to the disk ({@link
 * org.dharch.core.files.FolderEntries}). It knows neither messages nor nodes.
 *
 * <p>May see: nothing. A reader begins with {@code ProcessLock}; what is kept under it is in {@code
 * org.dharch.core.store} (a manager's folder) and in {@code org.dharch.core.node} (a node's
 * memory).
 */
package org.dharch.core.files;
