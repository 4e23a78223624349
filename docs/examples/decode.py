#!/usr/bin/env python3
"""One JSON object per event, from kcat without Avro support: kcat -C ... -f '%R%s' | decode.py REGISTRY_URL

In: each value with its length before it (4 bytes, big-endian); a value is a byte 0, the schema's id (4 bytes, big-endian), Avro binary.
Needs nothing but Python 3. A record that cannot be decoded is named on standard error and passed over. Byte fields come out as hexadecimal, times as the integers that they are.
"""
import io
import json
import struct
import sys
import urllib.error
import urllib.request

PRIMITIVES = {"null", "boolean", "int", "long", "float", "double", "bytes", "string"}


def named_types(schema, known):
    """Every record, enum and fixed of the schema, by full and by short name."""
    if isinstance(schema, list):
        for branch in schema:
            named_types(branch, known)
    elif isinstance(schema, dict):
        if schema["type"] in ("record", "enum", "fixed"):
            known[schema["name"].rpartition(".")[2]] = schema
        for field in schema.get("fields", []):
            named_types(field["type"], known)
        for inner in ("type", "items", "values"):
            if isinstance(schema.get(inner), (dict, list)):
                named_types(schema[inner], known)
    return known


def number(data):
    """An Avro int or long: zig-zag, seven bits a byte."""
    shift = value = 0
    while True:
        byte = data.read(1)[0]
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return (value >> 1) ^ -(value & 1)


def blocks(data):
    """How many items each block of an array or map still has, one by one."""
    while (count := number(data)) != 0:
        if count < 0:
            number(data)
        yield from range(abs(count))


def primitive(kind, data):
    if kind in ("int", "long"):
        return number(data)
    if kind in ("string", "bytes"):
        raw = data.read(number(data))
        return raw.decode() if kind == "string" else raw.hex()
    if kind == "boolean":
        return data.read(1) == b"\x01"
    if kind == "null":
        return None
    size, form = (4, "<f") if kind == "float" else (8, "<d")
    return struct.unpack(form, data.read(size))[0]


def decode(schema, data, known):
    if isinstance(schema, list):
        return decode(schema[number(data)], data, known)
    kind = schema["type"] if isinstance(schema, dict) else schema
    if isinstance(kind, (dict, list)):
        return decode(kind, data, known)
    if kind in PRIMITIVES:
        return primitive(kind, data)
    if kind == "record":
        return {field["name"]: decode(field["type"], data, known) for field in schema["fields"]}
    if kind == "enum":
        return schema["symbols"][number(data)]
    if kind == "fixed":
        return data.read(schema["size"]).hex()
    if kind == "array":
        return [decode(schema["items"], data, known) for _ in blocks(data)]
    if kind == "map":
        return {primitive("string", data): decode(schema["values"], data, known) for _ in blocks(data)}
    return decode(known[kind.rpartition(".")[2]], data, known)


def schema_of(registry, schema_id, schemas):
    if schema_id not in schemas:
        with urllib.request.urlopen(f"{registry}/schemas/ids/{schema_id}") as answer:
            schema = json.loads(json.load(answer)["schema"])
        schemas[schema_id] = (schema, named_types(schema, {}))
    return schemas[schema_id]


def event_of(value, registry, schemas):
    """The event of a record's value. ValueError, LookupError, struct.error, HTTPError: it is none."""
    if value[:1] != b"\x00":
        raise ValueError(f"it begins with {value[:1]!r}, Confluent's wire format with a byte 0")
    schema, known = schema_of(registry, struct.unpack(">I", value[1:5])[0], schemas)
    return decode(schema, io.BytesIO(value[5:]), known)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    registry, schemas, source, count = sys.argv[1].rstrip("/"), {}, sys.stdin.buffer, 0
    while length := source.read(4):
        value = source.read(struct.unpack(">I", length)[0])
        count += 1
        try:
            event = event_of(value, registry, schemas)
        except (ValueError, LookupError, struct.error, urllib.error.HTTPError) as error:
            print(f"record {count} cannot be decoded: {error!r}", file=sys.stderr)
            continue
        print(json.dumps(event, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.stderr.close()
    except urllib.error.URLError as error:
        sys.exit(f"the registry {sys.argv[1]} does not answer: {error.reason}")
