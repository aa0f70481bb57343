"""Damage to a sound request, field by field, by what its type knows of its fields.

Why: random bytes die in the first check. A request of which one field is dropped, doubled, out of range or
of an unknown name passes most of them, and meets the check that is missing.
"""

from __future__ import annotations

from random import Random
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.struct_pb2 import ListValue, Struct, Value

from meldsolver.rules.ruleset import SECTIONS
from meldsolver.rules.schema import section_fields

WORDS = (
    *("", " ", "j", "j=r5", "j=k13", "r0", "r5", "r5 r6", "r2w", "k99", "z1", "fj", "skip", "-1", "?", "AS", "r\u0663"),
    *("r4#a", "#", "=", "j=j", "\0", "é" * 3, "\U0001f0cf", "\u202er5", "x" * 300, "tile-rummy", "ramo", "no-such"),
    *("../x", "none", "any", "full", "ana", "nobody", "z0", "b9" * 50),
)
NUMBERS = (-(2**31), -1000, -2, -1, 0, 1, 2, 3, 5, 13, 14, 99, 1000, 10**6, 2**31 - 1)
ODD_VALUES = (-1.0, 0.0, 1.0, 2.5, 7.0, 300.0, 1e300, float("nan"), float("inf"), 2.0**53)
SECTION_NAMES = (*SECTIONS, "other_melds", "nonsense", "name", "extends", "notes", "opening ", "")


def damage(random: Random, message: Message) -> tuple[str, ...]:
    """Damages the message in one to three places; tells what was done."""
    return tuple(_once(random, message, "") for _ in range(random.choice((1, 1, 1, 2, 3))))


def _once(random: Random, message: Message, path: str) -> str:
    if isinstance(message, Struct):
        return _struct(random, message, path)
    fields: Any = list(message.DESCRIPTOR.fields)
    present: Any = [field for field, _ in message.ListFields()]
    if not fields:
        return f"{path}: nothing to damage"
    field: FieldDescriptor = random.choice(present if present and random.random() < 0.75 else fields)
    name = f"{path}.{field.name}" if path else field.name
    if field.message_type is None:
        return (
            _repeated_scalar(random, message, field, name)
            if field.is_repeated
            else _scalar(random, message, field, name)
        )
    if field.is_repeated:
        return _repeated(random, message, field, name)
    kind = random.random()
    if kind < 0.1:
        message.ClearField(field.name)
        return f"{name} dropped"
    inner = getattr(message, field.name)
    if kind < 0.14:
        inner.SetInParent()
        inner.Clear()
        return f"{name} emptied"
    return _once(random, inner, name)


def _scalar(random: Random, message: Message, field: FieldDescriptor, name: str) -> str:
    if random.random() < 0.15:
        message.ClearField(field.name)
        return f"{name} dropped"
    value = _value(random, field)
    try:
        setattr(message, field.name, value)
    except ValueError:
        return f"{name} cannot be {value!r:.40}"
    return f"{name} = {value!r:.40}"


def _value(random: Random, field: FieldDescriptor) -> Any:
    match field.cpp_type:
        case FieldDescriptor.CPPTYPE_STRING:
            return random.choice(WORDS)
        case FieldDescriptor.CPPTYPE_BOOL:
            return random.random() < 0.5
        case FieldDescriptor.CPPTYPE_ENUM:
            return random.choice((0, 1, 2, 3, 5, 8, 9, 99, -1, 2**31 - 1))
        case FieldDescriptor.CPPTYPE_INT64:
            return random.choice((*NUMBERS, 2**31, 2**62, -(2**63), 2**63 - 1, 315576000000))
        case FieldDescriptor.CPPTYPE_DOUBLE:
            return random.choice(ODD_VALUES)
    return random.choice(NUMBERS)


