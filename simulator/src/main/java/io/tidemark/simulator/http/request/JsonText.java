package io.tidemark.simulator.http.request;

import com.fasterxml.jackson.core.io.JsonStringEncoder;

/** JSON text by hand, for answers whose shape is fixed. */
public final class JsonText {
    private JsonText() {}

    public static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }

    public static String quotedOrNull(String text) {
        return text.isEmpty() ? "null" : quoted(text);
    }
}
