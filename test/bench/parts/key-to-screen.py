"""
Presses keys on an X display and notes when the picture changes: key-to-screen.py KEYS X Y WIDTH
HEIGHT, the part of the largest window that is looked at, px. Prints a JSON list of ms, null where
nothing changed within 2 s. The window must show what is typed; a line gets 20 keys.
"""
import ctypes
import json
import sys
import time

WAIT_S = 2
LOOK_EVERY_S = 0.001
LINE = 20

x11 = ctypes.CDLL('libX11.so.6')
xtst = ctypes.CDLL('libXtst.so.6')
ulong = ctypes.c_ulong


class Image(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in ('width', 'height', 'xoffset', 'format')] + [
        ('data', ctypes.c_void_p)
    ] + [(name, ctypes.c_int) for name in ('order', 'unit', 'bits', 'pad', 'depth', 'row_bytes')]


x11.XOpenDisplay.restype = ctypes.c_void_p
x11.XDefaultRootWindow.restype = ulong
x11.XGetImage.restype = ctypes.POINTER(Image)
display = ctypes.c_void_p(x11.XOpenDisplay(None))
root = ulong(x11.XDefaultRootWindow(display))


def largest_window():
    """Its id, and its place on the screen."""
    children = ctypes.POINTER(ulong)()
    count = ctypes.c_uint()
    unused = (ulong(), ulong())
    x11.XQueryTree(
        display, root, ctypes.byref(unused[0]), ctypes.byref(unused[1]),
        ctypes.byref(children), ctypes.byref(count),
    )
    found = []
    for window in children[: count.value]:
        x, y = ctypes.c_int(), ctypes.c_int()
        sizes = [ctypes.c_uint() for _ in range(4)]
        x11.XGetGeometry(
            display, ulong(window), ctypes.byref(unused[0]), ctypes.byref(x), ctypes.byref(y),
            *(ctypes.byref(size) for size in sizes),
        )
        found.append((sizes[0].value * sizes[1].value, window, x.value, y.value))
    return max(found)[1:]


def press(name):
    code = x11.XKeysymToKeycode(display, ulong(x11.XStringToKeysym(name)))
    xtst.XTestFakeKeyEvent(display, code, 1, ulong(0))
    xtst.XTestFakeKeyEvent(display, code, 0, ulong(0))
    x11.XFlush(display)


x11.XStringToKeysym.restype = ulong
keys, left, top, width, height = map(int, sys.argv[1:])
window, window_x, window_y = largest_window()


def look():
    image = x11.XGetImage(
        display, root, window_x + left, window_y + top, width, height, ulong(0xFFFFFFFF), 2
    )
    picture = ctypes.string_at(image.contents.data, image.contents.row_bytes * height)
    x11.XDestroyImage(image)
    return picture


x11.XSetInputFocus(display, ulong(window), 1, ulong(0))
x11.XFlush(display)
time.sleep(1)
times = []
for key in range(keys):
    before = look()
    began = time.perf_counter()
    press(b'a')
    while look() == before and time.perf_counter() - began < WAIT_S:
        time.sleep(LOOK_EVERY_S)
    took = time.perf_counter() - began
    times.append(took * 1000 if took < WAIT_S else None)
    # at uneven distances, so that keys do not fall into step with frames
    time.sleep(0.1 + (key * 37 % 45) / 1000)
    if key % LINE == LINE - 1:
        press(b'Return')
        time.sleep(0.4)
print(json.dumps(times))
