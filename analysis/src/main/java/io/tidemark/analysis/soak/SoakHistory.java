package io.tidemark.analysis.soak;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What is remembered of a soak while its segments come in: of bounded size, however long it is. Segments of hours that are over change nothing
 * any more.
 *
 * @param closedLoop whether the load is a number in flight
 * @param startMicros start of the measured part, microseconds since 1970
 * @param open segments of the hour that is not over
 * @param today hours of the day that is not over
 * @param todaySketches merged and encoded, of these
 * @param hours the first three and the newest {@link SoakLevel#window} that are over
 * @param days likewise
 * @param episodes what the newest periods show
 */
public record SoakHistory(
        boolean closedLoop,
        long startMicros,
        List<SoakSegment> open,
        List<SoakPeriod> today,
        Map<Metric, byte[]> todaySketches,
        List<SoakPeriod> hours,
        List<SoakPeriod> days,
        List<SoakEpisode> episodes) {
    /** An episode's beginning is looked for again when so many periods showed it: the first may hold little of it. */
    private static final int SECOND_ONSET_LOOK = 3;

    public SoakHistory {
        open = List.copyOf(open);
        today = List.copyOf(today);
        todaySketches = Map.copyOf(todaySketches);
        hours = List.copyOf(hours);
        days = List.copyOf(days);
        episodes = List.copyOf(episodes);
    }

    /** Of a soak that begins with this segment, or whose earlier segments are not known. */
    public static SoakHistory begin(boolean closedLoop, SoakSegment first) {
        long start = first.fromMicros() - first.number() * (first.untilMicros() - first.fromMicros());
        return new SoakHistory(closedLoop, start, List.of(), List.of(), Map.of(), List.of(), List.of(), List.of());
    }

    /**
     * A step of it.
     *
     * @param history as it is now
     * @param verdicts of the hours and days that are over with it, hours first
     * @param ended episodes that are over
     */
    public record Progress(SoakHistory history, List<SoakVerdict> verdicts, List<SoakEpisode> ended) {
        public Progress {
            verdicts = List.copyOf(verdicts);
            ended = List.copyOf(ended);
        }

        private Progress then(Progress next) {
            return new Progress(
                    next.history,
                    Stream.concat(verdicts.stream(), next.verdicts.stream()).toList(),
                    Stream.concat(ended.stream(), next.ended.stream()).toList());
        }
    }

    /** With a segment more, or a newer state of one. */
    public Progress with(SoakSegment segment) {
        int hour = hourOf(segment);
        if (hour <= lastHour()) {
            return unchanged();
        }
        Progress before = open.isEmpty() || hourOf(open.get(0)) == hour ? unchanged() : endHour();
        SoakHistory added = before.history.added(segment);
        return before.then(added.isHourComplete(hour) ? added.endHour() : added.unchanged());
    }

    /** When no more segments come: ends an hour and a day of which at least half is there. */
    public Progress end() {
        Progress hour = isHalf(openMicros(), SoakLevel.HOUR) ? endHour() : unchanged();
        long todayMicros = hour.history.today.stream()
                .mapToLong(period -> period.untilMicros() - period.fromMicros())
                .sum();
        return hour.history.today.isEmpty() || !isHalf(todayMicros, SoakLevel.DAY)
                ? hour
                : hour.then(hour.history.endDay());
    }

    private static boolean isHalf(long micros, SoakLevel level) {
        return 2 * micros >= level.micros();
    }

    private long openMicros() {
        return open.stream()
                .mapToLong(segment -> segment.untilMicros() - segment.fromMicros())
                .sum();
    }

    private Progress unchanged() {
        return new Progress(this, List.of(), List.of());
    }

    /** By its middle, so that segments which do not divide an hour have one. */
    private int hourOf(SoakSegment segment) {
        long middle = segment.fromMicros() + (segment.untilMicros() - segment.fromMicros()) / 2;
        return Math.toIntExact(Math.floorDiv(middle - startMicros, SoakLevel.HOUR.micros()));
    }

    private int lastHour() {
        return hours.isEmpty() ? -1 : hours.get(hours.size() - 1).index();
    }

    private SoakHistory added(SoakSegment segment) {
        List<SoakSegment> segments = new ArrayList<>(
                open.stream().filter(one -> one.number() != segment.number()).toList());
        segments.add(segment);
        segments.sort((one, other) -> Integer.compare(one.number(), other.number()));
        return copy(segments, hours, episodes);
    }

    private SoakHistory copy(List<SoakSegment> segments, List<SoakPeriod> ofHours, List<SoakEpisode> held) {
        return new SoakHistory(closedLoop, startMicros, segments, today, todaySketches, ofHours, days, held);
    }

    /** Whether its last segment is there and none before it is missing. */
    private boolean isHourComplete(int hour) {
        SoakSegment last = open.get(open.size() - 1);
        long length = last.untilMicros() - last.fromMicros();
        long end = startMicros + (hour + 1L) * SoakLevel.HOUR.micros();
        boolean gapless = last.number() - open.get(0).number() == open.size() - 1;
        return gapless && last.untilMicros() + length / 2 > end;
    }

    private Progress endHour() {
        SoakPeriod hour = hour(open);
        SoakJudge judge = new SoakJudge(closedLoop, hours, hour);
        List<SoakPeriod> kept = kept(hours, hour);
        List<SoakPeriod> memoryHours = sinceRestart(kept);
        SoakVerdict verdict = judge.verdict(memoryHours);
        EpisodeUpdate update =
                EpisodeUpdate.of(episodes, verdict, finding -> judge.persists(finding, memoryHours), kept);
        Map<Metric, byte[]> sketches = new EnumMap<>(Metric.class);
        sketches.putAll(todaySketches);
        open.forEach(segment ->
                segment.sketches().forEach((metric, sketch) -> sketches.merge(metric, sketch, SoakHistory::merged)));
        SoakHistory ended = new SoakHistory(
                closedLoop,
                startMicros,
                List.of(),
                Stream.concat(today.stream(), Stream.of(hour)).toList(),
                sketches,
                kept,
                days,
                update.held());
        Progress progress = new Progress(ended, List.of(verdict), update.ended());
        boolean dayOver = (hour.index() + 1) % SoakLevel.DAY.length().toHours() == 0;
        return dayOver ? progress.then(ended.endDay()) : progress;
    }

    private Progress endDay() {
        SoakPeriod day = day();
        SoakJudge judge = new SoakJudge(closedLoop, days, day);
        List<SoakPeriod> memoryHours = sinceRestart(today);
        SoakVerdict verdict = judge.verdict(memoryHours);
        EpisodeUpdate update =
                EpisodeUpdate.of(episodes, verdict, finding -> judge.persists(finding, memoryHours), hours);
        SoakHistory ended = new SoakHistory(
                closedLoop, startMicros, open, List.of(), Map.of(), hours, kept(days, day), update.held());
        return new Progress(ended, List.of(verdict), update.ended());
    }

    /** Those that follow each other after the newest one with a restart. */
    private static List<SoakPeriod> sinceRestart(List<SoakPeriod> periods) {
        List<SoakPeriod> newest = SoakJudge.newest(periods);
        int from = newest.size();
        while (from > 0 && newest.get(from - 1).restarts().isEmpty()) {
            from--;
        }
        return newest.subList(from, newest.size());
    }

    private static List<SoakPeriod> kept(List<SoakPeriod> before, SoakPeriod added) {
        List<SoakPeriod> kept = new ArrayList<>(before);
        kept.add(added);
        if (kept.size() > PeriodComparison.REFERENCES + added.level().window()) {
            kept.remove(PeriodComparison.REFERENCES);
        }
        return kept;
    }

    private SoakPeriod hour(List<SoakSegment> segments) {
        Map<Metric, byte[]> sketches = new EnumMap<>(Metric.class);
        segments.forEach(segment ->
                segment.sketches().forEach((metric, sketch) -> sketches.merge(metric, sketch, SoakHistory::merged)));
        return period(
                SoakLevel.HOUR,
                hourOf(segments.get(0)),
                segments.stream().map(SoakSegment::counts).reduce(SoakCounts.NONE, SoakCounts::plus),
                new Span(
                        segments.get(0).fromMicros(),
                        segments.get(segments.size() - 1).untilMicros(),
                        segments.stream().mapToDouble(SoakSegment::seconds).sum()),
                sketches,
                segments.stream().map(SoakSegment::part).toList(),
                segments.stream()
                        .filter(segment -> segment.restarts() > 0)
                        .map(segment -> new SoakRestart(
                                segment.number(), segment.fromMicros(), segment.untilMicros(), segment.restarts()))
                        .toList());
    }

    private SoakPeriod day() {
        SoakPeriod first = today.get(0);
        double seconds = today.stream()
                .mapToDouble(hour -> (hour.untilMicros() - hour.fromMicros()) / SoakPeriod.MICROS_PER_SECOND)
                .sum();
        return period(
                SoakLevel.DAY,
                Math.toIntExact(first.index() / SoakLevel.DAY.length().toHours()),
                today.stream().map(SoakPeriod::counts).reduce(SoakCounts.NONE, SoakCounts::plus),
                new Span(first.fromMicros(), today.get(today.size() - 1).untilMicros(), seconds),
                todaySketches,
                today.stream()
                        .map(hour -> new SoakPart(hour.parts().get(0).segment(), hour.fromMicros(), hour.figures()))
                        .toList(),
                today.stream().flatMap(hour -> hour.restarts().stream()).toList());
    }

    /** From when until when, and how much of it is known. */
    private record Span(long fromMicros, long untilMicros, double seconds) {}

    private static SoakPeriod period(
            SoakLevel level,
            int index,
            SoakCounts counts,
            Span span,
            Map<Metric, byte[]> sketches,
            List<SoakPart> parts,
            List<SoakRestart> restarts) {
        FigureReader reader = new FigureReader(counts, span.seconds());
        sketches.forEach((metric, sketch) -> reader.add(metric, LogHistogram.decode(sketch)));
        reader.add(memory(parts));
        return new SoakPeriod(
                level, index, span.fromMicros(), span.untilMicros(), counts, reader.figures(), parts, restarts);
    }

    private static Map<SoakMeasure, Double> memory(List<SoakPart> parts) {
        Map<SoakMeasure, Double> means = new EnumMap<>(SoakMeasure.class);
        SoakMeasure.ofMemory()
                .forEach(measure -> parts.stream()
                        .filter(part -> part.figures().containsKey(measure))
                        .mapToDouble(part -> part.figures().get(measure))
                        .average()
                        .ifPresent(mean -> means.put(measure, mean)));
        return means;
    }

    private static byte[] merged(byte[] one, byte[] other) {
        LogHistogram both = LogHistogram.decode(one);
        both.merge(LogHistogram.decode(other));
        return both.encode();
    }

    /** What a verdict makes of the episodes. */
    private record EpisodeUpdate(List<SoakEpisode> held, List<SoakEpisode> ended) {
        static EpisodeUpdate of(
                List<SoakEpisode> episodes,
                SoakVerdict verdict,
                Predicate<SoakFinding> persists,
                List<SoakPeriod> hours) {
            List<SoakEpisode> held = new ArrayList<>();
            List<SoakEpisode> ended = new ArrayList<>();
            List<SoakFinding> left = new ArrayList<>(verdict.findings());
            for (SoakEpisode episode : episodes) {
                if (episode.level() != verdict.period().level()) {
                    held.add(episode);
                    continue;
                }
                Optional<SoakFinding> same = left.stream()
                        .filter(finding -> finding.isSameAs(episode.newest()))
                        .findFirst();
                same.ifPresent(left::remove);
                SoakEpisode next = same.map(finding -> episode.with(
                                verdict.period(),
                                finding,
                                episode.shown() + 1 == SECOND_ONSET_LOOK
                                        ? onset(finding, verdict.period(), hours)
                                        : Optional.empty()))
                        .orElseGet(() ->
                                persists.test(episode.newest()) ? episode.persisting() : episode.withoutFinding());
                (next.isOver() ? ended : held).add(next);
            }
            left.forEach(finding ->
                    held.add(SoakEpisode.begin(verdict.period(), finding, onset(finding, verdict.period(), hours))));
            return new EpisodeUpdate(held, ended);
        }

        private static Optional<SoakOnset> onset(SoakFinding finding, SoakPeriod period, List<SoakPeriod> hours) {
            if (finding.kind() == SoakFindingKind.SERVER_RESTART) {
                return period.restarts().stream().findFirst().map(SoakOnset::of);
            }
            int first = Math.min(PeriodComparison.REFERENCES, hours.size());
            return SoakOnset.of(
                    parts(hours.subList(0, first)),
                    parts(hours.subList(first, hours.size())),
                    finding.measure(),
                    finding.value() > finding.before());
        }

        private static List<SoakPart> parts(List<SoakPeriod> hours) {
            return hours.stream().flatMap(hour -> hour.parts().stream()).toList();
        }
    }
}
