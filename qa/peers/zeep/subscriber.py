"""Subscribes SINK at the source at URL by zeep; prints the answers as zeep parses them.

python subscriber.py URL SINK
"""

import pathlib
import sys

import zeep

WSDL = str(pathlib.Path(__file__).with_name("eventing.wsdl"))


def main(url, sink):
    client = zeep.Client(WSDL)
    source = client.create_service("{http://www.w3.org/2011/03/ws-evt}EventSourceBinding", url)
    delivery = {"NotifyTo": {"Address": sink}}
    answer = source.Subscribe(Delivery=delivery, Expires="PT5M", Filter="/*[strength > 7]")
    print("granted", answer.GrantedExpires)
    manager = answer.SubscriptionManager
    print("manager", manager.Address == url)
    blocks = list(manager.ReferenceParameters._value_1)
    print("status", source.GetStatus(_soapheaders=blocks).startswith("PT"))
    source.Unsubscribe(_soapheaders=blocks)
    print("unsubscribed")
    try:
        source.GetStatus(_soapheaders=blocks)
    except zeep.exceptions.Fault as e:
        print("fault", e.code)
    try:
        source.Subscribe(Delivery=delivery, Expires="P2D")
    except zeep.exceptions.Fault as e:
        print("fault", e.code)
    print("granted", source.Subscribe(Delivery=delivery).GrantedExpires)


main(sys.argv[1], sys.argv[2])
