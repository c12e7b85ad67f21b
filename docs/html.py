#!/usr/bin/env python3
"""Makes HTML of the documents, with search: docs/html.py FOLDER puts it into FOLDER/html (make docs: build/docs/html).

All .md files, and the files that they link to, are copied to FOLDER/source in the places that they have in the repository, so that links hold;
Sphinx with MyST makes pages of them. Warnings, such as links that lead nowhere, are errors.
"""

import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
import pages # pylint: disable=wrong-import-position

TREE = {
    "Learn": ["docs/TUTORIAL", "docs/GUIDE", "docs/COMING"],
    "Look up": ["docs/LANGUAGE", "docs/DIAGNOSTICS", "docs/RUNTIME", "docs/ENVIRONMENT", "docs/MPI", "docs/SCALING", "docs/PERFORMANCE"],
    "Tools": ["docs/EDITORS", "docs/DEBUGGING", "docs/PICTURES", "samples/projects/README", "editors/README"],
    "The project": ["CHANGELOG", "CONTRIBUTING", "SECURITY", "docs/INTERNALS"],
}

CONFIGURATION = '''
from pygments.lexers.c_cpp import CppLexer
project, author, extensions, root_doc = "ampc", "ampc authors", ["myst_parser"], "README"
myst_heading_anchors, myst_enable_extensions = 4, ["html_image"]
html_title, html_show_sourcelink, html_copy_source = "ampc", False, False
try:
    import furo
    html_theme = "furo"
except ImportError:
    html_theme = "alabaster"
    html_theme_options = {"page_width": "1100px", "sidebar_width": "240px"}


def setup(app):
    app.add_lexer("c", CppLexer) # amp code has '::' and '<>'
'''


def copy(name, folder):
    to = os.path.join(folder, name)
    subprocess.run(["mkdir", "-p", os.path.dirname(to)], check=True)
    subprocess.run(["cp", "-rL", os.path.join(pages.ROOT, name), to], check=True)
    return to


def linked(name):
    """The files of the repository that a page links to, or shows."""
    text = "\n".join(line for _, line in pages.prose(pages.read(os.path.join(pages.ROOT, name)).split("\n")))
    for target in re.findall(r"\]\(([^) #]+)", text) + re.findall(r'src="([^"]*)"', text):
        if not re.match(r"[a-z]+:", target):
            yield os.path.normpath(os.path.join(os.path.dirname(name), target))


def tree(names):
    """The contents, behind the first page: the chapters above, and what is not in them."""
    listed = [page for chapter in TREE.values() for page in chapter]
    rest = sorted(name[:-3] for name in names if name[:-3] not in listed and name != "README.md")
    for title, chapter in [*TREE.items(), ("The sources", rest)]:
        yield "\n```{toctree}\n:hidden:\n:caption: " + title + "\n\n" + "\n".join(page for page in chapter if page + ".md" in names) + "\n```\n"


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: html.py FOLDER")
    build = os.environ.get("SPHINXBUILD", "sphinx-build")
    missing = "install (as root) by: apt-get install python3-sphinx python3-myst-parser"
    try:
        subprocess.run([build, "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    except (OSError, subprocess.CalledProcessError):
        sys.exit(f"make docs: there is no {build}; {missing}")
    source, html = os.path.join(sys.argv[1], "source"), os.path.join(sys.argv[1], "html")
    subprocess.run(["rm", "-rf", source, html], check=True)
    names = list(pages.all_pages())
    for name in names:
        copy(name, source)
    for name in sorted({target for page in names for target in linked(page)}):
        if not os.path.exists(os.path.join(source, name)) and os.path.isfile(os.path.join(pages.ROOT, name)):
            copy(name, source)
    with open(os.path.join(source, "README.md"), "a", encoding="utf-8") as index:
        index.write("".join(tree(names)))
    for name in names: # a folder is no page: its link goes to what says what is in it, or is none
        path = os.path.join(source, name)
        text = pages.read(path)
        here = os.path.dirname(os.path.join(pages.ROOT, name))

        def mend(link, here=here):
            place = os.path.join(here, link.group(2))
            if not os.path.isdir(place):
                return link.group(0)
            readme = os.path.join(link.group(2), "README.md")
            return f"[{link.group(1)}]({readme})" if os.path.exists(os.path.join(here, readme)) else link.group(1)

        with open(path, "w", encoding="utf-8") as file:
            file.write(re.sub(r"\[([^][]*)\]\(([^) #:]+)\)", mend, text))
    with open(os.path.join(source, "conf.py"), "w", encoding="utf-8") as conf:
        conf.write(CONFIGURATION)
    run = subprocess.run([build, "-q", "-W", "--keep-going", "-b", "html", source, html], stderr=subprocess.PIPE, text=True, check=False)
    sys.stderr.write(run.stderr)
    if run.returncode:
        sys.exit(f"make docs: {missing}" if "myst_parser" in run.stderr and "import" in run.stderr else "make docs: warnings are errors")
    subprocess.run(["cp", os.path.join(html, "README.html"), os.path.join(html, "index.html")], check=True)
    print(f"{html}/index.html")


if __name__ == "__main__":
    main()
