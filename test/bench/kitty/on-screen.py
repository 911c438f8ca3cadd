"""
Uses the largest window of an X display as a person does, and prints what its picture shows, as
JSON: on-screen.py TOP CASE ... The first TOP px of the window are left out: tabs change there.

  zoom TIMES       presses Ctrl+Shift+= so often; [first change, last change] in ms of each
  click TEXT BACK  types TEXT at a prompt and clicks BACK cells before the cursor; ms to the change
  drop FILE        drops the file on the middle; ms to the change, null if the window refuses it
  contrast TIMES   contrast of the text of a full screen, and again after Enter, so often
  type TEXT        types the text and Enter
"""
import ctypes
import json
import sys
import time
from collections import Counter
from urllib.request import pathname2url

WAIT_S = 4
STILL_S = 0.8

x11 = ctypes.CDLL('libX11.so.6')
xtst = ctypes.CDLL('libXtst.so.6')
ulong = ctypes.c_ulong


class Image(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in ('width', 'height', 'xoffset', 'format')] + [
        ('data', ctypes.c_void_p)
    ] + [(name, ctypes.c_int) for name in ('order', 'unit', 'bits', 'pad', 'depth', 'row_bytes')]


class Message(ctypes.Structure):
    """XClientMessageEvent and the fields of XSelectionRequestEvent and XSelectionEvent."""

    _fields_ = [
        ('type', ctypes.c_int), ('serial', ulong), ('sent', ctypes.c_int),
        ('display', ctypes.c_void_p), ('window', ulong), ('kind', ulong), ('format', ctypes.c_int),
        ('data', ctypes.c_long * 5), ('rest', ctypes.c_long * 16),
    ]


class Selection(ctypes.Structure):
    _fields_ = [
        ('type', ctypes.c_int), ('serial', ulong), ('sent', ctypes.c_int),
        ('display', ctypes.c_void_p), ('owner', ulong), ('requestor', ulong),
        ('selection', ulong), ('target', ulong), ('property', ulong), ('time', ulong),
    ]


x11.XOpenDisplay.restype = ctypes.c_void_p
x11.XDefaultRootWindow.restype = ulong
x11.XGetImage.restype = ctypes.POINTER(Image)
x11.XInternAtom.restype = ulong
x11.XStringToKeysym.restype = ulong
x11.XCreateSimpleWindow.restype = ulong
display = ctypes.c_void_p(x11.XOpenDisplay(None))
root = ulong(x11.XDefaultRootWindow(display))


def tree(window):
    """Children of a window, and the place and size of the window itself."""
    children = ctypes.POINTER(ulong)()
    count = ctypes.c_uint()
    unused = (ulong(), ulong())
    x11.XQueryTree(
        display, ulong(window), ctypes.byref(unused[0]), ctypes.byref(unused[1]),
        ctypes.byref(children), ctypes.byref(count),
    )
    x, y = ctypes.c_int(), ctypes.c_int()
    sizes = [ctypes.c_uint() for _ in range(4)]
    x11.XGetGeometry(
        display, ulong(window), ctypes.byref(unused[0]), ctypes.byref(x), ctypes.byref(y),
        *(ctypes.byref(size) for size in sizes),
    )
    return children[: count.value], (x.value, y.value, sizes[0].value, sizes[1].value)


def largest_window():
    found = [(tree(window)[1], window) for window in tree(root.value)[0]]
    return max(found, key=lambda one: one[0][2] * one[0][3], default=((0, 0, 0, 0), 0))


while True:
    (left, top, width, height), window = largest_window()
    if width * height > 100_000:
        break
    time.sleep(0.1)
bar = int(sys.argv[1])
top, height = top + bar, height - bar


def look():
    image = x11.XGetImage(display, root, left, top, width, height, ulong(0xFFFFFFFF), 2)
    picture = ctypes.string_at(image.contents.data, image.contents.row_bytes * height)
    x11.XDestroyImage(image)
    return picture


def key(name, *held):
    codes = [x11.XKeysymToKeycode(display, ulong(x11.XStringToKeysym(one.encode())))
             for one in (*held, name)]
    for code in codes:
        xtst.XTestFakeKeyEvent(display, code, 1, ulong(0))
    for code in reversed(codes):
        xtst.XTestFakeKeyEvent(display, code, 0, ulong(0))
    x11.XFlush(display)


def write(text):
    names = {' ': ('space',), '>': ('period', 'Shift_L'), '/': ('slash',), '.': ('period',)}
    for letter in text:
        usual = (letter.lower(), 'Shift_L') if letter.isupper() else (letter,)
        name, *held = names.get(letter, usual)
        key(name, *held)
        time.sleep(0.03)


def still():
    """Waits until the picture stays the same, and returns it."""
    picture, since = look(), time.perf_counter()
    while time.perf_counter() - since < STILL_S:
        time.sleep(0.02)
        now = look()
        if now != picture:
            picture, since = now, time.perf_counter()
    return picture


def changes(act):
    """Ms from the act to the first and the last change of the picture."""
    before = look()
    began = last = time.perf_counter()
    first = None
    act()
    while True:
        now = look()
        at = time.perf_counter()
        if now != before:
            before, last = now, at
            first = first or at
        if at - last > (STILL_S if first else WAIT_S):
            return [None if first is None else round((one - began) * 1000, 1)
                    for one in (first, last)]
        time.sleep(0.001)


def zoom(times):
    found = []
    for _ in range(int(times)):
        still()
        found.append(changes(lambda: key('equal', 'Control_L', 'Shift_L')))
    return found


