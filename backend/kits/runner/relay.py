"""One connection to a port that the kit's code listens on inside the container: stdin in, stdout out."""
import os
import socket
import sys
import threading


def send(connection):
    while True:
        piece = os.read(0, 65536)
        if not piece:
            break
        connection.sendall(piece)
    connection.shutdown(socket.SHUT_WR)


def main():
    connection = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=5)
    connection.settimeout(None)
    threading.Thread(target=send, args=(connection,), daemon=True).start()
    while True:
        piece = connection.recv(65536)
        if not piece:
            return
        while piece:
            piece = piece[os.write(1, piece) :]


try:
    main()
except OSError:
    sys.exit(1)
