package org.dharch.handlers.axis2.context;

import org.apache.axis2.client.Options;
import org.apache.axis2.description.TransportInDescription;
import org.apache.axis2.description.TransportOutDescription;
import org.apache.axis2.kernel.TransportListener;

/**
 * A message's options on a node: SOAP, WS-Addressing and properties. A client's call options stay
 * in the client.
 */
@SuppressWarnings("serial") // never serialized
final class NodeOptions extends Options {
  private static final long serialVersionUID = 1L;

  private final transient Absence absence;

  NodeOptions(Absence absence) {
    this.absence = absence;
  }

  private void missing(Unavailable what, String by) {
    what.missing(absence, "Options." + by);
  }

  /** Only a handler sets one. */
  @Override
  public Options getParent() {
    Options parent = super.getParent();
    if (parent == null) {
      missing(Unavailable.CLIENT, "getParent");
    }
    return parent;
  }

  @Override
  public TransportInDescription getTransportIn() {
    missing(Unavailable.TRANSPORT, "getTransportIn");
    return super.getTransportIn();
  }

  @Override
  public TransportOutDescription getTransportOut() {
    missing(Unavailable.TRANSPORT, "getTransportOut");
    return super.getTransportOut();
  }

  @Override
  public TransportListener getListener() {
    missing(Unavailable.TRANSPORT, "getListener");
    return super.getListener();
  }

  @Override
  public String getTransportInProtocol() {
    missing(Unavailable.TRANSPORT, "getTransportInProtocol");
    return super.getTransportInProtocol();
  }

  @Override
  public long getTimeOutInMilliSeconds() {
    missing(Unavailable.CLIENT, "getTimeOutInMilliSeconds");
    return super.getTimeOutInMilliSeconds();
  }

  @Override
  public boolean isUseSeparateListener() {
    missing(Unavailable.CLIENT, "isUseSeparateListener");
    return super.isUseSeparateListener();
  }

  @Override
  public boolean isExceptionToBeThrownOnSOAPFault() {
    missing(Unavailable.CLIENT, "isExceptionToBeThrownOnSOAPFault");
    return super.isExceptionToBeThrownOnSOAPFault();
  }

  @Override
  public boolean isManageSession() {
    missing(Unavailable.CLIENT, "isManageSession");
    return super.isManageSession();
  }

  @Override
  public boolean isCallTransportCleanup() {
    missing(Unavailable.CLIENT, "isCallTransportCleanup");
    return super.isCallTransportCleanup();
  }

  @Override
  public String getUserName() {
    missing(Unavailable.CLIENT, "getUserName");
    return super.getUserName();
  }

  @Override
  public String getPassword() {
    missing(Unavailable.CLIENT, "getPassword");
    return super.getPassword();
  }

  @Override
  public String getSoapVersionURI() {
    missing(Unavailable.CLIENT, "getSoapVersionURI");
    return super.getSoapVersionURI();
  }
}
