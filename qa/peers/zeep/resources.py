"""Calls a service's resources at URL by zeep; prints the answers as zeep parses them.

python resources.py URL
"""

import datetime
import pathlib
import sys

import isodate
import zeep
from lxml import etree
from zeep.plugins import HistoryPlugin
from zeep.wsa import WsAddressingPlugin

WSA = "http://www.w3.org/2005/08/addressing"
FAULT = "http://docs.oasis-open.org/wsrf/bf-2"
WEATHER = "urn:weather"
WSDL = str(pathlib.Path(__file__).with_name("resources.wsdl"))


def resource(name):
    element = etree.Element("{urn:dharch:resource:1}ResourceId")
    element.text = name
    return [element]


def reading(celsius):
    element = etree.Element(f"{{{WEATHER}}}reading", unit="C")
    element.text = str(celsius)
    return element


def change(service, to, how, *properties):
    service.SetResourceProperties(_value_1=[{how: {"_value_1": list(properties)}}], **to)


def values(answer):
    return [element.text for element in answer]


def fault(call, **arguments):
    try:
        print(call(**arguments))
    except zeep.exceptions.Fault as e:
        detail = e.detail[0]
        described = detail.findtext(f"{{{FAULT}}}Description")
        print("fault", etree.QName(detail).localname, detail.find(f"{{{FAULT}}}Timestamp") is not None, described)


def main(url):
    history = HistoryPlugin()
    client = zeep.Client(WSDL, plugins=[WsAddressingPlugin(), history])
    client.set_ns_prefix("w", WEATHER)
    service = client.create_service("{urn:dharch:peer}ResourcesBinding", url)
    to = {"_soapheaders": resource("b1")}
    change(service, to, "Insert", reading(21), reading(22))
    sent = history.last_sent["envelope"]
    received = history.last_received["envelope"]
    print("related", sent.findtext(f".//{{{WSA}}}MessageID") == received.findtext(f".//{{{WSA}}}RelatesTo"))
    print("action", received.findtext(f".//{{{WSA}}}Action"))
    change(service, to, "Update", reading(23))
    print("reading", values(service.GetMultipleResourceProperties(ResourceProperty=["w:reading"], **to)))
    print("document", etree.QName(service.GetResourcePropertyDocument(**to)[0]))
    query = {"_value_1": "//w:reading[. = 23]", "Dialect": "http://www.w3.org/TR/1999/REC-xpath-19991116"}
    print("query", values(service.QueryResourceProperties(QueryExpression=query, **to)))
    hour = isodate.Duration(hours=1)
    ends = service.SetTerminationTime(RequestedLifetimeDuration=hour, **to)
    print("lives", ends.NewTerminationTime - ends.CurrentTime == datetime.timedelta(hours=1))
    fault(service.GetMultipleResourceProperties, ResourceProperty=["w:wind"], **to)
    query["Dialect"] = "urn:sql"
    fault(service.QueryResourceProperties, QueryExpression=query, **to)
    service.Destroy(**to)
    fault(service.Destroy, **to)


main(sys.argv[1])
