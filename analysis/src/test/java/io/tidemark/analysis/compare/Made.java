package io.tidemark.analysis.compare;

import io.tidemark.events.LoadKind;
import io.tidemark.schemas.Metric;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Sides made up for tests: one question, a value per run. */
final class Made {
    static final Question TTFT_P99 = new Question(Measure.quantile(Metric.TTFT, 0.99), LoadKind.RATE, 2);

    private Made() {}

    static Side side(String name, Question question, double... values) {
        return new Side(
                name,
                IntStream.range(0, values.length)
                        .mapToObj(run -> run(name + run, new Figure(question, values[run], 1000)))
                        .toList());
    }

    static RunFigures run(String id, Figure... figures) {
        return new RunFigures(id, Optional.empty(), List.of(figures));
    }

    static Compared only(RunComparison comparison) {
        if (comparison.compared().size() != 1) {
            throw new AssertionError("expected one question but there are " + comparison.compared());
        }
        return comparison.compared().get(0);
    }
}
