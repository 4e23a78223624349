package io.tidemark.console.api;

import io.javalin.http.Context;
import io.tidemark.sinks.store.read.RunPage;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Function;

/** Where the next part of a list begins, as a text that means nothing to its reader. */
final class PageCursor {
    private static final char BETWEEN = ' ';

    private PageCursor() {}

    static String of(RunPage.Place place) {
        return encoded(place.started().toString() + BETWEEN + place.run());
    }

    static String of(int index) {
        return encoded(String.valueOf(index));
    }

    /** The place after which runs are asked for. */
    static Optional<RunPage.Place> place(Context request) {
        return cursor(request, text -> {
            int at = text.indexOf(BETWEEN);
            if (at < 0) {
                throw new IllegalArgumentException("it has no run");
            }
            return new RunPage.Place(Instant.parse(text.substring(0, at)), text.substring(at + 1));
        });
    }

    /** The index from which a list is asked for. */
    static int index(Context request) {
        return cursor(request, text -> Math.max(0, Integer.parseInt(text))).orElse(0);
    }

    private static <T> Optional<T> cursor(Context request, Function<String, T> parser) {
        return Parameters.parsed(
                request, "cursor", "one that a response named as next", text -> parser.apply(decoded(text)));
    }

    private static String encoded(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String decoded(String text) {
        return new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
    }
}
