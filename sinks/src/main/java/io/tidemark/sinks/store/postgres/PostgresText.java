package io.tidemark.sinks.store.postgres;

import java.nio.charset.StandardCharsets;

/** Text as PostgreSQL takes it: no character 0, no half of a surrogate pair. What it does not take becomes U+FFFD or a question mark. */
final class PostgresText {
    private PostgresText() {}

    static String of(String text) {
        if (text.chars().noneMatch(c -> c == 0 || Character.isSurrogate((char) c))) {
            return text;
        }
        byte[] whole = text.replace('\0', '\uFFFD').getBytes(StandardCharsets.UTF_8);
        return new String(whole, StandardCharsets.UTF_8);
    }
}
