package io.tidemark.producer.imports;

import io.tidemark.events.Outcome;
import io.tidemark.schemas.sketch.LogHistogram;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A request as a file tells of it.
 *
 * @param sent when it was sent; the start of the result where the file does not say
 * @param queued how long it had waited in the client by then; empty: nobody knows when it was due
 * @param timing of its answer
 */
record MeasuredRequest(
        Instant sent, OptionalLong queued, Timing timing, Tokens tokens, Ending ending, Optional<String> conversation) {
    /**
     * Nanoseconds since it was sent.
     *
     * @param firstToken empty where there was none, or none was told
     * @param lastToken the same
     * @param gaps between chunks; empty where the file has none
     */
    record Timing(OptionalLong firstToken, OptionalLong lastToken, LogHistogram gaps) {
        static final Timing NONE = new Timing(OptionalLong.empty(), OptionalLong.empty(), new LogHistogram());
    }

    /** Counts of the server or the client, empty where they are not known. */
    record Tokens(OptionalInt prompt, OptionalInt output) {}

    /** What came of it; the error's type where it failed. */
    record Ending(Outcome outcome, Optional<String> errorType) {
        static final Ending OK = new Ending(Outcome.OK, Optional.empty());

        boolean isOk() {
            return outcome == Outcome.OK;
        }
    }
}
