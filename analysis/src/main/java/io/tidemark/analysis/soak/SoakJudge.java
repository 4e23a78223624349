package io.tidemark.analysis.soak;

import io.tidemark.analysis.timeseries.TheilSen;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** What an hour or a day shows against the first ones, and by itself. Pure. */
final class SoakJudge {
    /** Relative change of a latency or of throughput that matters. */
    static final double MIN_CHANGE = 0.05;

    /** Loss of completed requests that matters, as a share of what was due. */
    static final double MIN_COMPLETION_LOSS = 0.01;

    /** Share of empty answers that is allowed. */
    static final double MAX_EMPTY_SHARE = 0.001;

    private final boolean closedLoop;
    /** The first periods and the newest ones before this. */
    private final List<SoakPeriod> earlier;

    private final SoakPeriod now;
    private final double level;

    /** @param closedLoop whether the load is a number in flight, so that throughput is the server's */
    SoakJudge(boolean closedLoop, List<SoakPeriod> earlier, SoakPeriod now) {
        this.closedLoop = closedLoop;
        this.earlier = List.copyOf(earlier);
        this.now = now;
        this.level = FalseAlarmBudget.ofLook(now.index() + 1);
    }

    /** @param memoryHours hours since the server's last restart that show the trend of its memory */
    SoakVerdict verdict(List<SoakPeriod> memoryHours) {
        List<SoakFinding> findings = new ArrayList<>();
        for (SoakMeasure measure : SoakMeasure.values()) {
            findings.addAll(of(measure, memoryHours));
        }
        if (now.restartCount() > 0) {
            findings.add(restart());
        }
        return SoakVerdict.of(now, earlier.isEmpty(), findings);
    }

    /**
     * Whether what was found before is still there, as far as the figures alone say: a change must be proved once, and is over when the figure is
     * back.
     */
    boolean persists(SoakFinding found, List<SoakPeriod> memoryHours) {
        SoakMeasure measure = found.measure();
        return switch (found.kind()) {
            case LATENCY_DRIFT, THROUGHPUT_LOSS ->
                PeriodComparison.of(earlier, now, measure, level)
                        .filter(compared -> found.value() > found.before()
                                ? compared.change() >= MIN_CHANGE
                                : compared.change() <= -MIN_CHANGE)
                        .isPresent();
            case COMPLETION_LOSS -> found.before() - now.figure(measure).orElse(1) >= MIN_COMPLETION_LOSS;
            case SILENT_EMPTY -> now.figure(measure).orElse(0) > MAX_EMPTY_SHARE;
            case MEMORY_GROWTH -> {
                double[] bytes = bytes(measure, memoryHours);
                yield MemoryTrend.of(bytes, level)
                        .filter(trend -> trend.isLarge(bytes, now.level().memoryGrowthPerDay()))
                        .isPresent();
            }
            case SERVER_RESTART -> false;
        };
    }

    private List<SoakFinding> of(SoakMeasure measure, List<SoakPeriod> memoryHours) {
        return switch (measure.family()) {
            case LATENCY -> latency(measure);
            case THROUGHPUT -> closedLoop ? throughput(measure) : List.of();
            case SHARE -> measure == SoakMeasure.EMPTY ? empty() : completion();
            case MEMORY -> memory(measure, memoryHours);
        };
    }

    private List<SoakFinding> latency(SoakMeasure measure) {
        return PeriodComparison.of(earlier, now, measure, level).stream()
                .filter(compared -> compared.low() > 0 || compared.high() < 0)
                .map(compared -> finding(SoakFindingKind.LATENCY_DRIFT, measure, compared))
                .filter(finding -> Math.abs(finding.change()) >= MIN_CHANGE)
                .toList();
    }

    private List<SoakFinding> throughput(SoakMeasure measure) {
        return PeriodComparison.of(earlier, now, measure, level).stream()
                .filter(compared -> compared.high() < 0)
                .map(compared -> finding(SoakFindingKind.THROUGHPUT_LOSS, measure, compared))
                .filter(finding -> finding.change() <= -MIN_CHANGE)
                .toList();
    }

