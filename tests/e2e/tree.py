# SPDX-License-Identifier: GPL-3.0-or-later
"""The accessibility tree of programs, asked for over D-Bus with few messages. Tests walk the tree again and again while
they wait, and libatspi sends three messages for each widget of a walk. Here it is one, for its children: a role never
changes and is asked for once. Every call raises GLib.Error where the widget has gone."""
import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

ACCESSIBLE = "org.a11y.atspi.Accessible"
COMPONENT = "org.a11y.atspi.Component"
TEXT = "org.a11y.atspi.Text"
VALUE = "org.a11y.atspi.Value"
LONGEST_MS = 30000  # a program may be busy for a while


class States:
    def __init__(self, words):
        self.bits = words[0] | words[1] << 32

    def contains(self, state):
        """Whether an Atspi.StateType is in the set."""
        return bool(self.bits >> int(state) & 1)


class Node:
    def __init__(self, bus, owner, path):
        self.bus, self.owner, self.path = bus, owner, path

    def call(self, interface, method, arguments=None):
        return self.bus.ask(self.owner, self.path, interface, method, arguments)

    def get(self, interface, name):
        return self.call("org.freedesktop.DBus.Properties", "Get", GLib.Variant("(ss)", (interface, name)))[0]

    @property
    def role(self):
        """In words: "push button"."""
        key = self.owner, self.path
        if key not in self.bus.roles:
            self.bus.roles[key] = Atspi.role_get_name(Atspi.Role(self.call(ACCESSIBLE, "GetRole")[0]))
        return self.bus.roles[key]

    @property
    def name(self):
        return self.get(ACCESSIBLE, "Name")

    @property
    def description(self):
        return self.get(ACCESSIBLE, "Description")

    @property
    def parent(self):
        return Node(self.bus, *self.get(ACCESSIBLE, "Parent"))

    @property
    def states(self):
        return States(self.call(ACCESSIBLE, "GetState")[0])

    @property
    def extents(self):
        """x, y, width, height in its window."""
        return self.call(COMPONENT, "GetExtents", GLib.Variant("(u)", (int(Atspi.CoordType.WINDOW),)))[0]

    @property
    def text(self):
        """What a text widget contains. GLib.Error from other widgets."""
        count = self.get(TEXT, "CharacterCount")
        return self.call(TEXT, "GetText", GLib.Variant("(ii)", (0, count)))[0] if count > 0 else ""

    @property
    def value(self):
        """The value of a slider."""
        return self.get(VALUE, "CurrentValue")

    def children(self):
        return [Node(self.bus, *child) for child in self.call(ACCESSIBLE, "GetChildren")[0]]

    def count(self):
        return self.get(ACCESSIBLE, "ChildCount")

    def child(self, index):
        return Node(self.bus, *self.call(ACCESSIBLE, "GetChildAtIndex", GLib.Variant("(i)", (index,)))[0])


class Bus:
    """The bus of the accessibility trees of this session."""

    def __init__(self):
        session = Gio.bus_get_sync(Gio.BusType.SESSION, None)
        address = session.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None,
                                    Gio.DBusCallFlags.NONE, LONGEST_MS, None).unpack()[0]
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self.connection = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
        self.roles = {}

    def ask(self, owner, path, interface, method, arguments=None):
        return self.connection.call_sync(owner, path, interface, method, arguments, None, Gio.DBusCallFlags.NONE,
                                         LONGEST_MS, None).unpack()

    def program(self, pid):
        """The root of a process with at least one window, or None."""
        registry = self.ask("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root", ACCESSIBLE, "GetChildren")[0]
        for owner, path in registry:
            try:
                asked = self.ask("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                                 "GetConnectionUnixProcessID", GLib.Variant("(s)", (owner,)))
                root = Node(self, owner, path)
                if asked[0] == pid and root.count() > 0:
                    return root
            except GLib.Error:
                continue  # another program that is just ending
        return None
