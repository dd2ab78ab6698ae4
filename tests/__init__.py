# Seconds after which whatever a test waits for hangs: no test ends by it, however slow the machine.
LONG = 600.0
