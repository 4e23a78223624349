package io.tidemark.analysis.soak;

import io.tidemark.schemas.Metric;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
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
        Map<Metric, byte[]> ofHour = new EnumMap<>(Metric.class);
        open.forEach(segment -> SoakPeriods.merge(ofHour, segment.sketches()));
        SoakPeriod hour = SoakPeriods.hour(hourOf(open.get(0)), open, ofHour);
        SoakJudge judge = new SoakJudge(closedLoop, hours, hour);
        List<SoakPeriod> kept = kept(hours, hour);
        List<SoakPeriod> memoryHours = sinceRestart(kept);
        SoakVerdict verdict = judge.verdict(memoryHours);
        EpisodeUpdate update =
                EpisodeUpdate.of(episodes, verdict, finding -> judge.persists(finding, memoryHours), kept);
        Map<Metric, byte[]> sketches = new EnumMap<>(Metric.class);
        sketches.putAll(todaySketches);
        SoakPeriods.merge(sketches, ofHour);
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
        SoakPeriod day = SoakPeriods.day(today, todaySketches);
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
}
