"""The module from which a server's processes for heavy work are forked; it imports all that they need ready.

The search is compiled once for all of them, and its memory theirs together as long as nobody writes to it: the
collector, which writes to whatever it looks at, leaves alone what is here now.
"""

import gc
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # a thread would be left behind when a process is forked

from toolkit.web.serving import workers

workers.compile_search()
gc.collect()
gc.freeze()
