/**
 * Files shared by several packages: the append log ({@link org.dharch.core.files.AppendLog}), locks
 * between processes ({@link org.dharch.core.files.ProcessLock}), and forced renames ({@link
 * org.dharch.core.files.FolderEntries}). May see: nothing. Used by {@code org.dharch.core.store}
 * and {@code org.dharch.core.node}.
 */
package org.dharch.core.files;
