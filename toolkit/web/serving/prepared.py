"""The module from which a server's processes for heavy work are forked; it imports all that they need ready.

The search is compiled once for all of them, and its memory theirs together as long as nobody writes to it: the
collector, which writes to whatever it looks at, leaves alone what is here now. On a new machine a process of its own
compiles it, and takes along the 60 MB that a compiler keeps when it has run.
"""

import gc
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # a thread would be left behind when a process is forked

from toolkit.seating import kernel
from toolkit.web.serving import workers

if kernel.is_to_be_compiled():
    compiling = os.fork()
    if not compiling:
        try:
            workers.compile_search()
        finally:
            os._exit(0)
    os.waitpid(compiling, 0)
workers.compile_search()
gc.collect()
gc.freeze()
