"""Installs the locked dependencies of a kit into the image that is being built: wheels only, so no code of a package runs.

What it needs comes as JSON on stdin, so that neither an index's address nor a proxy stays in the image.
"""
import json
import os
import shutil
import subprocess
import sys

WORK = "/pagehand/work"

given = json.load(sys.stdin)
for name, text in given["files"].items():
    with open(f"{WORK}/{name}", "w", encoding="utf-8") as file:
        file.write(text)
settings = {"HOME": WORK, "PATH": os.environ["PATH"], "TMPDIR": WORK, "PIP_CONFIG_FILE": os.devnull}
if given.get("registry"):
    settings["PIP_INDEX_URL"] = given["registry"]
if given.get("trustedHost"):
    settings["PIP_TRUSTED_HOST"] = given["trustedHost"]
if given.get("proxy"):
    settings.update(HTTPS_PROXY=given["proxy"], HTTP_PROXY=given["proxy"], NO_PROXY=given.get("noProxy") or "")
if given.get("certificates"):
    with open(f"{WORK}/certificates.pem", "w", encoding="utf-8") as file:
        file.write(given["certificates"])
    settings["PIP_CERT"] = f"{WORK}/certificates.pem"
flags = ["--require-hashes", "--only-binary=:all:", "--no-cache-dir", "--no-input", "--disable-pip-version-check"]
done = subprocess.run(
    [sys.executable, "-m", "pip", "install", *flags, "--retries=1", "--target=/deps", f"--requirement={WORK}/requirements.txt"],
    env=settings,
    cwd=WORK,
    stdin=subprocess.DEVNULL,
)
for name in os.listdir(WORK):
    path = os.path.join(WORK, name)
    shutil.rmtree(path) if os.path.isdir(path) and not os.path.islink(path) else os.remove(path)
sys.exit(done.returncode)
