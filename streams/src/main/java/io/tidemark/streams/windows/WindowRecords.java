package io.tidemark.streams.windows;

import io.tidemark.events.Finality;
import io.tidemark.events.StepState;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.SeriesKey;
import io.tidemark.streams.signals.SignalSnapshot;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Makes the window records of a run for one second. Not thread-safe. */
final class WindowRecords {
    private record SignalsKey(String target, WindowLength length) {}

    /** A window of a series as it is summed. */
    private record SummedWindow(
            Series series, RollingWindows rolling, WindowLength length, Finality settledAs, long missing) {
        /** Where events are missing nothing is final. */
        Finality finality() {
            return missing > 0 && settledAs == Finality.FINAL ? Finality.INCOMPLETE : settledAs;
        }

        /** Whether what was in flight at its end is known by now. */
        boolean isSettled() {
            return settledAs == Finality.FINAL;
        }

        PaneSum content() {
            return rolling.content(length);
        }
    }

    private final RunWindows windows;
    private final Finality finality;
    private final long end;
    private final boolean showsSignals;
    private final Map<SignalsKey, SignalSnapshot> signals = new HashMap<>();
    private final Map<Long, Long> missingFrom = new HashMap<>();

    WindowRecords(RunWindows windows, Finality finality, long end) {
        this(windows, finality, end, true);
    }

    private WindowRecords(RunWindows windows, Finality finality, long end, boolean showsSignals) {
        this.windows = windows;
        this.finality = finality;
        this.end = end;
        this.showsSignals = showsSignals;
    }

    /** Of an end behind the last data: whether scrapes still come until then depends on who stops first, and records must not. */
    static WindowRecords withoutSignals(RunWindows windows, Finality finality, long end) {
        return new WindowRecords(windows, finality, end, false);
    }

    /** Moves the live windows of a series to the end and sends those that changed; returns how many records. */
    int advanceLive(Series series, WindowOutput output) {
        RollingWindows rolling = series.live();
        int sent = 0;
        for (WindowLength length : changedOrFullMinute(rolling.advance())) {
            sent += send(
                    new SummedWindow(series, rolling, length, finality, missing(series, length)),
                    shown(rolling, length),
                    output);
        }
        return sent;
    }

    /** The same of settled windows: what was written of a window is written again only with something else to say. */
    int advanceSettled(Series series, WindowOutput output) {
        return advanceSettled(series, series.settled(), WindowLength.ALL, output);
    }

    /** The same of windows that were settled before, those of which all seconds are kept. */
    int amend(Series series, RollingWindows again, WindowOutput output) {
        Set<WindowLength> whole = EnumSet.copyOf(WindowLength.ALL);
        whole.removeIf(length -> !windows.emission().isWhole(length, end));
        return advanceSettled(series, again, whole, output);
    }

    /**
     * The same of the minute that ends at the end, of a series of which nothing more comes in it.
     *
     * @return how many records
     */
    int closeMinute(Series series, WindowOutput output) {
        if (series.panes()
                .between(WindowLength.ONE_MINUTE.firstSecond(end), end)
                .isEmpty()) {
            return 0;
        }
        RollingWindows minute = RollingWindows.ofMinute(series.panes(), end);
        Set<Metric> shown = shown(minute, WindowLength.ONE_MINUTE);
        return shown.isEmpty() ? 0 : write(series, minute, WindowLength.ONE_MINUTE, shown, output);
    }

    private int advanceSettled(Series series, RollingWindows rolling, Set<WindowLength> whole, WindowOutput output) {
        int work = 0;
        for (WindowLength length : changedOrFullMinute(rolling.advance())) {
            Set<Metric> shown = shown(rolling, length);
            if (whole.contains(length) && !shown.isEmpty()) {
                work += 1 + write(series, rolling, length, shown, output);
            }
        }
        return work;
    }

