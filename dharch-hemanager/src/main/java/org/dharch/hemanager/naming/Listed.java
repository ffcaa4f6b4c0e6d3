package org.dharch.hemanager.naming;

import java.util.Iterator;
import java.util.List;
import javax.naming.NamingEnumeration;

/** The entries of a context. Not thread-safe. */
final class Listed<T> implements NamingEnumeration<T> {
  private final Iterator<T> each;

  Listed(List<T> all) {
    this.each = all.iterator();
  }

  @Override
  public boolean hasMore() {
    return each.hasNext();
  }

  @Override
  public T next() {
    return each.next();
  }

  @Override
  public boolean hasMoreElements() {
    return each.hasNext();
  }

  @Override
  public T nextElement() {
    return each.next();
  }

  @Override
  public void close() {
    // nothing to close
  }
}
