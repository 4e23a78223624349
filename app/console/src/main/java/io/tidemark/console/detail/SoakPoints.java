package io.tidemark.console.detail;

import io.tidemark.console.detail.SoakView.Budget;
import io.tidemark.console.detail.SoakView.Point;
import io.tidemark.console.detail.SoakView.Tier;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.read.run.SloRow;
import io.tidemark.sinks.store.read.step.ObjectiveRow;
import io.tidemark.sinks.store.read.step.SegmentRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Segments as points of a chart: each one, or those of an hour or a day together, so that weeks have hundreds of points. Pure. */
record SoakPoints(Tier tier, List<List<SegmentRow>> groups) {
    /** More points than this are put together. */
    private static final int MOST_POINTS = 800;

    /** @param segments at least one, in their order */
    static SoakPoints of(List<SegmentRow> segments) {
        if (segments.size() <= MOST_POINTS) {
            return new SoakPoints(Tier.SEGMENT, segments.stream().map(List::of).toList());
        }
        List<List<SegmentRow>> hours = grouped(segments, Duration.ofHours(1));
        return hours.size() <= MOST_POINTS
                ? new SoakPoints(Tier.HOUR, hours)
                : new SoakPoints(Tier.DAY, grouped(segments, Duration.ofDays(1)));
    }

    private static List<List<SegmentRow>> grouped(List<SegmentRow> segments, Duration length) {
        Instant begin = segments.get(0).result().measureFrom();
        Map<Long, List<SegmentRow>> groups = new TreeMap<>();
        for (SegmentRow segment : segments) {
            long number =
                    Duration.between(begin, segment.result().measureFrom()).dividedBy(length);
            groups.computeIfAbsent(number, none -> new ArrayList<>()).add(segment);
        }
        return List.copyOf(groups.values());
    }

    List<Point> points(Metric metric) {
        return groups.stream().map(group -> point(group, metric)).toList();
    }

    private static Point point(List<SegmentRow> group, Metric metric) {
        LogHistogram values = MergedSketch.of(group.stream().map(SegmentRow::result), metric);
        SegmentRow last = group.get(group.size() - 1);
        return new Point(
                group.get(0).segment(),
                group.get(0).result().measureFrom(),
                last.result().measureUntil().orElse(last.result().measureFrom()),
                group.stream().mapToLong(one -> one.result().counts().due()).sum(),
                group.stream().mapToLong(one -> one.result().counts().ok()).sum(),
                quantile(values, 0.5),
                quantile(values, 0.95),
                quantile(values, 0.99),
                worst(group));
    }

    private static OptionalLong quantile(LogHistogram values, double quantile) {
        return values.isEmpty() ? OptionalLong.empty() : OptionalLong.of(values.quantile(quantile));
    }

    private static Verdict worst(List<SegmentRow> group) {
        List<Verdict> verdicts =
                group.stream().map(one -> one.result().verdict()).toList();
        if (verdicts.contains(Verdict.FAIL)) {
            return Verdict.FAIL;
        }
        return verdicts.stream().allMatch(Verdict.PASS::equals) ? Verdict.PASS : verdicts.get(0);
    }

    /** Of each objective that segments judged. */
    List<Budget> budgets(List<SloRow> objectives) {
        return objectives.stream()
                .map(slo -> new Budget(slo.name(), slo.kind(), allowed(slo), left(slo)))
                .filter(budget -> budget.left().stream().anyMatch(OptionalDouble::isPresent))
                .toList();
    }

    /** Of a p95, 5 % of the requests may be slower. */
    private static double allowed(SloRow slo) {
        return slo.kind() == ObjectiveKind.QUANTILE ? 1 - slo.quantile() : slo.maxBadRatio();
    }

    private List<OptionalDouble> left(SloRow slo) {
        double budget = allowed(slo)
                * groups.stream()
                        .flatMap(List::stream)
                        .mapToLong(
                                one -> judged(one, slo).map(ObjectiveRow::count).orElse(0L))
                        .sum();
        List<OptionalDouble> left = new ArrayList<>();
        long bad = 0;
        for (List<SegmentRow> group : groups) {
            List<ObjectiveRow> judged =
                    group.stream().flatMap(one -> judged(one, slo).stream()).toList();
            bad += judged.stream().mapToLong(ObjectiveRow::bad).sum();
            left.add(judged.isEmpty() || budget <= 0 ? OptionalDouble.empty() : OptionalDouble.of(1 - bad / budget));
        }
        return left;
    }

    /** Empty where facts of the segment leave unknown what the objective limits: its requests are neither good nor bad. */
    private static Optional<ObjectiveRow> judged(SegmentRow segment, SloRow slo) {
        boolean unknown = FigureDoubt.unfitMetrics(segment.result().flags()).stream()
                .anyMatch(metric -> slo.metric().filter(metric::equals).isPresent()
                        || slo.goodLimitsNanos().containsKey(metric.event().name()));
        return segment.result().objectives().stream()
                .filter(row -> !unknown && row.objective().equals(slo.name()))
                .findFirst();
    }
}
