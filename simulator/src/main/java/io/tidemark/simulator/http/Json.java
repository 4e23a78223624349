package io.tidemark.simulator.http;

import com.fasterxml.jackson.core.io.JsonStringEncoder;

/** JSON text by hand, for answers whose shape is fixed. */
final class Json {
    private Json() {}

    static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }

    static String quotedOrNull(String text) {
        return text.isEmpty() ? "null" : quoted(text);
    }
}
