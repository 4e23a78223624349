package io.tidemark.streams.run;

import io.tidemark.events.Finality;
import io.tidemark.events.StepState;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.pane.SeriesKey;
import io.tidemark.streams.signal.Joined;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Makes the window records of a run for one second. Not thread-safe. */
final class WindowRecords {
    private record Beside(String target, WindowLength length) {}

    private final RunBook book;
    private final Finality finality;
    private final long end;
    private final Map<Beside, Joined> joined = new HashMap<>();

    WindowRecords(RunBook book, Finality finality, long end) {
        this.book = book;
        this.finality = finality;
        this.end = end;
    }

    /** Moves the windows of a series to the end and sends those that changed; returns how many. */
    int advance(Series series, Rolling rolling, RunOutput output) {
        int sent = 0;
        for (WindowLength length : rolling.advance()) {
            for (Metric metric : shown(rolling, length)) {
                output.window(record(series, rolling, length, metric));
                sent++;
            }
        }
        return sent;
    }

    private static Set<Metric> shown(Rolling rolling, WindowLength length) {
        Set<Metric> shown = EnumSet.noneOf(Metric.class);
        for (Metric metric : Metric.values()) {
            if (rolling.shows(length, metric)) {
                shown.add(metric);
            }
        }
        return shown;
    }

    private WindowStats record(Series series, Rolling rolling, WindowLength length, Metric metric) {
        SeriesKey key = series.key();
        Content content = rolling.content(length);
        Joined beside = beside(series, length);
        OptionalLong age = beside.ageMillis();
        WindowStats.Builder window = WindowStats.newBuilder()
                .setRun(book.run())
                .setStep(key.step())
                .setTarget(key.target())
                .setRequestClass(key.requestClass())
                .setMetric(metric.event())
                .setWindowSeconds(length.seconds())
                .setStart(Instant.ofEpochSecond(start(series, length)))
                .setEnd(Instant.ofEpochSecond(end))
                .setFinality(finality)
                .setRevision(book.heads().revision(finality))
                .setEnded(content.ended())
                .setNotOk(content.notOk())
                .setOutputTokens(content.outputTokens())
                .setLate(content.late())
                .setSignals(beside.values())
                .setSignalAgeMillis(age.isPresent() ? age.getAsLong() : null)
                .setInFlight(inFlight(key.target()));
        LogHistogram sketch = content.sketch(metric);
        if (!sketch.isEmpty()) {
            if (length.slides()) {
                tighten(sketch, inside(series, length, metric));
            }
            window.setMinNanos(sketch.min().orElseThrow())
                    .setMaxNanos(sketch.max().orElseThrow());
            quantiles(window, sketch);
        }
        return window.setCount(sketch.count())
                .setSumNanos(sketch.sum())
                .setSketch(ByteBuffer.wrap(sketch.encode()))
                .build();
    }

    /** As it was at the end where that is known, else as it is now. */
    private int inFlight(String target) {
        return finality == Finality.FINAL
                ? book.flights().inFlight(target, end)
                : book.lanes().inFlight(target);
    }

    private static void quantiles(WindowStats.Builder window, LogHistogram sketch) {
        window.setP50Nanos(sketch.quantile(0.5))
                .setP90Nanos(sketch.quantile(0.9))
                .setP95Nanos(sketch.quantile(0.95))
                .setP99Nanos(sketch.quantile(0.99));
    }

    /**
     * A sketch that was subtracted from knows its extremes only within a bucket, one that was summed afresh exactly; the same window
     * must be the same record.
     */
    private static void tighten(LogHistogram sketch, List<LogHistogram> exact) {
        long min = Long.MAX_VALUE;
        long max = 0;
        for (LogHistogram part : exact) {
            min = Math.min(min, part.min().orElse(Long.MAX_VALUE));
            max = Math.max(max, part.max().orElse(0));
        }
        sketch.tighten(min, max);
    }

    private List<LogHistogram> inside(Series series, WindowLength length, Metric metric) {
        return series.panes().between(length.firstSecond(end), end).values().stream()
                .map(pane -> pane.sketch(metric))
                .toList();
    }

    private long start(Series series, WindowLength length) {
        if (length.slides()) {
            return length.firstSecond(end);
        }
        return book.definitions()
                .step(series.key().step())
                .map(StepState::getStarted)
                .map(Instant::getEpochSecond)
                .orElse(series.panes().first().orElse(end - 1));
    }

    private Joined beside(Series series, WindowLength length) {
        return joined.computeIfAbsent(
                new Beside(series.key().target(), length),
                wanted -> book.samples().asOf(wanted.target(), micros(start(series, length)), micros(end)));
    }

    private static long micros(long second) {
        return TimeUnit.SECONDS.toMicros(second);
    }
}
