package io.tidemark.producer.tally;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * A stretch of a run in which the target answered no request.
 *
 * @param since when the first of its requests had failed
 * @param requests that failed in it so far, in a row, without a byte of an answer
 * @param cause of the last of them
 * @param until when the target answered again; empty while it has not
 */
public record TargetOutage(Instant since, long requests, FailureCause cause, Optional<Instant> until) {
    public String description() {
        return until.map(again -> String.format(
                        Locale.ROOT,
                        "the target answers again since %s: %,d requests got no answer from %s on (the last: %s)",
                        again,
                        requests,
                        since,
                        cause.description()))
                .orElseGet(() -> String.format(
                        Locale.ROOT,
                        "the target stopped answering: since %s none of %,d requests was answered (the last: %s)",
                        since,
                        requests,
                        cause.description()));
    }
}
