"""The calls: what can be asked, written once for the library's command line, the service and both its clients.

A call is a question (a class with its arguments, which knows how this process answers it) and a line in
:class:`meldsolver.calls.table.Calls`. Nothing here loads OR-Tools before a question that needs it is answered.
"""

from meldsolver.calls.question import Question, Terms
from meldsolver.calls.table import AwaitedCalls, BlockingCalls

__all__ = ["AwaitedCalls", "BlockingCalls", "Question", "Terms"]
