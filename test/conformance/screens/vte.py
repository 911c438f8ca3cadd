"""A VTE terminal without a frame: argv is columns, rows and the command. Each line on standard
input is answered with the screen's rows as one line of JSON, from the cursor's row on."""
import json
import sys
import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Vte", "2.91")
from gi.repository import GLib, Gtk, Vte

columns, rows = int(sys.argv[1]), int(sys.argv[2])
window = Gtk.Window()
terminal = Vte.Terminal()
terminal.set_size(columns, rows)
terminal.set_scrollback_lines(0)
window.add(terminal)
window.show_all()
terminal.spawn_sync(
    Vte.PtyFlags.DEFAULT, None, sys.argv[3:], None, GLib.SpawnFlags.SEARCH_PATH, None, None, None
)


def answer(channel, _):
    if not channel.readline():
        Gtk.main_quit()
        return False
    top = terminal.get_cursor_position()[1]
    lines = [
        terminal.get_text_range(top + row, 0, top + row, columns, None)[0]
        for row in range(rows)
    ]
    print(json.dumps([line.rstrip("\n") for line in lines]), flush=True)
    return True


channel = sys.stdin
GLib.io_add_watch(channel, GLib.IO_IN | GLib.IO_HUP, answer)
Gtk.main()