    /** A full minute is written though nothing changes at its end: full minutes cover each second of a series once. */
    private Set<WindowLength> changedOrFullMinute(Set<WindowLength> changed) {
        if (end == WindowLength.minuteEnd(end)) {
            changed.add(WindowLength.ONE_MINUTE);
        }
        return changed;
    }

    private int write(
            Series series, RollingWindows rolling, WindowLength length, Set<Metric> shown, WindowOutput output) {
        Optional<PublishedWindows.WindowSummary> before = series.written().of(length, end);
        boolean wasFinal =
                before.filter(PublishedWindows.WindowSummary::isFinal).isPresent();
        SummedWindow sum = new SummedWindow(
                series, rolling, length, wasFinal ? Finality.FINAL : finality, missing(series, length));
        PublishedWindows.WindowSummary now = figures(sum, shown);
        if (before.filter(now::equals).isPresent()) {
            return 0;
        }
        if (before.filter(now::holdsLessThan).isPresent()) {
            output.windowNotReplaced(record(sum, shown.iterator().next()), before.get());
            return 0;
        }
        series.written().put(length, end, now);
        return send(sum, shown, output);
    }

    private long missing(Series series, WindowLength length) {
        return missingFrom.computeIfAbsent(
                start(series, length), from -> windows.lanes().missing(from, end));
    }

    private int send(SummedWindow sum, Set<Metric> shown, WindowOutput output) {
        for (Metric metric : shown) {
            output.window(record(sum, metric));
        }
        return shown.size();
    }

    private PublishedWindows.WindowSummary figures(SummedWindow sum, Set<Metric> shown) {
        PaneSum content = sum.content();
        SignalSnapshot beside = signalsOf(sum.series, sum.length);
        long values = 0;
        WindowHash hash = new WindowHash()
                .add(content.ended())
                .add(content.failed())
                .add(content.outputTokens())
                .add(content.late())
                .add(beside.values())
                .add(beside.ageMillis().orElse(-1));
        for (Metric metric : Metric.values()) {
            LogHistogram sketch = content.sketch(metric);
            values += sketch.count();
            hash.add(shown.contains(metric) ? 1 : 0).add(sketch.count()).add(sketch.sum());
            hash.add(content.isUnfit(metric) ? 1 : 0);
        }
        hash.add(sum.missing);
        if (sum.isSettled()) {
            hash.add(inFlight(sum)); // of others it is of when they were written
        }
        if (!sum.length.slides()) {
            hash.add(stepStarted(sum.series).orElse(0));
        }
        return new PublishedWindows.WindowSummary(sum.finality(), hash.value(), content.ended(), values);
    }

    private static Set<Metric> shown(RollingWindows rolling, WindowLength length) {
        Set<Metric> shown = EnumSet.noneOf(Metric.class);
        for (Metric metric : Metric.values()) {
            if (rolling.isNonEmpty(length, metric)) {
                shown.add(metric);
            }
        }
        return shown;
    }

