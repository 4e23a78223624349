package io.tidemark.reports.tune.document;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.document.Tone;
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
import java.util.TreeMap;

/** Every start in its order: what the server reported of itself, and how it ended; command and log below, folded. */
final class StartTable {
    private StartTable() {}

    static List<Block> blocks(TuneReport report) {
        List<TuneStart> starts = report.starts();
        if (starts.isEmpty()) {
            return List.of(Block.muted("No server was started yet."));
        }
        List<Block> blocks = new ArrayList<>(List.of(table(report)));
        starts.forEach(start -> blocks.add(details(start)));
        return blocks;
    }

    private static Block.Table table(TuneReport report) {
        return new Columns<TuneStart>()
                .right("start", start -> Integer.toString(start.trial().number()))
                .right(
                        "block",
                        start -> start.trial().block() > 0
                                ? Integer.toString(start.trial().block())
                                : "")
                .left("purpose", start -> start.trial().purpose())
                .left("configuration", start -> start.trial().phase())
                .left("began", start -> ValueFormat.stamp(start.trial().started()))
                .right(
                        "lasted",
                        start -> start.trial()
                                .ended()
                                .map(end -> ValueText.duration(
                                        Duration.between(start.trial().started(), end)))
                                .orElse(""))
                .right("start-up", start -> ValueFormat.known(start.trial().startupSeconds(), ValueText::duration))
                .right(
                        "first request",
                        start -> ValueFormat.known(start.trial().firstRequestSeconds(), ValueText::duration))
                .left("version", TuneStart::version)
                .right("KV cache", TuneStart::kvCapacity)
                .right("prefix cache hits", start -> ValueFormat.known(start.prefixHitShare(), ValueText::percent))
                .right(
                        report.goal().label() + GoalUnit.of(report),
                        start -> ValueFormat.known(report.value(start), ValueText::digits))
                .leftCell("ended", StartTable::ended)
                .table(report.starts())
                .sparse();
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
            blocks.add(new Columns<Map.Entry<String, String>>()
                    .left("fact", Map.Entry::getKey)
                    .left("value", Map.Entry::getValue)
                    .table(List.copyOf(facts.entrySet())));
        }
        if (start.isInfeasible() && !trial.lastLines().isEmpty()) {
            blocks.add(new Block.Code(String.join("\n", trial.lastLines())));
        }
        return new Block.Details("Start " + trial.number() + ": " + trial.phase(), blocks);
    }
}