def click(text, back):
    write(text[:-1])
    before = still()
    write(text[-1])
    after = still()
    row_bytes = len(after) // height
    places = [divmod(at, row_bytes) for at in range(0, len(after), 4)
              if after[at:at + 4] != before[at:at + 4]]
    # the letter that was added, and the block cursor after it
    start = min(byte for _, byte in places) // 4
    cell = (max(byte for _, byte in places) // 4 + 1 - start) / 2
    row = sum(row for row, _ in places) // len(places)
    x = left + start + cell * 1.5 - int(back) * cell
    xtst.XTestFakeMotionEvent(display, -1, int(x), top + row, ulong(0))
    x11.XFlush(display)
    still()

    def press():
        xtst.XTestFakeButtonEvent(display, 1, 1, ulong(0))
        xtst.XTestFakeButtonEvent(display, 1, 0, ulong(0))
        x11.XFlush(display)

    took = changes(press)[0]
    write('Z')
    key('Return')
    still()
    return took


def luminance(color):
    parts = [(color >> shift & 255) / 255 for shift in (16, 8, 0)]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
                        for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def text_contrast():
    picture = still()
    row_bytes = len(picture) // height
    middle = b''.join(picture[row * row_bytes + width:row * row_bytes + 3 * width - width % 4]
                      for row in range(height // 4, height * 3 // 4))
    middle = middle[: len(middle) - len(middle) % 4]
    colors = Counter(int.from_bytes(middle[at:at + 3], 'little') for at in range(0, len(middle), 4))
    ground = luminance(colors.most_common(1)[0][0])
    # single pixels of other things do not count
    seen = [color for color, count in colors.items() if count > 50]
    return round(max((max(ground, one) + 0.05) / (min(ground, one) + 0.05)
                     for one in map(luminance, seen)), 2)


def contrast(times):
    found = [text_contrast()]
    for _ in range(int(times)):
        key('Return')
        found.append(text_contrast())
    return found


def atom(name):
    return x11.XInternAtom(display, name.encode(), 0)


def target_window(outer):
    """The window itself or its child that takes drops."""
    for one in (outer, *tree(outer)[0]):
        kind, form, data = ulong(), ctypes.c_int(), ctypes.c_void_p()
        count, after = ulong(), ulong()
        x11.XGetWindowProperty(
            display, ulong(one), ulong(atom('XdndAware')), 0, 1, 0, 0, ctypes.byref(kind),
            ctypes.byref(form), ctypes.byref(count), ctypes.byref(after), ctypes.byref(data),
        )
        if count.value:
            return one
    return None


def drop(file):
    source = x11.XCreateSimpleWindow(display, root, 0, 0, 1, 1, 0, 0, 0)
    target = target_window(window)
    if target is None:
        return None
    uri = b'file://' + pathname2url(file).encode() + b'\r\n'
    x11.XSetSelectionOwner(display, ulong(atom('XdndSelection')), ulong(source), ulong(0))

    def send(kind, *data):
        event = Message(33, 0, 1, display.value, target, atom(kind), 32, (ctypes.c_long * 5)(*data))
        x11.XSendEvent(display, ulong(target), 0, 0, ctypes.byref(event))
        x11.XFlush(display)

    def serve(wanted):
        """Answers requests for the data until this message arrives."""
        ends = time.perf_counter() + WAIT_S
        while time.perf_counter() < ends:
            if not x11.XPending(display):
                time.sleep(0.001)
                continue
            event = Message()
            x11.XNextEvent(display, ctypes.byref(event))
            if event.type == 33 and event.kind == atom(wanted):
                return event.data
            if event.type == 30:
                request = ctypes.cast(ctypes.byref(event), ctypes.POINTER(Selection)).contents
                where = request.property or request.target
                x11.XChangeProperty(
                    display, ulong(request.requestor), ulong(where), ulong(request.target), 8, 0,
                    uri, len(uri),
                )
                # an XSelectionEvent has the fields of the request from the requestor on
                reply = (ulong * 24)()
                reply[0], reply[2], reply[3] = 31, 1, display.value
                reply[4], reply[5], reply[6] = request.requestor, request.selection, request.target
                reply[7], reply[8] = where, request.time
                x11.XSendEvent(
                    display, ulong(request.requestor), 0, 0, ctypes.byref(reply)
                )
                x11.XFlush(display)
        return None

    x, y = left + width // 2, top + height // 2
    xtst.XTestFakeMotionEvent(display, -1, x, y, ulong(0))
    still()
    copy = atom('XdndActionCopy')
    send('XdndEnter', source, 5 << 24, atom('text/uri-list'), 0, 0)
    # a browser answers with what its page made of an earlier position
    for step in range(20):
        send('XdndPosition', source, 0, (x - step) << 16 | y, 0, copy)
        status = serve('XdndStatus')
        if status is not None and status[1] & 1:
            break
        time.sleep(0.1)
    else:
        return None

    before = look()
    began = time.perf_counter()
    send('XdndDrop', source, 0, 0, 0, 0)
    serve('XdndFinished')
    while look() == before and time.perf_counter() - began < WAIT_S:
        time.sleep(0.001)
    return round((time.perf_counter() - began) * 1000, 1)


# a window that is not mapped yet refuses the focus
Handler = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
ignore = Handler(lambda *_: 0)
x11.XSetErrorHandler(ignore)
while True:
    x11.XSetInputFocus(display, ulong(window), 1, ulong(0))
    x11.XFlush(display)
    if len(set(zip(*[iter(still())] * 4))) > 1:
        break  # text is shown
cases = {'zoom': zoom, 'click': click, 'drop': drop, 'contrast': contrast,
         'type': lambda text: [write(text), key('Return'), still()] and None}
name, *words = sys.argv[2:]
print(json.dumps(cases[name](*words)))
