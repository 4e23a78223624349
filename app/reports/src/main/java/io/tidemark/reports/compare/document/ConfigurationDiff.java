package io.tidemark.reports.compare.document;

import io.tidemark.reports.compare.Comparability;
import io.tidemark.reports.compare.ComparedRun;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.PhaseOrder;
import io.tidemark.reports.compare.TuneLabels;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Tone;
import io.tidemark.sinks.store.read.run.SloRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the configurations of sides have in common and what not. */
final class ConfigurationDiff {
    private static final Set<String> PLACE_IN_TIME =
            Set.of(PhaseOrder.SEQUENCE, PhaseOrder.BLOCK, TuneLabels.TUNE, TuneLabels.START);

    private final List<ComparedSide> sides;

    ConfigurationDiff(List<ComparedSide> sides) {
        this.sides = List.copyOf(sides);
    }

    /** Only what differs. */
    List<Block> differences() {
        List<List<Cell>> rows =
                rows().stream().filter(ConfigurationDiff::differs).toList();
        return rows.isEmpty()
                ? List.of(Block.muted("The configurations do not differ in anything that is declared or reported."))
                : List.of(table("differs", rows));
    }

    /** All of it, what differs first. */
    List<Block> all() {
        List<List<Cell>> same = rows().stream().filter(row -> !differs(row)).toList();
        List<Block> blocks = new ArrayList<>(differences());
        if (!same.isEmpty()) {
            blocks.add(Block.plain("The same on all sides:"));
            blocks.add(table("same", same));
        }
        return blocks;
    }

    /** Declared flags that are not the same on all sides, by side. */
    Map<String, List<String>> differingFlags() {
        Map<String, List<String>> flags = new LinkedHashMap<>();
        keys(run -> run.row().origin().phaseConfig()).forEach(flag -> {
            List<String> values = sides.stream()
                    .map(side -> value(side, run -> flag(run, flag)))
                    .toList();
            if (values.stream().distinct().count() > 1) {
                flags.put(flag, values);
            }
        });
        return flags;
    }

    private List<List<Cell>> rows() {
        List<List<Cell>> rows = new ArrayList<>();
        keys(run -> run.row().origin().phaseConfig())
                .forEach(flag -> rows.add(row("flag " + flag, run -> flag(run, flag))));
        keys(run -> run.row().origin().labels()).stream()
                .filter(label -> !PLACE_IN_TIME.contains(label))
                .forEach(label -> rows.add(
                        row("label " + label, run -> run.row().origin().labels().getOrDefault(label, "(not set)"))));
        rows.add(row("server version", ComparedRun::serverVersion));
        rows.add(row("model", ComparedRun::model));
        rows.add(row("KV capacity", run -> KvCacheCapacity.of(run.serverInfo())));
        keys(ComparedRun::serverInfo).stream()
                .filter(ConfigurationDiff::isConfiguration)
                .forEach(label -> rows.add(
                        row("server says " + label, run -> run.serverInfo().getOrDefault(label, ""))));
        rows.add(row("SLO", run -> run.slo().stream().map(SloRow::name).collect(Collectors.joining("; "))));
        rows.add(row(
                "workload", run -> Comparability.shortened(run.row().origin().workloadHash())));
        rows.add(row("plan", run -> Comparability.shortened(run.row().origin().planHash())));
        rows.add(row("seed", run -> Long.toString(run.row().origin().seed())));
        rows.add(row("measured by", ConfigurationDiff::tool));
        return rows;
    }

    /** Leaves out the number of blocks, which the KV capacity shows, and the engine's number, which is no configuration. */
    private static boolean isConfiguration(String label) {
        return label.startsWith("vllm:cache_config_info.")
                && !label.endsWith(".num_gpu_blocks")
                && !label.endsWith(".engine");
    }

    private static String tool(ComparedRun run) {
        return run.row()
                .imported()
                .map(from -> (from.tool() + " " + from.toolVersion()).strip() + ", imported")
                .orElseGet(() -> "tidemark " + run.row().origin().toolVersion());
    }

    private static String flag(ComparedRun run, String flag) {
        return run.row().origin().phaseConfig().getOrDefault(flag, "(not set)");
    }

    private Set<String> keys(Function<ComparedRun, Map<String, String>> map) {
        return sides.stream()
                .flatMap(side -> side.runs().stream())
                .flatMap(run -> map.apply(run).keySet().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private List<Cell> row(String name, Function<ComparedRun, String> value) {
        return Stream.concat(Stream.of(Cell.of(name)), sides.stream().map(side -> Cell.of(value(side, value))))
                .toList();
    }

    private static String value(ComparedSide side, Function<ComparedRun, String> value) {
        return side.runs().stream()
                .map(value)
                .filter(text -> !text.isBlank())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static boolean differs(List<Cell> row) {
        return row.subList(1, row.size()).stream().map(Cell::text).distinct().count() > 1;
    }

    private Block.Table table(String first, List<List<Cell>> rows) {
        List<Column> columns = new ArrayList<>(List.of(Column.left(first)));
        sides.forEach(side -> columns.add(Column.left(side.name())));
        List<List<Cell>> shownRows = rows.stream()
                .map(row -> row.stream()
                        .map(cell -> cell.text().isEmpty() ? new Cell("not reported", Tone.MUTED) : cell)
                        .toList())
                .filter(row -> row.subList(1, row.size()).stream().anyMatch(cell -> cell.tone() != Tone.MUTED))
                .toList();
        return new Block.Table(columns, shownRows);
    }
}
