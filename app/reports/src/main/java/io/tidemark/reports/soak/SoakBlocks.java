package io.tidemark.reports.soak;

import io.tidemark.analysis.soak.SoakEpisode;
import io.tidemark.analysis.soak.SoakFinding;
import io.tidemark.analysis.soak.SoakLevel;
import io.tidemark.analysis.soak.SoakMeasure;
import io.tidemark.analysis.soak.SoakPeriod;
import io.tidemark.analysis.soak.SoakRestart;
import io.tidemark.analysis.soak.SoakStanding;
import io.tidemark.analysis.soak.SoakVerdict;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A soak by hours and days: what it was, what it shows since when, and a row for each. */
public final class SoakBlocks {
    /** A shorter soak has no table of days, as its table of hours suffices. */
    private static final int MIN_DAYS = 3;
    /** At most so many restarts are listed with their times; the JSON lists all. */
    private static final int MAX_RESTARTS = 10;

    private final SoakTimeline soak;
    private final List<Metric> metrics;

    public SoakBlocks(SoakTimeline soak) {
        this.soak = soak;
        this.metrics = Arrays.stream(Metric.values())
                .filter(metric -> soak.hours().stream()
                        .flatMap(hour -> hour.period().figures().keySet().stream())
                        .anyMatch(measure ->
                                measure.metric().filter(metric::equals).isPresent()))
                .toList();
    }

    /** Of a page. */
    public List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Callout(SoakFormat.summary(soak), tone(soak.worst())));
        if (!soak.episodes().isEmpty()) {
            blocks.add(new Block.Bullets(
                    soak.episodes().stream().map(SoakBlocks::sentence).toList()));
        }
        restarts().ifPresent(blocks::add);
        blocks.add(Block.muted(
                "Each hour is compared with the first ones; each day likewise. Fewer than 1 in 100 steady soaks show"
                        + " anything, whatever their length. Intervals are those of their look."));
        if (soak.days().size() >= MIN_DAYS) {
            blocks.add(table(SoakLevel.DAY, soak.days()));
        }
        blocks.add(new Block.Details(
                soak.hours().size() + " hours of the soak", List.of(table(SoakLevel.HOUR, soak.hours()))));
        return blocks;
    }

    /** All of them with their times, to the segment. */
    private Optional<Block> restarts() {
        List<SoakRestart> all = soak.hours().stream()
                .flatMap(hour -> hour.period().restarts().stream())
                .toList();
        if (all.isEmpty()) {
            return Optional.empty();
        }
        String times = all.stream()
                .limit(MAX_RESTARTS)
                .map(restart -> ValueFormat.stamp(SoakFormat.instant(restart.fromMicros())) + " (segment "
                        + restart.segment() + (restart.count() == 1 ? "" : ", " + restart.count() + " times") + ")")
                .collect(Collectors.joining(", "));
        return Optional.of(Block.plain("Restarts of the server: "
                + all.stream().mapToLong(SoakRestart::count).sum() + ", in the segments from " + times
                + (all.size() > MAX_RESTARTS ? " and " + (all.size() - MAX_RESTARTS) + " more" : "") + "."));
    }

    private static String sentence(SoakEpisode episode) {
        SoakFinding finding = episode.newest();
        return SoakFormat.periods(episode) + ", " + finding.kind().label() + ": "
                + SoakFormat.reason(episode.level(), finding) + " ("
                + SoakFormat.evidence(episode.level(), finding) + "). Began " + SoakFormat.began(episode) + ".";
    }

    private Block table(SoakLevel level, List<SoakVerdict> verdicts) {
        Columns<SoakVerdict> columns = new Columns<SoakVerdict>()
                .right(
                        SoakFormat.word(level),
                        row -> Integer.toString(row.period().index() + 1))
                .left(
                        "from",
                        row -> ValueFormat.stamp(SoakFormat.instant(row.period().fromMicros())))
                .right("n", row -> ValueText.count(row.period().counts().due()))
                .right("ok", row -> amount(row.period(), SoakMeasure.COMPLETED))
                .rightCell("empty", row -> empty(row.period().counts().empty()));
        metrics.forEach(metric -> columns.rightCell(
                metric.id() + " p50 / p95", row -> orNotKnown(row.period(), latencies(row.period(), metric))));
        return columns.rightCell(
                        "tokens/s", row -> orNotKnown(row.period(), amount(row.period(), SoakMeasure.OUTPUT_TOKENS)))
                .right("process memory", row -> amount(row.period(), SoakMeasure.PROCESS_MEMORY))
                .right("GPU memory", row -> amount(row.period(), SoakMeasure.GPU_MEMORY))
                .leftCell("verdict", SoakBlocks::verdict)
                .table(verdicts)
                .sparse();
    }

    private static Cell empty(long count) {
        return count == 0 ? Cell.of("") : new Cell(ValueText.count(count), Tone.DOUBT);
    }

    /** Where requests were ok, what is missing of them is a figure that flags of segments leave unknown. */
    private static Cell orNotKnown(SoakPeriod period, String text) {
        return text.isEmpty() && period.counts().ok() > 0 ? ValueFormat.NOT_KNOWN : Cell.of(text);
    }

    private static String amount(SoakPeriod period, SoakMeasure measure) {
        return ValueFormat.known(period.figure(measure), value -> SoakFormat.amount(measure, value));
    }

    private static String latencies(SoakPeriod period, Metric metric) {
        return ValueFormat.latencies(Arrays.stream(SoakMeasure.values())
                .filter(measure -> measure.metric().filter(metric::equals).isPresent())
                .flatMapToDouble(measure -> period.figure(measure).stream())
                .mapToLong(Math::round));
    }

    private static Cell verdict(SoakVerdict verdict) {
        String found = verdict.findings().stream()
                .map(finding -> finding.kind().label()
                        + (finding.measure().metric().isPresent()
                                ? " " + finding.measure().label()
                                : ""))
                .collect(Collectors.joining(", "));
        return new Cell(verdict.standing().word() + (found.isEmpty() ? "" : ": " + found), tone(verdict.standing()));
    }

    private static Tone tone(SoakStanding standing) {
        return switch (standing) {
            case REFERENCE -> Tone.MUTED;
            case STEADY -> Tone.GOOD;
            case DRIFTED -> Tone.DOUBT;
            case DEGRADED -> Tone.BAD;
        };
    }
}