def _repeated_scalar(random: Random, message: Message, field: FieldDescriptor, name: str) -> str:
    values = getattr(message, field.name)
    kind = random.random()
    if values and kind < 0.25:
        del values[random.randrange(len(values))]
        return f"{name}: one dropped"
    if values and kind < 0.45:
        values.append(random.choice(list(values)))
        return f"{name}: one doubled"
    value = _value(random, field)
    try:
        if values and kind < 0.7:
            values[random.randrange(len(values))] = value
        else:
            values.extend([value] * random.choice((1, 1, 1, 2, 40)))
    except ValueError:
        return f"{name} cannot hold {value!r:.40}"
    return f"{name} with {value!r:.40}"


def _repeated(random: Random, message: Message, field: FieldDescriptor, name: str) -> str:
    items = getattr(message, field.name)
    kind = random.random()
    if not items or kind < 0.1:
        items.add()
        return f"{name}: an empty one added"
    at = random.randrange(len(items))
    if kind < 0.25:
        del items[at]
        return f"{name}[{at}] dropped"
    if kind < 0.4:
        copy = type(items[at])()
        copy.CopyFrom(items[at])
        items.extend([copy] * random.choice((1, 1, 1, 1, 30, 1100)))
        return f"{name}[{at}] doubled"
    if kind < 0.5:
        order = [type(item).FromString(item.SerializeToString()) for item in items]
        random.shuffle(order)
        del items[:]
        items.extend(order)
        return f"{name} shuffled"
    if kind < 0.6 and len(items) > 1:
        items[at].CopyFrom(items[random.randrange(len(items))])
        return f"{name}[{at}] another one"
    return _once(random, items[at], f"{name}[{at}]")


def _struct(random: Random, struct: Struct, path: str) -> str:
    """Rules: sections and fields of known and unknown names, with values that fit or do not."""
    kind = random.random()
    names = list(struct.fields)
    if names and kind < 0.15:
        name = random.choice(names)
        del struct.fields[name]
        return f"{path}.{name} dropped"
    section = random.choice(names) if names and kind < 0.6 else random.choice(SECTION_NAMES)
    known = SECTIONS.get(section)
    if known is None or kind > 0.93:
        struct.fields[section].CopyFrom(_any_value(random, 0))
        return f"{path}.{section} = something"
    specs = section_fields(known)
    inner = struct.fields[section].struct_value
    name = random.choice([*specs, *specs, "nonsense", ""]) if random.random() < 0.95 else random.choice(WORDS)
    spec = specs.get(name)
    if spec is not None and random.random() < 0.5:
        inner.fields[name].CopyFrom(_near_value(random, spec.info.choices, spec.info.low, spec.info.high))
    else:
        inner.fields[name].CopyFrom(_any_value(random, 0))
    return f"{path}.{section}.{name:.20} = {str(inner.fields[name]).strip()!r:.40}"


def _near_value(random: Random, choices: tuple[str, ...], low: int | None, high: int | None) -> Value:
    """A value of the field's own kind: at the ends of its range, one beyond, or a word of its own."""
    if choices:
        return Value(string_value=random.choice(choices))
    if low is None or high is None:
        return Value(bool_value=random.random() < 0.5)
    return Value(number_value=float(random.choice((low - 1, low, low + 1, low + 2, high, high + 1))))


def _any_value(random: Random, depth: int) -> Value:
    match random.randrange(7 if depth < 2 else 5):
        case 0:
            return Value(number_value=random.choice(ODD_VALUES))
        case 1:
            return Value(number_value=float(random.choice(NUMBERS)))
        case 2:
            return Value(string_value=random.choice(WORDS))
        case 3:
            return Value(bool_value=random.random() < 0.5)
        case 4:
            return Value(null_value=0) if random.random() < 0.5 else Value()  # type: ignore[arg-type]
        case 5:
            items = [_any_value(random, depth + 1) for _ in range(random.choice((0, 1, 2, 400)) if depth else 2)]
            return Value(list_value=ListValue(values=items))
    fields = {random.choice(WORDS): _any_value(random, depth + 1) for _ in range(2)}
    return Value(struct_value=Struct(fields=fields))
