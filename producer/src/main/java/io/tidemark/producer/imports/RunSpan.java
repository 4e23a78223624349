package io.tidemark.producer.imports;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/** From when until when a run's results were measured. */
final class RunSpan {
    private RunSpan() {}

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
