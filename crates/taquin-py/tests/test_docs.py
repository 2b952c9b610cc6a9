"""Runs the examples in docstrings of the native module, and checks that everything has a docstring."""

import ast
import doctest
from pathlib import Path

import taquin
from taquin import _taquin


def documented():
    for name in taquin.__all__:
        value = getattr(taquin, name)
        if name != "__version__":
            yield name, value
        if isinstance(value, type):
            for member, inner in vars(value).items():
                if not member.startswith("_") and value.__module__.startswith("taquin"):
                    yield f"{name}.{member}", inner


def test_examples_of_the_native_module():
    parser, runner, tried = doctest.DocTestParser(), doctest.DocTestRunner(), 0
    for name, value in documented():
        text = getattr(value, "__doc__", None)
        assert text, f"{name} has no docstring"
        test = parser.get_doctest(text, dict(vars(taquin)), name, None, 0)
        tried += len(test.examples)
        assert runner.run(test).failed == 0, name
    assert tried >= 15


STUBS = Path(taquin.__file__).with_name("_taquin.pyi").read_text()


#: How a stub begins.
FORMS = [("def ", "("), ("class ", ""), ("\n", ": ")]


def test_stubs_name_everything():
    for name in vars(taquin._taquin):
        if not name.startswith("__") and name not in ("_taquin",):
            assert any(f"{before}{name}{after}" in STUBS for before, after in FORMS), name


def literals(tree):
    """The values of every `Literal` in a type."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "Literal":
            yield ast.literal_eval(node.slice)


def test_stubs_list_the_values_of_the_library():
    """Every `Literal` is a name for one of the library's lists, and has its values in its order."""
    listed = {"_Outcome": _taquin.outcomes(), "_Stop": _taquin.stops()}
    written = {}
    for statement in ast.parse(STUBS).body:
        for values in literals(statement):
            assert isinstance(statement, ast.Assign), f"line {statement.lineno}: give it a name and add its list here"
            written[statement.targets[0].id] = list(values)
    assert written == listed
