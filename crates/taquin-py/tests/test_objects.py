"""What every class of the native module has to do as an object of Python: be freed, copied and pickled."""

import copy
import gc
import pickle
import weakref

import pytest
import taquin
from making import CLASSES, MAKERS, Owner, every_maker

OBJECTS = 20


def test_every_class_is_made():
    assert set(MAKERS) == CLASSES


@pytest.mark.parametrize(("name", "make"), every_maker())
def test_cycles_are_freed(name, make, tmp_path):
    """An object that keeps what was made of it is collected."""
    kept = []
    for _ in range(OBJECTS):
        owner = Owner()
        owner.kept = make(owner, tmp_path)
        kept.append(weakref.ref(owner))
        del owner
    gc.collect()
    assert sum(owner() is not None for owner in kept) == 0


@pytest.mark.parametrize(("name", "make"), every_maker())
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_what_can_be_pickled_is_pickled_by_every_protocol(name, make, protocol, tmp_path):
    made = make(Owner(), tmp_path)
    if name == "Board":
        assert pickle.loads(pickle.dumps(made, protocol)) == made
    elif name == "UnsolvableError":
        again = pickle.loads(pickle.dumps(made, protocol))
        assert (type(again), again.args) == (taquin.UnsolvableError, made.args)
    else:
        with pytest.raises(TypeError, match=f"cannot pickle '(taquin.)?(_taquin.)?{name}' object"):
            pickle.dumps(made, protocol)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_boards_are_copied(copied):
    for board in [taquin.Board("647850321"), *taquin.generate(1, size="4x7", seed=1)]:
        assert copied(board) == board and copied([board]) == [board]
