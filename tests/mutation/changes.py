"""Every single change that can be made to a module: what stands where, and what takes its place.

A change is an edit of the text, found by the syntax tree, so everything else of the file stays as it is. What no test
can see is left out: annotations, docstrings, decorators, assertions, messages.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Change:
    """One edit.

    Attributes:
        kind: the family it belongs to, such as ``compare``.
        line: line of the file on which it begins, from 1.
        last: line on which what is changed ends.
        start: place of its first character in the text.
        end: place after its last character.
        text: what takes the place of those characters.
    """

    kind: str
    line: int
    last: int
    start: int
    end: int
    text: str

    def applied(self, source: str) -> str:
        """The module with this change."""
        return source[: self.start] + self.text + source[self.end :]


COMPARISONS: dict[type[ast.cmpop], tuple[str, tuple[str, ...]]] = {
    ast.Lt: (r"<", ("<=", ">=")),
    ast.LtE: (r"<=", ("<", ">")),
    ast.Gt: (r">", (">=", "<=")),
    ast.GtE: (r">=", (">", "<")),
    ast.Eq: (r"==", ("!=",)),
    ast.NotEq: (r"!=", ("==",)),
    ast.In: (r"\bin\b", ("not in",)),
    ast.NotIn: (r"\bnot\s+in\b", ("in",)),
    ast.Is: (r"\bis\b", ("is not",)),
    ast.IsNot: (r"\bis\s+not\b", ("is",)),
}
ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.FloorDiv: ("//", "*"),
    ast.Div: ("/", "*"),
    ast.Mod: ("%", "*"),
    ast.Pow: ("**", "*"),
    ast.BitOr: ("|", "&"),
    ast.BitAnd: ("&", "|"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list", "extend": "append"}
TUNED = 1000
"""A bound of thousands is a choice: one more or less is another choice, which no test should fix."""
HARMLESS = re.compile(r"\b(log|logger|warn|debug)\b")


def changes(source: str) -> list[Change]:
    """Every change of a module, in the order of the text. A few of them leave no Python: see ``fits``."""
    found = _Finder(source)
    found.visit(ast.parse(source))
    return sorted(found.changes, key=lambda it: (it.start, it.end, it.text))


def fits(source: str, change: Change) -> bool:
    """Whether the changed module can be compiled, and says something else than before."""
    try:
        return ast.dump(ast.parse(change.applied(source))) != ast.dump(ast.parse(source))
    except SyntaxError:
        return False


class _Finder(ast.NodeVisitor):
    def __init__(self, source: str) -> None:
        self.source = source
        self.changes: list[Change] = []
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._lines = source.splitlines()

    # --- places ---

    def _place(self, line: int, column: int) -> int:
        """Place in the text of a column that is counted in bytes."""
        return self._starts[line - 1] + len(self._lines[line - 1].encode()[:column].decode())

    def _start(self, node: ast.expr | ast.stmt) -> int:
        return self._place(node.lineno, node.col_offset)

    def _end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._place(node.end_lineno, node.end_col_offset)

    def _text(self, node: ast.expr | ast.stmt) -> str:
        return self.source[self._start(node) : self._end(node)]

    def _add(self, kind: str, node: ast.expr | ast.stmt, start: int, end: int, text: str) -> None:
        self.changes.append(Change(kind, node.lineno, node.end_lineno or node.lineno, start, end, text))

    def _instead(self, kind: str, node: ast.expr | ast.stmt, text: str) -> None:
        self._add(kind, node, self._start(node), self._end(node), text)

    def _between(self, kind: str, left: ast.expr, right: ast.expr, pattern: str, texts: tuple[str, ...]) -> None:
        """Changes the operator that stands between two operands."""
        begin = self._end(left)
        found = re.search(pattern, self.source[begin : self._start(right)])
        if found is None:
            return
        line = self.source.count("\n", 0, begin + found.start()) + 1
        for text in texts:
            last = max(line, right.end_lineno or line)
            self.changes.append(Change(kind, line, last, begin + found.start(), begin + found.end(), text))

    def _negated(self, condition: ast.expr) -> None:
        if not isinstance(condition, ast.Compare) or len(condition.ops) > 1:  # one comparison is changed as such
            self._instead("condition", condition, f"(not ({self._text(condition)}))")

    # --- what is passed over ---

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_arg(self, node: ast.arg) -> None:
        pass

    def visit_Assert(self, node: ast.Assert) -> None:
        pass

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        pass  # the places inside are not told before Python 3.12

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for statement in node.body:
            self.visit(statement)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                self.visit(default)
        for statement in node.body:
            self.visit(statement)

    visit_AsyncFunctionDef = visit_FunctionDef  # type: ignore[assignment]  # noqa: N815 (the name is ast's)

    # --- conditions and operators ---

    def visit_If(self, node: ast.If) -> None:
        if self._text(node.test) == "TYPE_CHECKING":
            return
        self._negated(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self._negated(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._negated(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for condition in node.ifs:
            self._instead("filter", condition, "True")
            self._negated(condition)
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        left = node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            pattern, texts = COMPARISONS[type(operator)]
            self._between("compare", left, right, pattern, texts)
            left = right
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        here, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._between("and/or", left, right, rf"\b{here}\b", (other,))
        neutral = str(here == "and")
        for value in node.values:
            self._instead("operand", value, neutral)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        is_type = isinstance(node.op, ast.BitOr) and "None" in (self._text(node.left), self._text(node.right))
        if type(node.op) in ARITHMETIC and not is_type:
            here, other = ARITHMETIC[type(node.op)]
            if not (isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant)):
                self._between("arithmetic", node.left, node.right, re.escape(here), (other,))
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not | ast.USub):
            self._instead("not/minus", node, f"({self._text(node.operand)})")
        self.generic_visit(node)

    # --- values ---

    def visit_Constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, bool):
            self._instead("constant", node, str(not value))
        elif isinstance(value, int | float) and abs(value) < TUNED:
            self._instead("constant", node, f"({self._text(node)} + 1)")
            self._instead("constant", node, f"({self._text(node)} - 1)")

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in ("cast", "TypeVar", "NewType"):
            return
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in CALLS:
            end = self._end(node.func)
            self._add("call", node, end - len(name), end, CALLS[name])
        plain = [arg for arg in node.args if not isinstance(arg, ast.Starred)]
        if len(plain) == len(node.args) >= 2 and name not in ("isinstance", "min", "max"):
            first, second = plain[:2]
            if self._text(first) != self._text(second):
                between = self.source[self._end(first) : self._start(second)]
                swapped = f"{self._text(second)}{between}{self._text(first)}"
                self._add("arguments", node, self._start(first), self._end(second), swapped)
        if not (isinstance(node.func, ast.Name) and node.func.id[:1].isupper() and name.endswith("Error")):
            self.generic_visit(node)

    # --- statements ---

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is None:
            self._instead("statement", node, "pass")
            return
        if not (isinstance(node.value, ast.Constant) and not node.value.value):  # None is as false as False
            self._instead("return", node.value, "None")
        if isinstance(node.value, ast.Compare | ast.BoolOp) or _asks(node.value):
            self._instead("return", node.value, f"not ({self._text(node.value)})")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant) or HARMLESS.search(self._text(node).split("(")[0]):
            return
        if not isinstance(node.value, ast.Yield | ast.YieldFrom | ast.Await) or "\n" not in self._text(node):
            self._instead("statement", node, "pass")
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets):
            self._instead("statement", node, "pass")
        self.visit(node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._instead("statement", node, "pass")
        if type(node.op) in ARITHMETIC:
            here, other = ARITHMETIC[type(node.op)]
            self._between("arithmetic", node.target, node.value, re.escape(f"{here}="), (f"{other}=",))
        self.visit(node.value)

    def visit_Raise(self, node: ast.Raise) -> None:
        if node.exc is not None and self._text(node.exc).startswith(("AssertionError", "NotImplementedError")):
            return  # what cannot happen
        self._instead("statement", node, "pass")

    def visit_Break(self, node: ast.Break) -> None:
        self._instead("loop", node, "continue")
        self._instead("loop", node, "pass")

    def visit_Continue(self, node: ast.Continue) -> None:
        self._instead("loop", node, "break")
        self._instead("loop", node, "pass")


def _asks(value: ast.expr) -> bool:
    """Whether a returned call answers yes or no."""
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in ("any", "all", "bool")


def described(source: str, change: Change) -> tuple[str, str]:
    """The changed line as it was and as it is, by which a change is known again when the file has moved on."""

    def around(text: str, start: int, end: int) -> str:
        begin = text.rfind("\n", 0, start) + 1
        stop = text.find("\n", end)
        return " ".join(text[begin : stop if stop >= 0 else len(text)].split())

    changed = change.applied(source)
    was = around(source, change.start, change.end)
    return was, around(changed, change.start, change.start + len(change.text))


def rooms(paths: Iterator[str]) -> dict[str, list[str]]:
    """The files by their package, such as ``meldsolver/hints``; those of no room belong to the package itself."""
    found: dict[str, list[str]] = {}
    for path in sorted(paths):
        parts = path.split("/")
        found.setdefault("/".join(parts[1:3]) if len(parts) > 3 else parts[1], []).append(path)
    return found
