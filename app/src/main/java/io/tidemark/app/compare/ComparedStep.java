package io.tidemark.app.compare;

import io.tidemark.events.LoadKind;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.sinks.store.read.StepResultRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A step that gave a result.
 *
 * @param ended when its last request had ended; empty where that is not known
 * @param delivers whether the server set the pace, though a rate was asked: all at once, under a cap, or as another tool reports it
 * @param flags what its reader must know
 * @param classes the same step as classes of its requests saw it
 */
public record ComparedStep(
        int number,
        StepResultRow result,
        Optional<Instant> ended,
        boolean delivers,
        List<String> flags,
        List<StepResultRow> classes) {
    private static final double NANOS_PER_SECOND = 1e9;

    public ComparedStep {
        flags = List.copyOf(flags);
        classes = List.copyOf(classes);
    }

    LoadLevel load() {
        return new LoadLevel(result.loadKind(), result.load());
    }

    /** Of its requests that were due; 0 when none was. */
    double errorShare() {
        long due = result.counts().due();
        return due == 0 ? 0 : (double) (due - result.counts().ok()) / due;
    }

    /** Output tokens of ok requests per second. Empty at a fixed rate: it would say what was asked. */
    OptionalDouble outputTokensPerSecond() {
        return throughput(result.counts().outputTokens());
    }

    /** Ok requests per second. Empty at a fixed rate: it would say what was asked. */
    OptionalDouble requestsPerSecond() {
        return throughput(result.counts().ok());
    }

    private OptionalDouble throughput(long count) {
        if (result.loadKind() == LoadKind.CONCURRENCY) {
            return perSecond(count, result.measureUntil());
        }
        return delivers ? perSecond(count, ended) : OptionalDouble.empty();
    }

    /** Requests per second that kept all limits of its objective on good requests; empty without one. */
    OptionalDouble goodPerSecond() {
        return result.objectives().stream()
                .filter(objective -> objective.kind() == ObjectiveKind.GOOD_RATIO)
                .findFirst()
                .map(objective -> perSecond(objective.count() - objective.bad(), result.measureUntil()))
                .orElse(OptionalDouble.empty());
    }

    private OptionalDouble perSecond(long count, Optional<Instant> until) {
        Optional<Duration> length = until.map(end -> Duration.between(result.measureFrom(), end))
                .filter(time -> !time.isNegative() && !time.isZero());
        return length.isEmpty() || count <= 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                        count * NANOS_PER_SECOND / (double) length.get().toNanos());
    }
}
