"""What the documentation's site needs besides: links out of the documentation, which lead to files of
the sources, stay as words; that the files are there is checked. All decisions are in the navigation."""

import logging
import pathlib
import re

log = logging.getLogger("mkdocs.hooks")
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")


def on_config(config):
    docs = pathlib.Path(config.docs_dir)
    for section in config.nav:
        for name, pages in section.items() if isinstance(section, dict) else []:
            if "adr/*" in pages:
                section[name] = [f"adr/{it.name}" for it in sorted((docs / "adr").glob("*.md"))]
    return config


def on_page_markdown(markdown, page, config, files):
    docs = pathlib.Path(config.docs_dir).resolve()
    folder = (docs / page.file.src_path).parent

    def plain(match):
        target = match.group(2)
        if re.match(r"[a-z]+:|#|/", target):
            return match.group(0)
        there = (folder / target.split("#")[0]).resolve()
        if there.is_relative_to(docs) and not there.is_dir():
            return match.group(0)
        if not there.exists():
            log.warning("%s: '%s' does not exist", page.file.src_path, target)
        return match.group(1)

    return LINK.sub(plain, markdown)