    private SoakFinding finding(SoakFindingKind kind, SoakMeasure measure, PeriodComparison compared) {
        return new SoakFinding(
                kind,
                measure,
                compared.before(),
                compared.value(),
                compared.low(),
                compared.high(),
                slopePerHour(measure),
                compared.periods(),
                now.counts().due());
    }

    /** Along the newest periods, this one among them. */
    private double slopePerHour(SoakMeasure measure) {
        double[] values = Stream.concat(newest(earlier).stream(), Stream.of(now))
                .map(period -> period.figure(measure))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .toArray();
        return TheilSen.slope(values) / now.level().length().toHours();
    }

    /** Those that follow each other up to the last. */
    static List<SoakPeriod> newest(List<SoakPeriod> periods) {
        int from = periods.size();
        while (from > 0
                && (from == periods.size()
                        || periods.get(from - 1).index() == periods.get(from).index() - 1)) {
            from--;
        }
        return periods.subList(from, periods.size());
    }

    /** Both intervals are exact, and wider together than one of the difference. */
    private List<SoakFinding> completion() {
        List<SoakPeriod> first = earlier.subList(0, Math.min(PeriodComparison.REFERENCES, earlier.size()));
        SoakCounts before = first.stream().map(SoakPeriod::counts).reduce(SoakCounts.NONE, SoakCounts::plus);
        SoakCounts counts = now.counts();
        if (before.due() == 0 || counts.due() == 0) {
            return List.of();
        }
        CountInterval was = CountInterval.of(before.ok(), before.due(), level);
        CountInterval is = CountInterval.of(counts.ok(), counts.due(), level);
        double share = (double) counts.ok() / counts.due();
        double shareBefore = (double) before.ok() / before.due();
        if (is.high() >= was.low() || shareBefore - share < MIN_COMPLETION_LOSS) {
            return List.of();
        }
        return List.of(new SoakFinding(
                SoakFindingKind.COMPLETION_LOSS,
                SoakMeasure.COMPLETED,
                shareBefore,
                share,
                is.low(),
                is.high(),
                0,
                first.size() + 1,
                counts.due()));
    }

    private List<SoakFinding> empty() {
        SoakCounts counts = now.counts();
        if (counts.empty() == 0) {
            return List.of();
        }
        CountInterval is = CountInterval.of(counts.empty(), counts.due(), level);
        if (is.low() <= MAX_EMPTY_SHARE) {
            return List.of();
        }
        return List.of(new SoakFinding(
                SoakFindingKind.SILENT_EMPTY,
                SoakMeasure.EMPTY,
                MAX_EMPTY_SHARE,
                (double) counts.empty() / counts.due(),
                is.low(),
                is.high(),
                0,
                1,
                counts.due()));
    }

    private List<SoakFinding> memory(SoakMeasure measure, List<SoakPeriod> hours) {
        double[] bytes = bytes(measure, hours);
        return MemoryTrend.of(bytes, level).stream()
                .filter(trend ->
                        trend.low() > 0 && trend.isLarge(bytes, now.level().memoryGrowthPerDay()))
                .map(trend -> new SoakFinding(
                        SoakFindingKind.MEMORY_GROWTH,
                        measure,
                        bytes[0],
                        bytes[bytes.length - 1],
                        trend.low(),
                        trend.high(),
                        trend.perHour(),
                        trend.hours(),
                        0))
                .toList();
    }

    private static double[] bytes(SoakMeasure measure, List<SoakPeriod> hours) {
        return hours.stream()
                .map(hour -> hour.figure(measure))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .toArray();
    }

    private SoakFinding restart() {
        return new SoakFinding(
                SoakFindingKind.SERVER_RESTART,
                SoakMeasure.COMPLETED,
                0,
                now.restartCount(),
                now.restartCount(),
                now.restartCount(),
                0,
                1,
                now.counts().due());
    }
}
