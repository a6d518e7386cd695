"""The hosts that kit.yaml names, inside the container: their names lead to addresses on loopback, and a connection to one
goes on as frames (frames.ts has their form) to the backend, which reaches that host and nothing else.
"""
import json
import socket
import struct

OPEN, DATA, END, CLOSE, TAKEN = b"o", b"d", b"e", b"c", b"w"
# So many bytes may be on their way before the backend has taken them.
WINDOW = 256 * 1024
PIECE = 65536


class Connection:
    def __init__(self, number, sock):
        self.number = number
        self.socket = sock
        self.credit = WINDOW
        self.outgoing = bytearray()
        self.read_ended = False
        self.shut_after = False
        self.close_after = False


class Network:
    def __init__(self, hosts, send):
        self.send = send
        self.last = 0
        self.by_number = {}
        self.by_fd = {}
        self.listeners = {}
        for index, (address, port) in enumerate(json.loads(hosts)):
            listener = socket.create_server((address, port), backlog=64)
            listener.setblocking(False)
            self.listeners[listener.fileno()] = (listener, index)

    def readers(self):
        connections = [fd for fd, one in self.by_fd.items() if one.credit > 0 and not one.read_ended]
        return [*self.listeners, *connections]

    def writers(self):
        return [fd for fd, one in self.by_fd.items() if one.outgoing]

    def owns(self, fd):
        return fd in self.listeners or fd in self.by_fd

    def tell(self, kind, number, payload=b""):
        self.send(kind, struct.pack(">I", number) + payload)

    def read(self, fd):
        if fd in self.listeners:
            self.accept(*self.listeners[fd])
            return
        one = self.by_fd.get(fd)
        if one is None:
            return
        try:
            piece = one.socket.recv(PIECE)
        except BlockingIOError:
            return
        except OSError:
            self.close(one, True)
            return
        if piece:
            one.credit -= len(piece)
            self.tell(DATA, one.number, piece)
        else:
            one.read_ended = True
            self.tell(END, one.number)
            self.settle(one)

    def accept(self, listener, index):
        try:
            accepted, _ = listener.accept()
        except OSError:
            return
        accepted.setblocking(False)
        accepted.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.last += 1
        one = Connection(self.last, accepted)
        self.by_number[one.number] = one
        self.by_fd[accepted.fileno()] = one
        self.tell(OPEN, one.number, struct.pack(">H", index))

    def write(self, fd):
        one = self.by_fd.get(fd)
        if one is None:
            return
        try:
            count = one.socket.send(one.outgoing)
        except BlockingIOError:
            return
        except OSError:
            self.close(one, True)
            return
        del one.outgoing[:count]
        if not one.close_after:
            self.tell(TAKEN, one.number, struct.pack(">I", count))
        self.settle(one)

    def take(self, kind, payload):
        (number,) = struct.unpack(">I", payload[:4])
        one = self.by_number.get(number)
        if one is None:
            return
        if kind == DATA:
            one.outgoing += payload[4:]
        elif kind == TAKEN:
            one.credit += struct.unpack(">I", payload[4:8])[0]
        elif kind == END:
            one.shut_after = True
        elif kind == CLOSE:
            one.close_after = True
        self.settle(one)

    def settle(self, one):
        """What is to happen once all that came before is written."""
        if one.outgoing or one.number not in self.by_number:
            return
        if one.close_after or (one.shut_after and one.read_ended):
            self.close(one, not one.close_after)
        elif one.shut_after:
            try:
                one.socket.shutdown(socket.SHUT_WR)
            except OSError:
                self.close(one, True)

    def close(self, one, tell):
        if self.by_number.pop(one.number, None) is None:
            return
        del self.by_fd[one.socket.fileno()]
        one.socket.close()
        if tell and not one.close_after:
            self.tell(CLOSE, one.number)
