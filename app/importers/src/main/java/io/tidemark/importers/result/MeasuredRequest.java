package io.tidemark.importers.result;

import io.tidemark.events.Outcome;
import io.tidemark.producer.openai.ErrorText;
import io.tidemark.schemas.sketch.LogHistogram;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A request as a file describes it.
 *
 * @param sent when it was sent; the start of the result where the file does not say
 * @param queueNanos how long it had waited in the client by then; empty where its due time is unknown
 * @param timing of its answer
 */
public record MeasuredRequest(
        Instant sent,
        OptionalLong queueNanos,
        Timing timing,
        Tokens tokens,
        Completion completion,
        Optional<String> conversation) {
    /**
     * Nanoseconds since the request was sent.
     *
     * @param firstToken empty where there was none, or the file does not give it
     * @param lastToken the same
     * @param gaps between chunks; empty where the file has none
     */
    public record Timing(OptionalLong firstToken, OptionalLong lastToken, LogHistogram gaps) {
        public static final Timing NONE = new Timing(OptionalLong.empty(), OptionalLong.empty(), new LogHistogram());
    }

    /** Counts of the server or the client, empty where they are not known. */
    public record Tokens(OptionalInt prompt, OptionalInt output) {}

    /** What came of it; the error's type and its text, masked, where it failed and the file has them. */
    public record Completion(Outcome outcome, Optional<String> errorType, Optional<String> errorText) {
        public static final Completion OK = new Completion(Outcome.OK, Optional.empty(), Optional.empty());
        private static final String TRACEBACK = "Traceback";

        public Completion(Outcome outcome, Optional<String> errorType) {
            this(outcome, errorType, Optional.empty());
        }

        /** It failed in a way for which the other tool has a text alone. */
        public static Completion failed(String text) {
            return new Completion(
                    Outcome.UNKNOWN,
                    Optional.empty(),
                    Optional.of(errorLine(text.strip()))
                            .filter(line -> !line.isEmpty())
                            .map(line -> ErrorText.cut(ErrorText.masked(line))));
        }

        /** Python's tracebacks name the error in their last line. */
        private static String errorLine(String text) {
            return text.startsWith(TRACEBACK)
                    ? text.substring(text.lastIndexOf('\n') + 1).strip()
                    : text;
        }

        public boolean isOk() {
            return outcome == Outcome.OK;
        }
    }
}
