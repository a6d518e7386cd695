"""Between JSON and the types that a kit's function says it takes: dataclasses, enums, dates and the like."""
import base64
import dataclasses
import datetime
import decimal
import enum
import pathlib
import types
import typing
import uuid

FROM_TEXT = {
    datetime.datetime: datetime.datetime.fromisoformat,
    datetime.date: datetime.date.fromisoformat,
    datetime.time: datetime.time.fromisoformat,
    decimal.Decimal: decimal.Decimal,
    uuid.UUID: uuid.UUID,
    bytes: base64.b64decode,
    pathlib.Path: pathlib.Path,
}


def from_json(function, arguments):
    """The arguments as the function's annotations want them; what has none stays as it is."""
    try:
        hints = typing.get_type_hints(function)
    except Exception:
        return arguments
    return {name: make(hints.get(name, typing.Any), value) for name, value in arguments.items()}


def make(hint, value):
    if isinstance(hint, typing.NewType):
        return make(hint.__supertype__, value)
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated or origin in (typing.Required, typing.NotRequired):
        return make(inner[0], value)
    if origin in (typing.Union, types.UnionType):
        return make_one_of(inner, value)
    if origin is typing.Literal:
        return make_literal(inner, value)
    if isinstance(value, list) and (origin or hint) in (list, set, frozenset, tuple) or is_sequence(origin, value):
        return make_sequence(origin or hint, inner, value)
    if isinstance(value, dict):
        return make_object(hint, origin, inner, value)
    if isinstance(hint, type):
        if issubclass(hint, enum.Enum):
            return make_enum(hint, value)
        if isinstance(value, str) and hint in FROM_TEXT:
            return FROM_TEXT[hint](value)
        if isinstance(value, list) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
            hints = typing.get_type_hints(hint)
            return hint(*(make(hints.get(name, typing.Any), item) for name, item in zip(hint._fields, value)))
        if hint is float and type(value) is int:
            return float(value)
    return value


def is_sequence(origin, value):
    return isinstance(value, list) and isinstance(origin, type) and hasattr(origin, "__iter__")


def make_sequence(kind, inner, value):
    if kind is tuple:
        if len(inner) == 2 and inner[1] is Ellipsis:
            return tuple(make(inner[0], item) for item in value)
        hints = [*inner, *[typing.Any] * (len(value) - len(inner))]
        return tuple(make(hint, item) for hint, item in zip(hints, value))
    items = [make(inner[0] if inner else typing.Any, item) for item in value]
    return kind(items) if kind in (set, frozenset) else items


def make_object(hint, origin, inner, value):
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        hints = typing.get_type_hints(hint)
        return hint(**{name: make(hints.get(name, typing.Any), item) for name, item in value.items()})
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        hints = typing.get_type_hints(hint)
        return hint(**{name: make(hints.get(name, typing.Any), item) for name, item in value.items()})
    if typing.is_typeddict(hint):
        hints = typing.get_type_hints(hint)
        return {name: make(hints.get(name, typing.Any), item) for name, item in value.items()}
    if origin is not None and len(inner) == 2:
        return {make(inner[0], name): make(inner[1], item) for name, item in value.items()}
    return value


def make_one_of(hints, value):
    """The first that the value fits as it is, else the first that can be made from it."""
    if value is None:
        return None
    for hint in hints:
        plain = typing.get_origin(hint) or hint
        if plain in (str, int, float, bool) and type(value) is plain:
            if plain is str and any(other in FROM_TEXT for other in hints):
                break
            return value
    for hint in sorted(hints, key=lambda one: one is str):
        if hint is type(None):
            continue
        try:
            made = make(hint, value)
        except Exception:
            continue
        if made is not value or fits(hint, value):
            return made
    return value


def fits(hint, value):
    plain = typing.get_origin(hint) or hint
    if plain in (typing.Any, object):
        return True
    if plain is typing.Literal:
        return value in typing.get_args(hint)
    return isinstance(plain, type) and not typing.is_typeddict(plain) and isinstance(value, plain)


def make_literal(choices, value):
    for choice in choices:
        if isinstance(choice, enum.Enum) and value in (choice.value, choice.name):
            return choice
    return value


def make_enum(kind, value):
    try:
        return kind(value)
    except ValueError:
        if isinstance(value, str) and value in kind.__members__:
            return kind[value]
        raise


def to_json(value):
    """For json.dumps: what it does not know itself."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, (set, frozenset)):
        return sorted(value, key=repr)
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, (bytes, bytearray, memoryview)):
        return base64.b64encode(bytes(value)).decode("ascii")
    if isinstance(value, (decimal.Decimal, uuid.UUID, pathlib.PurePath)):
        return str(value)
    if isinstance(value, types.MappingProxyType):
        return dict(value)
    if hasattr(value, "tolist"):  # arrays and numbers of numpy and pandas
        return value.tolist()
    if hasattr(value, "__iter__"):
        return list(value)
    raise TypeError(f"a value of type {type(value).__name__} is no JSON; return plain lists, dicts, texts and numbers")
