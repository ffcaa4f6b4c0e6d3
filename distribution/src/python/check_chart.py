"""Lints the chart by Helm's own code, renders it in several ways, and holds what comes out against
the schemas of Kubernetes. Usage: check_chart.py CHART OUT; exit code 1 if something is wrong."""

import pathlib
import sys

import kubernetes_validate
import yaml
from helm_python import chart as helm

NODE_DOCUMENT = '<node xmlns="urn:dharch:node:1" name="n"/>'
WAYS = {
    "default": {},
    "sample": {"manager": {"enabled": True}},
    "scaled": {
        "settings": {"DHARCH_ENCRYPT": "true"},
        "podAnnotations": {"team": "orders"},
        "tolerations": [{"key": "handlers", "operator": "Exists"}],
        "nodes": [
            {
                "name": "tax",
                "workers": 8,
                "document": NODE_DOCUMENT,
                "autoscaling": {"enabled": True, "matchLabels": {"handler": "tax"}},
            }
        ],
    },
    "collected": {
        "manager": {
            "enabled": True,
            "sidecars": [
                {
                    "name": "collector",
                    "image": "prometheus:3",
                    "volumeMounts": [
                        {"name": "home", "mountPath": "/var/lib/dharch", "readOnly": True},
                        {"name": "scrape", "mountPath": "/etc/prometheus"},
                    ],
                }
            ],
            "volumes": [{"name": "scrape", "configMap": {"name": "scrape"}}],
        }
    },
    "elsewhere": {
        "broker": {"enabled": False, "url": "ssl://broker.example:61616"},
        "key": {"existingSecret": "ours"},
    },
}
REFUSED = {
    "broker/url": {"broker": {"enabled": False}},
    "workers": {"nodes": [{"name": "a"}]},
    "PORT": {"settings": {"PORT": "1"}},
    "autoscalin": {"nodes": [{"name": "a", "workers": 1, "autoscalin": {}}]},
}
KUBERNETES = ("1.25", "1.34")


def main(folder, out):
    wrong = []
    report = helm.lint(folder, strict=True)
    wrong += [f"lint: {it}" for it in report["messages"] if it["severity"] > 1]
    wrong += [f"lint: {it}" for it in report["errors"]]
    with helm.Chart.load(folder) as chart:
        for way, values in WAYS.items():
            chart.validate_schema(values)
            rendered = chart.render(values=values, name="try", namespace="ns")
            text = "\n---\n".join(it for path, it in rendered.items() if path.endswith(".yaml"))
            pathlib.Path(out, way + ".yaml").write_text(text)
            objects = [it for it in yaml.safe_load_all(text) if it]
            for it in objects:
                for version in KUBERNETES:
                    try:
                        kubernetes_validate.validate(it, version, strict=True)
                    except kubernetes_validate.ValidationError as e:
                        wrong.append(f"{way}: {it['kind']} {it['metadata']['name']}: {e.message}")
            print(way + ":", ", ".join(sorted(it["kind"] for it in objects)))
            scalers = [it for it in objects if it["kind"] == "HorizontalPodAutoscaler"]
            if len(scalers) != (way == "scaled"):
                wrong.append(f"{way}: {len(scalers)} autoscalers")
            pods = [it["spec"]["template"]["spec"] for it in objects if it["kind"] == "Deployment"]
            for pod in pods:
                volumes = {it["name"] for it in pod["volumes"]}
                for mount in (m for it in pod["containers"] for m in it["volumeMounts"]):
                    if mount["name"] not in volumes:
                        wrong.append(f"{way}: no volume {mount['name']}; there are {volumes}")
            collectors = [c for pod in pods for c in pod["containers"] if c["name"] == "collector"]
            if len(collectors) != (way == "collected"):
                wrong.append(f"{way}: {len(collectors)} sidecars")
        for what, values in REFUSED.items():
            try:
                chart.validate_schema(values)
                wrong.append(f"not refused: {values}")
            except Exception as e:  # any kind of failure is reported with its place
                if what not in str(e):
                    wrong.append(f"refused, but {what} is not named: {e}")
    for it in wrong:
        print(it, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
