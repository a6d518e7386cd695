"""The process that runs the kit's code: imports the file, calls the function, writes what it returned or threw."""
import json
import os
import select
import struct
import sys
import time

TOOLS, WORKSPACE, DEPENDENCIES = "/tools/", "/repo/", "/deps"
MAX_RESULT = 4 * 1024 * 1024


def work(call_read, result_write):
    if not select.select([call_read], [], [], 0)[0]:
        # Nobody waits yet: have ready what most calls need.
        import asyncio  # noqa: F401
        import importlib.util  # noqa: F401
        import traceback  # noqa: F401
        import typing  # noqa: F401

        import pagehand_values  # noqa: F401
    call = read_call(call_read)
    answer = run(call)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass
    data = b"V" + struct.pack(">I", len(answer)) + answer
    while data:
        data = data[os.write(result_write, data) :]
    while True:
        time.sleep(3600)  # the supervisor ends this process


def read_call(fd):
    (length,) = struct.unpack(">I", read_exactly(fd, 4))
    return json.loads(read_exactly(fd, length))


def read_exactly(fd, length):
    data = bytearray()
    while len(data) < length:
        piece = os.read(fd, length - len(data))
        if not piece:
            os._exit(0)
        data += piece
    return bytes(data)


def run(call):
    try:
        os.environ.update(call["environment"])
        time.tzset()
        os.chdir("/repo")
        sys.stdout.reconfigure(line_buffering=True)
        sys.path[:0] = ["/tools", DEPENDENCIES]
        function = load(call["file"], call["function"])
        import pagehand_values

        arguments = pagehand_values.from_json(function, call["args"])
        value = finish(function(**arguments))
    except BaseException as error:
        return failure("failed", error)
    try:
        answer = json.dumps({"value": value}, default=pagehand_values.to_json, allow_nan=False, ensure_ascii=False)
        data = answer.encode("utf-8", "replace")
    except BaseException as error:
        return failure("bad-result", error)
    if len(data) > MAX_RESULT:
        return failure("bad-result", ValueError(f"the result has {len(data)} bytes, at most {MAX_RESULT} are allowed"))
    return data


def load(file, name):
    import importlib
    import importlib.util

    path = TOOLS + file
    dotted = file.rpartition(".")[0].replace("/", ".")
    first = dotted.split(".")[0]
    ours = first not in sys.modules and first not in sys.stdlib_module_names
    if ours and all(part.isidentifier() for part in dotted.split(".")):
        module = importlib.import_module(dotted)
    else:
        # A name that Python has taken, or that is none: by its path, under a name of its own.
        dotted = "kit_tool_" + "".join(sign if sign.isalnum() else "_" for sign in dotted)
        spec = importlib.util.spec_from_file_location(dotted, path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[dotted] = module
        spec.loader.exec_module(module)
    function = getattr(module, name, None)
    if not callable(function):
        raise LookupError(f"{file} has no function {name}")
    return function


def finish(value):
    """What an async function or a generator comes to."""
    import inspect

    if inspect.isawaitable(value) or inspect.isasyncgen(value):
        import asyncio

        return asyncio.run(settle(value))
    return list(value) if inspect.isgenerator(value) else value


async def settle(value):
    if hasattr(value, "__aiter__"):
        return [item async for item in value]
    return await value


def failure(kind, error):
    kept = {
        "type": type(error).__name__[:200],
        "message": said(error)[:4000],
        "trace": trace(error)[:8000],
    }
    return json.dumps({kind: kept}).encode()


def said(error):
    try:
        return str(error)
    except BaseException:
        return ""


def trace(error):
    """Frames of the kit's own files, innermost last, through the errors that led to it."""
    import traceback

    lines = []
    seen = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        frames = [
            frame
            for frame in traceback.extract_tb(error.__traceback__)
            if frame.filename.startswith((TOOLS, WORKSPACE, DEPENDENCIES))
        ]
        lines = [*traceback.format_list(frames), f"{type(error).__name__}: {said(error)[:500]}\n", *lines]
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return "".join(lines).rstrip()