    private WindowStats record(SummedWindow sum, Metric metric) {
        Series series = sum.series;
        WindowLength length = sum.length;
        SeriesKey key = series.key();
        PaneSum content = sum.content();
        SignalSnapshot beside = signalsOf(series, length);
        OptionalLong age = beside.ageMillis();
        WindowStats.Builder window = WindowStats.newBuilder()
                .setRun(windows.run())
                .setStep(key.step())
                .setTarget(key.target())
                .setRequestClass(key.requestClass())
                .setMetric(metric.event())
                .setWindowSeconds(length.seconds())
                .setStart(Instant.ofEpochSecond(start(series, length)))
                .setEnd(Instant.ofEpochSecond(end))
                .setFinality(sum.finality())
                .setMissing(sum.missing)
                .setRevision(windows.emission().revision(sum.finality()))
                .setEnded(content.ended())
                .setFailed(content.failed())
                .setOutputTokens(content.outputTokens())
                .setLate(content.late())
                .setSignals(beside.values())
                .setSignalAgeMillis(age.isPresent() ? age.getAsLong() : null)
                .setInFlight(inFlight(sum));
        LogHistogram sketch = shownSketch(content, metric, length);
        if (!sketch.isEmpty() && !content.isUnfit(metric)) {
            if (!sketch.hasExactExtremes()) {
                tighten(
                        sketch,
                        series.panes().between(length.firstSecond(end), end).values(),
                        metric);
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

    /** As it was at the end where that is known, else as it is now; -1 of one of several targets, which heartbeats do not distinguish. */
    private int inFlight(SummedWindow sum) {
        if (sum.series.key().isOfOneTarget()) {
            return -1;
        }
        String target = sum.series.key().target();
        return sum.isSettled()
                ? windows.inFlight().inFlight(target, end)
                : windows.lanes().inFlight(target);
    }

    /** Of a metric of which nothing can be reported a window has no values; those of a whole step stay, as its counts never shrink. */
    private static LogHistogram shownSketch(PaneSum content, Metric metric, WindowLength length) {
        return length.slides() && content.isUnfit(metric) ? new LogHistogram() : content.sketch(metric);
    }

    private static void quantiles(WindowStats.Builder window, LogHistogram sketch) {
        window.setP50Nanos(sketch.quantile(0.5))
                .setP90Nanos(sketch.quantile(0.9))
                .setP95Nanos(sketch.quantile(0.95))
                .setP99Nanos(sketch.quantile(0.99));
    }

    /**
     * A sketch whose smallest or largest value was subtracted knows its extremes only within a bucket, one that was summed afresh exactly;
     * the same window must be the same record.
     */
    private static void tighten(LogHistogram sketch, Collection<Pane> panes, Metric metric) {
        long min = Long.MAX_VALUE;
        long max = 0;
        for (Pane pane : panes) {
            LogHistogram part = pane.sketch(metric);
            min = Math.min(min, part.min().orElse(Long.MAX_VALUE));
            max = Math.max(max, part.max().orElse(0));
        }
        sketch.setExactExtremes(min, max);
    }

    private long start(Series series, WindowLength length) {
        if (length.slides()) {
            return length.firstSecond(end);
        }
        return stepStarted(series).orElse(series.panes().first().orElse(end - 1));
    }

    private OptionalLong stepStarted(Series series) {
        return windows.definitions().step(series.key().step()).map(StepState::getStarted).stream()
                .mapToLong(Instant::getEpochSecond)
                .findFirst();
    }

    private SignalSnapshot signalsOf(Series series, WindowLength length) {
        if (!showsSignals) {
            return SignalSnapshot.NONE;
        }
        return signals.computeIfAbsent(
                new SignalsKey(series.key().target(), length),
                wanted ->
                        windows.signals().scrapes().asOf(wanted.target(), micros(start(series, length)), micros(end)));
    }

    private static long micros(long second) {
        return TimeUnit.SECONDS.toMicros(second);
    }

    /** A hash of what a window says, the same in every process. Not thread-safe. */
    private static final class WindowHash {
        private static final long SEED = 0x9e3779b97f4a7c15L;

        private long value = SEED;

        WindowHash add(long part) {
            value = mixed(value ^ mixed(part + SEED));
            return this;
        }

        /** In whatever order they are. */
        WindowHash add(Map<String, Double> signals) {
            long sum = 0;
            for (Map.Entry<String, Double> signal : signals.entrySet()) {
                sum += mixed(signal.getKey().hashCode() * SEED ^ mixed(Double.doubleToLongBits(signal.getValue())));
            }
            return add(sum);
        }

        long value() {
            return value;
        }

        /** The finalizer of SplittableRandom (Steele, Lea, Flood 2014). */
        private static long mixed(long bits) {
            long z = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
            z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
            return z ^ (z >>> 31);
        }
    }
}
