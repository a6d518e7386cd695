"""Runs one function of a kit inside its container: the supervisor.

It forks the process that will run the kit's code before the call is there, waits for the call on stdin, hands it over and
sends what comes back as frames on stdout (frames.ts has their form). What the kit prints goes into pipes of its own, so
it never mixes with the frames. Before the result is sent, every other process in the container is ended.
"""
import os
import select
import signal
import struct
import sys
import time

CALL, READY, STDOUT, STDERR, RESULT, CRASHED, HOSTS = b"C", b"R", b"O", b"E", b"V", b"X", b"N"
PIECE = 65536
# Seconds: pieces that follow each other closely are sent as one, so that printing line by line costs the backend little.
REST = 0.01


def send(kind, payload):
    data = kind + struct.pack(">I", len(payload)) + payload
    while data:
        data = data[os.write(1, data) :]


def read_frames(buffer):
    """Takes whole frames off the front of a bytearray."""
    while len(buffer) >= 5:
        (length,) = struct.unpack(">I", buffer[1:5])
        if len(buffer) < 5 + length:
            return
        kind, payload = bytes(buffer[:1]), bytes(buffer[5 : 5 + length])
        del buffer[: 5 + length]
        yield kind, payload


def write_all(fd, data):
    while data:
        data = data[os.write(fd, data) :]


def end_all_others():
    try:
        os.kill(-1, signal.SIGKILL)
    except ProcessLookupError:
        pass


def was_out_of_memory():
    """Whether the kernel ended a process of this container for memory: cgroup 2, then 1."""
    for path in ("/sys/fs/cgroup/memory.events", "/sys/fs/cgroup/memory/memory.oom_control"):
        try:
            with open(path, encoding="ascii") as file:
                for line in file:
                    name, _, count = line.partition(" ")
                    if name == "oom_kill" and int(count) > 0:
                        return True
        except (OSError, ValueError):
            pass
    return False


def drain(outputs):
    """Hands on what is still in the pipes; their writers are dead."""
    for fd, kind in outputs.items():
        while True:
            piece = os.read(fd, PIECE)
            if not piece:
                break
            send(kind, piece)


def supervise():
    sys.path.append(os.path.dirname(os.path.abspath(__file__)))
    call_read, call_write = os.pipe()
    result_read, result_write = os.pipe()
    out_read, out_write = os.pipe()
    err_read, err_write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
            os.dup2(out_write, 1)
            os.dup2(err_write, 2)
            for fd in (call_write, result_read, out_read, out_write, err_read, err_write):
                os.close(fd)
            with open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
                file.write("1000")  # where memory runs out, this process goes and not the supervisor
            import pagehand_worker

            pagehand_worker.work(call_read, result_write)
        finally:
            os._exit(70)
    for fd in (call_read, result_write, out_write, err_write):
        os.close(fd)
    send(READY, b"")
    watch(child, call_write, result_read, {out_read: STDOUT, err_read: STDERR})


def watch(child, call_write, result_read, outputs):
    open_outputs = dict(outputs)
    incoming, result = bytearray(), bytearray()
    rested = 0.0
    network = None
    while True:
        wait = rested - time.monotonic()
        watched = [0, result_read] if wait > 0 else [0, result_read, *open_outputs]
        reading, writing = (network.readers(), network.writers()) if network else ([], [])
        readable, writable, _ = select.select(watched + reading, writing, [], wait if wait > 0 else None)
        for fd in writable:
            network.write(fd)
        for fd in readable:
            if fd in reading:
                network.read(fd)
                continue
            piece = os.read(fd, PIECE)
            if fd == 0:
                if not piece:  # the backend is gone
                    end_all_others()
                    return
                incoming += piece
                for kind, payload in read_frames(incoming):
                    if kind == CALL:
                        try:
                            write_all(call_write, struct.pack(">I", len(payload)) + payload)
                        except BrokenPipeError:
                            pass  # the end of its results says so
                    elif kind == HOSTS:
                        network = open_network(payload)
                    elif network:
                        network.take(kind, payload)
            elif fd == result_read:
                result += piece
                frame = next(read_frames(result), None)
                if frame is None and piece:
                    continue
                end_all_others()
                _, status = os.waitpid(child, 0)
                drain(open_outputs)
                if frame is not None:
                    send(RESULT, frame[1])
                    return
                send(CRASHED, crash(status))
                return
            elif piece:
                send(outputs[fd], piece)
                rested = time.monotonic() + REST
            else:
                del open_outputs[fd]


def open_network(hosts):
    """Before the call is handed over: the kit's code finds them listening."""
    from pagehand_network import Network

    return Network(hosts, send)


def crash(status):
    ended = os.WIFSIGNALED(status)
    number = os.WTERMSIG(status) if ended else os.WEXITSTATUS(status)
    return b'{"signal":%s,"exit":%s,"memory":%s}' % (
        (b'"%s"' % signal.Signals(number).name.encode()) if ended else b"null",
        b"null" if ended else b"%d" % number,
        b"true" if was_out_of_memory() else b"false",
    )


supervise()
os._exit(0)  # the backend waits for the end of this container: the quickest one
