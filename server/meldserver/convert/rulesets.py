"""Rulesets, and the rules that a request is answered under."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from google.protobuf.struct_pb2 import ListValue, Struct, Value

from meldserver.generated.v1 import ruleset_pb2, ruleset_service_pb2
from meldsolver.limits.store import Store
from meldsolver.rules.loading import load_ruleset, ruleset_to_mapping
from meldsolver.rules.presets import RulesetSummary, get_ruleset
from meldsolver.rules.ruleset import Ruleset
from meldsolver.tiles import STANDARD, Alphabet
from meldsolver.tiles.position_json import JsonReader
from meldsolver.tiles.request import Fault, InvalidRequest

EXAMPLE = "tile-rummy"
_HEADER = ("name", "title", "sources", "inferences", "unsupported")


class HasRuleset(Protocol):
    """A request that names its rules."""

    @property
    def ruleset(self) -> ruleset_pb2.RulesetChoice:
        """The rules."""
        ...


def ruleset_choice(ruleset: Ruleset | str) -> ruleset_pb2.RulesetChoice:
    """A preset by its name, other rules whole."""
    if isinstance(ruleset, str):
        return ruleset_pb2.RulesetChoice(preset=ruleset)
    try:
        if get_ruleset(ruleset.name) == ruleset:
            return ruleset_pb2.RulesetChoice(preset=ruleset.name)
    except InvalidRequest:
        pass  # a name of the caller's own
    return ruleset_pb2.RulesetChoice(rules=_struct(ruleset_to_mapping(ruleset)))


def read_ruleset(request: HasRuleset, reader: JsonReader) -> Ruleset:
    """The rules of a request; from here on the reader reads their tiles.

    Raises:
        InvalidRequest: there are none or they do not hold; it holds what the reader found before, too.
    """
    try:
        ruleset = _chosen(request.ruleset)
    except InvalidRequest as error:
        for fault in error.faults:
            reader.fail(fault.field, fault.reason, fault.message)
        reader.finish()
        raise
    reader.alphabet = ruleset.alphabet
    return ruleset


def ruleset_message(ruleset: Ruleset) -> ruleset_pb2.Ruleset:
    """A ruleset, every field told."""
    rules = ruleset_to_mapping(ruleset)
    for name in _HEADER:
        rules.pop(name, None)
    return ruleset_pb2.Ruleset(
        name=ruleset.name,
        title=ruleset.title,
        sources=ruleset.sources,
        inferences=ruleset.inferences,
        unsupported=ruleset.unsupported,
        rules=_struct(rules),
    )


def read_ruleset_message(message: ruleset_pb2.Ruleset) -> Ruleset:
    """A ruleset from its message.

    Raises:
        InvalidRequest: this version does not know the rules.
    """
    header = {name: getattr(message, name) for name in ("name", "title")}
    texts = {name: list(getattr(message, name)) for name in ("sources", "inferences", "unsupported")}
    return load_ruleset({**_mapping(message.rules), **header, **texts})


class UnderRules(Protocol):
    """A question that names its rules."""

    @property
    def ruleset(self) -> Ruleset | str:
        """The rules."""
        ...


def alphabet_of(ruleset: Ruleset | str) -> Alphabet:
    """How the tiles of an answer are written; a preset that only the server knows is read as usual."""
    try:
        return (get_ruleset(ruleset) if isinstance(ruleset, str) else ruleset).alphabet
    except InvalidRequest:
        return STANDARD


def read_ruleset_response(
    response: ruleset_service_pb2.GetRulesetResponse | ruleset_service_pb2.ValidateRulesetResponse, question: object
) -> Ruleset:
    """The ruleset that the response holds."""
    return read_ruleset_message(response.ruleset)


def rules_choice(rules: Mapping[str, Any]) -> ruleset_pb2.RulesetChoice:
    """Rules that may not hold together."""
    return ruleset_pb2.RulesetChoice(rules=_struct(rules))


def read_validate_request(request: ruleset_service_pb2.ValidateRulesetRequest) -> Ruleset:
    """The rules that the request asks about.

    Raises:
        InvalidRequest: they do not hold; it holds every fault.
    """
    return read_ruleset(request, JsonReader())


def get_response(ruleset: Ruleset) -> ruleset_service_pb2.GetRulesetResponse:
    """The response that shows this."""
    return ruleset_service_pb2.GetRulesetResponse(ruleset=ruleset_message(ruleset))


def validate_response(ruleset: Ruleset) -> ruleset_service_pb2.ValidateRulesetResponse:
    """The response that shows this."""
    return ruleset_service_pb2.ValidateRulesetResponse(ruleset=ruleset_message(ruleset))


def list_rulesets_response(summaries: Iterable[RulesetSummary]) -> ruleset_service_pb2.ListRulesetsResponse:
    """The response that lists these."""
    return ruleset_service_pb2.ListRulesetsResponse(
        rulesets=[
            ruleset_pb2.RulesetSummary(
                name=summary.name,
                title=summary.title,
                aliases=summary.aliases,
                extends=summary.extends,
                family=summary.family,
            )
            for summary in summaries
        ]
    )


def read_list_response(
    response: ruleset_service_pb2.ListRulesetsResponse, question: object
) -> tuple[RulesetSummary, ...]:
    """The presets that the response lists."""
    return tuple(
        RulesetSummary(item.name, item.title, tuple(item.aliases), item.extends, item.family)
        for item in response.rulesets
    )


def _chosen(choice: ruleset_pb2.RulesetChoice) -> Ruleset:
    if choice.HasField("rules"):
        # Apps send the same rules with every call; the bytes are compared, so nothing else can match.
        data = choice.SerializeToString(deterministic=True)
        known = _known.get(data)
        return known if known is not None else _known.put(data, _loaded(data))
    if not choice.preset:
        text = f'name a preset, for instance "{EXAMPLE}", or give rules'
        raise InvalidRequest([Fault("ruleset", "REQUIRED", text)])
    try:
        return get_ruleset(choice.preset)
    except InvalidRequest as error:
        raise InvalidRequest(Fault("ruleset.preset", fault.reason, fault.message) for fault in error.faults) from None


_known: Store[bytes, Ruleset] = Store(8 << 20)


def _loaded(choice_bytes: bytes) -> Ruleset:
    choice = ruleset_pb2.RulesetChoice.FromString(choice_bytes)
    mapping = _mapping(choice.rules)
    if choice.preset:
        if "extends" in mapping:
            text = "the preset is named twice; leave extends out"
            raise InvalidRequest([Fault("ruleset.rules.extends", "CONTRADICTION", text)])
        mapping["extends"] = choice.preset
    try:
        return load_ruleset(mapping)
    except InvalidRequest as error:
        raise InvalidRequest(_placed(fault, bool(choice.preset)) for fault in error.faults) from None


def _placed(fault: Fault, preset: bool) -> Fault:
    """A ruleset's fault, seen from the request."""
    if preset and fault.field in ("extends", "ruleset"):
        return Fault("ruleset.preset", fault.reason, fault.message)
    return fault.under("ruleset.rules") if fault.field else Fault("ruleset.rules", fault.reason, fault.message)


def _struct(mapping: Mapping[str, Any]) -> Struct:
    """A message keeps no order of names, so where the rules have one, pairs are sent."""
    struct = Struct()
    struct.update({section: _ordered(fields) for section, fields in mapping.items()})
    return struct


def _ordered(section: Any) -> Any:
    if not isinstance(section, Mapping):
        return section
    return {
        name: [list(pair) for pair in value.items()] if isinstance(value, Mapping) else value
        for name, value in section.items()
    }


def _mapping(struct: Struct) -> dict[str, Any]:
    return {name: _plain(value) for name, value in struct.fields.items()}


def _plain(value: Value) -> Any:
    """JSON's own value; a whole number is an integer, as it would be in a file."""
    match value.WhichOneof("kind"):
        case "number_value":
            number = value.number_value
            return int(number) if number.is_integer() else number
        case "string_value":
            return value.string_value
        case "bool_value":
            return value.bool_value
        case "struct_value":
            return _mapping(value.struct_value)
        case "list_value":
            return _list(value.list_value)
        case _:
            return None


def _list(values: ListValue) -> list[Any]:
    return [_plain(item) for item in values.values]
