package io.tidemark.reports.tune.document;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.SparseTable;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.tune.GoalUnit;
import io.tidemark.reports.tune.TuneReport;
import io.tidemark.reports.tune.TuneStart;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.tune.TrialRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** Every start in its order: what the server reported of itself, and how it ended; command and log below, folded. */
final class StartTable {
    private final TuneReport report;

    StartTable(TuneReport report) {
        this.report = report;
    }

    List<Block> blocks() {
        List<TuneStart> starts = report.starts();
        if (starts.isEmpty()) {
            return List.of(Block.muted("No server was started yet."));
        }
        List<Block> blocks = new ArrayList<>(List.of(table(starts)));
        starts.forEach(start -> blocks.add(details(start)));
        return blocks;
    }

    private Block.Table table(List<TuneStart> starts) {
        List<Column> columns = List.of(
                Column.right("start"),
                Column.right("block"),
                Column.left("purpose"),
                Column.left("configuration"),
                Column.left("began"),
                Column.right("lasted"),
                Column.right("start-up"),
                Column.right("first request"),
                Column.left("version"),
                Column.right("KV cache"),
                Column.right("prefix cache hits"),
                Column.right(report.goal().label() + GoalUnit.of(report)),
                Column.left("ended"));
        return SparseTable.of(columns, starts.stream().map(this::row).toList());
    }

    private List<Cell> row(TuneStart start) {
        TrialRow trial = start.trial();
        OptionalDouble value = report.value(start);
        return List.of(
                Cell.of(Integer.toString(trial.number())),
                Cell.of(trial.block() > 0 ? Integer.toString(trial.block()) : ""),
                Cell.of(trial.purpose()),
                Cell.of(trial.phase()),
                Cell.of(ValueFormat.stamp(trial.started())),
                Cell.of(trial.ended()
                        .map(end -> ValueText.duration(Duration.between(trial.started(), end)))
                        .orElse("")),
                Cell.of(seconds(trial.startupSeconds())),
                Cell.of(seconds(trial.firstRequestSeconds())),
                Cell.of(StartFacts.version(start)),
                Cell.of(StartFacts.kvCapacity(start)),
                Cell.of(percent(start.prefixHitShare())),
                Cell.of(value.isPresent() ? ValueText.digits(value.getAsDouble()) : ""),
                ended(start));
    }

    private static String seconds(OptionalDouble seconds) {
        return seconds.isPresent() ? ValueText.duration(seconds.getAsDouble()) : "";
    }

    private static String percent(OptionalDouble share) {
        return share.isPresent() ? ValueText.percent(share.getAsDouble()) : "";
    }

    private static Cell ended(TuneStart start) {
        TrialRow trial = start.trial();
        String status = trial.status().name().toLowerCase(Locale.ROOT);
        return start.isInfeasible()
                ? new Cell(status + ": " + trial.failure(), Tone.BAD)
                : new Cell(status, start.isMeasured() ? Tone.PLAIN : Tone.MUTED);
    }

    private static Block details(TuneStart start) {
        TrialRow trial = start.trial();
        List<Block> blocks = new ArrayList<>();
        if (!trial.description().isBlank()) {
            blocks.add(Block.plain(trial.description()));
        }
        if (!trial.command().isBlank()) {
            blocks.add(new Block.Code(trial.command()));
        }
        Map<String, String> facts = new TreeMap<>(trial.facts());
        if (!trial.log().isBlank()) {
            facts.put("log", trial.log());
        }
        if (!trial.runs().isEmpty()) {
            facts.put("runs", String.join(", ", trial.runs()));
        }
        if (!facts.isEmpty()) {
            blocks.add(new Block.Table(
                    List.of(Column.left("fact"), Column.left("value")),
                    facts.entrySet().stream()
                            .map(fact -> List.of(Cell.of(fact.getKey()), Cell.of(fact.getValue())))
                            .toList()));
        }
        if (start.isInfeasible() && !trial.lastLines().isEmpty()) {
            blocks.add(new Block.Code(String.join("\n", trial.lastLines())));
        }
        return new Block.Details("Start " + trial.number() + ": " + trial.phase(), blocks);
    }
}
