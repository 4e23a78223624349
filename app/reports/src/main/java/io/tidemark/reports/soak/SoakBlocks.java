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
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.SparseTable;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
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
        List<Column> columns = new ArrayList<>();
        columns.add(Column.right(SoakFormat.word(level)));
        columns.add(Column.left("from"));
        columns.add(Column.right("n"));
        columns.add(Column.right("ok"));
        columns.add(Column.right("empty"));
        metrics.forEach(metric -> columns.add(Column.right(metric.id() + " p50 / p95")));
        columns.add(Column.right("tokens/s"));
        columns.add(Column.right("process memory"));
        columns.add(Column.right("GPU memory"));
        columns.add(Column.left("verdict"));
        return SparseTable.of(
                columns, verdicts.stream().map(verdict -> row(verdict)).toList());
    }

    private List<Cell> row(SoakVerdict verdict) {
        SoakPeriod period = verdict.period();
        List<Cell> row = new ArrayList<>();
        row.add(Cell.of(Integer.toString(period.index() + 1)));
        row.add(Cell.of(ValueFormat.stamp(SoakFormat.instant(period.fromMicros()))));
        row.add(Cell.of(ValueText.count(period.counts().due())));
        row.add(amount(period, SoakMeasure.COMPLETED));
        row.add(
                period.counts().empty() == 0
                        ? Cell.of("")
                        : new Cell(ValueText.count(period.counts().empty()), Tone.DOUBT));
        metrics.forEach(metric -> row.add(orNotKnown(period, latencies(period, metric))));
        row.add(orNotKnown(period, amount(period, SoakMeasure.OUTPUT_TOKENS)));
        row.add(amount(period, SoakMeasure.PROCESS_MEMORY));
        row.add(amount(period, SoakMeasure.GPU_MEMORY));
        row.add(verdict(verdict));
        return row;
    }

    /** Where requests were ok, what is missing of them is a figure that flags of segments leave unknown. */
    private static Cell orNotKnown(SoakPeriod period, Cell cell) {
        return cell.text().isEmpty() && period.counts().ok() > 0 ? ValueFormat.NOT_KNOWN : cell;
    }

    private static Cell amount(SoakPeriod period, SoakMeasure measure) {
        OptionalDouble value = period.figure(measure);
        return Cell.of(value.isPresent() ? SoakFormat.amount(measure, value.getAsDouble()) : "");
    }

    private static Cell latencies(SoakPeriod period, Metric metric) {
        return Cell.of(ValueFormat.latencies(Arrays.stream(SoakMeasure.values())
                .filter(measure -> measure.metric().filter(metric::equals).isPresent())
                .flatMapToDouble(measure -> period.figure(measure).stream())
                .mapToLong(Math::round)));
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
