package io.tidemark.reports.soak;

import io.tidemark.analysis.soak.SoakCounts;
import io.tidemark.analysis.soak.SoakEpisode;
import io.tidemark.analysis.soak.SoakHistory;
import io.tidemark.analysis.soak.SoakLevel;
import io.tidemark.analysis.soak.SoakSegment;
import io.tidemark.analysis.soak.SoakStanding;
import io.tidemark.analysis.soak.SoakVerdict;
import io.tidemark.events.LoadKind;
import io.tidemark.events.Outcome;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.read.step.SegmentRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The verdicts of a soak's hours and days, and what they show.
 *
 * @param hours in their order
 * @param days in their order; none before the first is over
 * @param episodes findings with the time for which they hold, the earliest first
 */
public record SoakTimeline(List<SoakVerdict> hours, List<SoakVerdict> days, List<SoakEpisode> episodes) {
    /** A step with fewer hours than this has nothing to compare. */
    private static final int MIN_HOURS = 2;

    public SoakTimeline {
        hours = List.copyOf(hours);
        days = List.copyOf(days);
        episodes = List.copyOf(episodes);
    }

    /**
     * Of a step's segments; empty where they are less than two hours. Segments that are not final have no say.
     *
     * @param segments in their order
     */
    public static Optional<SoakTimeline> of(List<SegmentRow> segments) {
        List<SoakSegment> over = segments.stream()
                .filter(row -> row.result().isOver())
                .flatMap(row -> segment(row).stream())
                .toList();
        if (over.isEmpty()) {
            return Optional.empty();
        }
        boolean isClosedLoop = segments.get(0).result().loadKind() == LoadKind.CONCURRENCY;
        List<SoakVerdict> verdicts = new ArrayList<>();
        List<SoakEpisode> episodes = new ArrayList<>();
        SoakHistory history = SoakHistory.begin(isClosedLoop, over.get(0));
        for (SoakSegment segment : over) {
            history = collected(history.with(segment), verdicts, episodes);
        }
        episodes.addAll(collected(history.end(), verdicts, episodes).episodes());
        SoakTimeline timeline = new SoakTimeline(
                of(SoakLevel.HOUR, verdicts),
                of(SoakLevel.DAY, verdicts),
                episodes.stream()
                        .sorted(Comparator.comparingLong(SoakEpisode::fromMicros))
                        .toList());
        return timeline.hours.size() < MIN_HOURS ? Optional.empty() : Optional.of(timeline);
    }

    private static SoakHistory collected(
            SoakHistory.Progress progress, List<SoakVerdict> verdicts, List<SoakEpisode> episodes) {
        verdicts.addAll(progress.verdicts());
        episodes.addAll(progress.ended());
        return progress.history();
    }

    private static List<SoakVerdict> of(SoakLevel level, List<SoakVerdict> verdicts) {
        return verdicts.stream()
                .filter(verdict -> verdict.period().level() == level)
                .toList();
    }

    private static Optional<SoakSegment> segment(SegmentRow row) {
        StepResultRow result = row.result();
        Map<Metric, LogHistogram> sketches = new EnumMap<>(Metric.class);
        result.metrics().forEach((metric, values) -> {
            if (values.hasDistribution()) {
                sketches.put(metric, values.sketch());
            }
        });
        return result.measureUntil()
                .filter(until -> until.isAfter(result.measureFrom()))
                .map(until -> SoakSegment.of(
                        row.segment(),
                        new SoakSegment.Span(result.measureFrom(), until),
                        new SoakCounts(
                                result.counts().due(),
                                result.counts().ok(),
                                result.counts().outcomes().getOrDefault(Outcome.EMPTY, 0L),
                                result.counts().outputTokens()),
                        sketches,
                        new SoakSegment.Server(result.signalMeans(), result.flags())));
    }

    /** The worst of any hour or day. */
    public SoakStanding worst() {
        return verdicts()
                .map(SoakVerdict::standing)
                .max(Comparator.naturalOrder())
                .orElse(SoakStanding.REFERENCE);
    }

    /** How many hours are so. */
    public long hours(SoakStanding standing) {
        return hours.stream().filter(hour -> hour.standing() == standing).count();
    }

    /** When the first of what became worse began. */
    public Optional<Instant> began() {
        return episodes.stream()
                .filter(episode -> episode.newest().isWorse())
                .map(SoakEpisode::beganMicros)
                .min(Comparator.naturalOrder())
                .map(SoakFormat::instant);
    }

    private Stream<SoakVerdict> verdicts() {
        return Stream.concat(hours.stream(), days.stream());
    }
}
