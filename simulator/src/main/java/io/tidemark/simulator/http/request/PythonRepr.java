package io.tidemark.simulator.http.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.simulator.metrics.PythonFloat;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Writes JSON values as Python's {@code repr} does, which FastAPI's messages about them are made of. Stateless. */
final class PythonRepr {
    private PythonRepr() {}

    static String of(JsonNode value) {
        if (value.isObject()) {
            return value.properties().stream()
                    .map(entry -> quoted(entry.getKey()) + ": " + of(entry.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (value.isArray()) {
            return StreamSupport.stream(value.spliterator(), false)
                    .map(PythonRepr::of)
                    .collect(Collectors.joining(", ", "[", "]"));
        }
        return scalar(value);
    }

    private static String scalar(JsonNode value) {
        if (value.isTextual()) {
            return quoted(value.asText());
        }
        if (value.isBoolean()) {
            return value.asBoolean() ? "True" : "False";
        }
        if (value.isFloatingPointNumber()) {
            return PythonFloat.repr(value.asDouble());
        }
        return value.isNumber() ? value.asText() : "None";
    }

    /** In single quotes, unless it has such and no double ones. */
    static String quoted(String text) {
        char quote = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
        StringBuilder python = new StringBuilder().append(quote);
        text.codePoints().forEach(point -> append(python, point, quote));
        return python.append(quote).toString();
    }

    private static void append(StringBuilder python, int point, char quote) {
        switch (point) {
            case '\n' -> python.append("\\n");
            case '\r' -> python.append("\\r");
            case '\t' -> python.append("\\t");
            case '\\' -> python.append("\\\\");
            default -> {
                if (point == quote) {
                    python.append('\\').append(quote);
                } else if (point < ' ' || (point >= 0x7f && point < 0xa1)) {
                    python.append(String.format("\\x%02x", point));
                } else {
                    python.appendCodePoint(point);
                }
            }
        }
    }
}
