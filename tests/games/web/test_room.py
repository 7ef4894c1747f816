"""The memory that the calls of a request take."""

from resource import RUSAGE_THREAD, getrusage

from django.http import HttpResponse

from games.web.middleware import room_for_frames

DEPTHS, TIMES = 150, 400


def faults():
    """How often this thread got a page of memory from the system."""
    return getrusage(RUSAGE_THREAD).ru_minflt


def nothing():
    pass


def at_depth(depth):
    """Make many calls from this depth, and say how many pages of memory that took."""
    if depth:
        return at_depth(depth - 1)
    before = faults()
    for _ in range(TIMES):
        nothing()
    return faults() - before


def test_at_no_depth_do_calls_ask_for_memory_each_time():
    def view(request):
        return HttpResponse(str(max(at_depth(depth) for depth in range(DEPTHS))))

    assert int(room_for_frames(view)(None).content) < TIMES / 10
