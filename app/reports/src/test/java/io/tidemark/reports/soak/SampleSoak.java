package io.tidemark.reports.soak;

import io.tidemark.events.Finality;
import io.tidemark.events.LoadKind;
import io.tidemark.events.Outcome;
import io.tidemark.events.RunStatus;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.ServerRestarts;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.read.step.MetricRow;
import io.tidemark.sinks.store.read.step.SegmentRow;
import io.tidemark.sinks.store.read.step.StepCountsRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** A soak at 1 request/s in segments of ten minutes: from segment 32 on its answers are slower, in segment 40 the server restarts, in hour 8 answers are empty. */
public final class SampleSoak {
    public static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
    private static final Duration SEGMENT = Duration.ofMinutes(10);
    private static final long REQUESTS = 600;
    private static final int SLOWER_FROM = 32;
    private static final int RESTART = 40;
    private static final int EMPTY_FROM = 42;
    private static final int EMPTY_UNTIL = 48;

    private SampleSoak() {}

    /** Of so many hours. */
    public static List<SegmentRow> segments(int hours) {
        return IntStream.range(0, 6 * hours).mapToObj(SampleSoak::segment).toList();
    }

    private static SegmentRow segment(int number) {
        boolean slow = number >= SLOWER_FROM;
        long empty = number >= EMPTY_FROM && number < EMPTY_UNTIL ? 12 : 0;
        long ok = REQUESTS - empty;
        Instant from = START.plus(SEGMENT.multipliedBy(number));
        return new SegmentRow(
                0,
                number,
                new StepResultRow(
                        "gpu",
                        "all",
                        "soak",
                        "soak",
                        "w",
                        Finality.FINAL,
                        LoadKind.RATE,
                        1,
                        OptionalDouble.empty(),
                        from,
                        Optional.of(from.plus(SEGMENT)),
                        new StepCountsRow(
                                REQUESTS,
                                REQUESTS,
                                ok,
                                empty == 0 ? Map.of(Outcome.OK, ok) : Map.of(Outcome.OK, ok, Outcome.EMPTY, empty),
                                300_000,
                                100 * ok),
                        OptionalLong.empty(),
                        OptionalInt.empty(),
                        Map.of(
                                Metric.TTFT_DUE, metric(Metric.TTFT_DUE, slow ? 150 : 100, ok),
                                Metric.TPOT, metric(Metric.TPOT, 20, ok)),
                        List.of(),
                        Verdict.PASS,
                        Map.of(Signal.PROCESS_MEMORY.id(), 4.0 * (1L << 30)),
                        Map.of(),
                        0,
                        RunStatus.RUNNING,
                        number == RESTART ? List.of(ServerRestarts.flag(1)) : List.of()));
    }

    private static MetricRow metric(Metric metric, long millis, long count) {
        LogHistogram sketch = new LogHistogram();
        sketch.add(millis * 1_000_000, count);
        OptionalLong value = OptionalLong.of(millis * 1_000_000);
        return new MetricRow(metric, count, sketch.sum(), value, value, value, value, value, value, sketch);
    }
}
