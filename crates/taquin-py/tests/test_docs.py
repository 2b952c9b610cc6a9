"""Runs the examples in docstrings of the native module, and checks that everything has a docstring."""

import doctest

import taquin


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


def test_stubs_name_everything():
    stub = (taquin.__path__[0]) + "/_taquin.pyi"
    with open(stub) as text:
        written = text.read()
    for name in vars(taquin._taquin):
        if not name.startswith("__") and name not in ("_taquin",):
            assert f"def {name}(" in written or f"class {name}" in written, name
