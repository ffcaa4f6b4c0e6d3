"""Calls the service at URL with WS-Addressing by zeep; prints the answers as zeep parses them.

python client.py URL
"""

import pathlib
import sys

import zeep
from lxml import etree
from zeep.plugins import HistoryPlugin
from zeep.wsa import WsAddressingPlugin

WSA = "http://www.w3.org/2005/08/addressing"
WSDL = str(pathlib.Path(__file__).with_name("greeter.wsdl"))


def service(url, *plugins):
    client = zeep.Client(WSDL, plugins=list(plugins))
    return client.create_service("{urn:dharch:peer}GreeterBinding", url)


def header(envelope, name):
    return envelope.findtext(f".//{{{WSA}}}{name}")


def block(name, text):
    element = etree.Element(f"{{{WSA}}}{name}")
    element.text = text
    return element


def fault(url, *blocks):
    try:
        print(service(url).greet(name="zeep", _soapheaders=list(blocks)))
    except zeep.exceptions.Fault as e:
        print("fault", e.code)


def main(url):
    history = HistoryPlugin()
    print(service(url, WsAddressingPlugin(), history).greet(name="zeep"))
    sent = history.last_sent["envelope"]
    received = history.last_received["envelope"]
    print("related", header(sent, "MessageID") == header(received, "RelatesTo"))
    print("action", header(received, "Action"))
    identifier = block("MessageID", "urn:uuid:7d9108c8-c041-4c74-8d42-8c3fbd203c25")
    fault(url, identifier)
    action = block("Action", "urn:dharch:peer:Greeter:greet")
    reply_to = etree.Element(f"{{{WSA}}}ReplyTo")
    etree.SubElement(reply_to, f"{{{WSA}}}Address").text = WSA + "/anonymous"
    fault(url, action, reply_to)
    fault(url, identifier, action, block("To", url), block("To", url))


main(sys.argv[1])
