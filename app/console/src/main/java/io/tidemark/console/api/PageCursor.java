package io.tidemark.console.api;

import io.javalin.http.BadRequestResponse;
import io.javalin.http.Context;
import io.tidemark.sinks.store.read.RunPage;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/** Where the next part of a list begins, as a text that means nothing to its reader. */
final class PageCursor {
    private static final String NAME = "cursor";
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
        return Parameters.text(request, NAME).map(text -> {
            try {
                String decoded = decoded(text);
                int at = decoded.indexOf(BETWEEN);
                return new RunPage.Place(Instant.parse(decoded.substring(0, at)), decoded.substring(at + 1));
            } catch (IllegalArgumentException | IndexOutOfBoundsException | DateTimeException e) {
                throw unknown(text);
            }
        });
    }

    /** The index from which a list is asked for. */
    static int index(Context request) {
        Optional<String> text = Parameters.text(request, NAME);
        if (text.isEmpty()) {
            return 0;
        }
        try {
            return Math.max(0, Integer.parseInt(decoded(text.get())));
        } catch (IllegalArgumentException e) {
            throw unknown(text.get());
        }
    }

    private static BadRequestResponse unknown(String text) {
        return new BadRequestResponse("cursor must be one that a response named as next but was \"" + text + "\"");
    }

    private static String encoded(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String decoded(String text) {
        return new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
    }
}
