/**
 * What is done with files in more than one place: keeping a second owner out of them ({@link
 * org.dharch.core.files.ProcessLock}), and forcing a rename to the disk ({@link
 * org.dharch.core.files.FolderEntries}). It uses the JDK alone and knows neither messages nor
 * nodes. Start with {@code ProcessLock}; what is kept under it is in {@link org.dharch.core.store}
 * (a manager's folder) and in {@link org.dharch.core.node} (a node's memory).
 */
package org.dharch.core.files;
