package io.tidemark.app.run;

import com.google.errorprone.annotations.Immutable;
import io.tidemark.events.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/** An answer that a llama.cpp server gave, and what was counted in it by another program. */
enum Capture {
    CHAT_WITH_USAGE("llamacpp-chat-stream-usage.http", Outcome.OK, new Counts(30, 12, 11)),
    CHAT_USAGE_UNASKED("llamacpp-chat-stream-nousage.http", Outcome.OK, new Counts(30, 12, 12)),
    COMPLETION("llamacpp-cmpl-stream-temp0.http", Outcome.OK, new Counts(4, 32, 30)),
    LONG_PROMPT("llamacpp-cmpl-stream-prompt-too-long.http", Outcome.OK, new Counts(1905, 4, 4)),
    /** Ends with a line that begins with "error:" where "data:" belongs. */
    CONTEXT_FULL("llamacpp-ctx-full-tail.http", Outcome.STREAM_ERROR, new Counts(-1, 40, 40)),
    SERVER_ERROR("llamacpp-err-badjson.http", Outcome.HTTP_ERROR, new Counts(-1, -1, 0));

    private final Outcome outcome;
    private final Counts counts;
    private final String file;

    Capture(String file, Outcome outcome, Counts counts) {
        this.outcome = outcome;
        this.counts = counts;
        this.file = file;
    }

    /** Tokens as the server counted them, -1 where it did not. */
    @Immutable
    private record Counts(int prompt, int output, int chunks) {}

    Outcome outcome() {
        return outcome;
    }

    int outputTokens() {
        return counts.output();
    }

    byte[] bytes() {
        try (InputStream in = Capture.class.getResourceAsStream("/foreign/" + file)) {
            return Objects.requireNonNull(in, file).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As a row of the store: outcome, prompt tokens, output tokens, chunks. */
    String row() {
        return outcome + " " + counts.prompt() + " " + counts.output() + " " + counts.chunks();
    }
}
