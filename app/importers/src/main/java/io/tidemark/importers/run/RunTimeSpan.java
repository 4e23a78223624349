package io.tidemark.importers.run;

import io.tidemark.importers.result.Measurement;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/** From when until when a run's results were measured. */
final class RunTimeSpan {
    private RunTimeSpan() {}

    static Instant start(List<Measurement> run) {
        return run.stream()
                .map(measured -> measured.span().start())
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    static Instant end(List<Measurement> run) {
        return run.stream()
                .map(measured -> measured.span().end())
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }
}
