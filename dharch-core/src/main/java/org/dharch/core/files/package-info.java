/**
 * Files shared by several packages: the append log ({@link org.dharch.core.files.AppendLog}), locks
 * between processes ({@link org.dharch.core.files.ProcessLock}), and forced renames ({@link
 * org.dharch.core.files.FolderEntries}). It knows neither messages nor nodes.
 *
 * <p>May see: nothing. Next: {@code org.dharch.core.store} and {@code org.dharch.core.node}, which
 * use it.
 */
package org.dharch.core.files;
