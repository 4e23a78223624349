package io.tidemark.reports.compare.document;

import io.tidemark.reports.compare.Comparability;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.PhaseOrder;
import io.tidemark.reports.compare.TuneLabels;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.run.MeasuredRun;
import io.tidemark.reports.run.ServerInfo;
import io.tidemark.sinks.store.read.run.SloRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

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
        List<Fact> facts = facts().stream().filter(Fact::differs).toList();
        return facts.isEmpty()
                ? List.of(Block.muted("The configurations do not differ in anything that is declared or reported."))
                : List.of(table("differs", facts));
    }

    /** All of it, what differs first. */
    List<Block> all() {
        List<Fact> same = facts().stream().filter(fact -> !fact.differs()).toList();
        List<Block> blocks = new ArrayList<>(differences());
        if (!same.isEmpty()) {
            blocks.add(Block.plain("The same on all sides:"));
            blocks.add(table("same", same));
        }
        return blocks;
    }

    /** Declared flags that are not the same on all sides. */
    List<String> differingFlags() {
        return keys(run -> run.row().origin().phaseConfig()).stream()
                .filter(flag ->
                        sides.stream().map(side -> flag(side, flag)).distinct().count() > 1)
                .toList();
    }

    /** What a side declares a flag to be. */
    static String flag(ComparedSide side, String flag) {
        return value(side, run -> run.declared(flag));
    }

    /** What is declared or reported of each side; empty where it is not. */
    private record Fact(String name, List<String> values) {
        boolean differs() {
            return values.stream().distinct().count() > 1;
        }
    }

    private List<Fact> facts() {
        List<Fact> facts = new ArrayList<>();
        keys(run -> run.row().origin().phaseConfig())
                .forEach(flag -> facts.add(fact("flag " + flag, run -> run.declared(flag))));
        keys(run -> run.row().origin().labels()).stream()
                .filter(label -> !PLACE_IN_TIME.contains(label))
                .forEach(label -> facts.add(fact(
                        "label " + label, run -> run.row().origin().labels().getOrDefault(label, "(not set)"))));
        facts.add(fact("server version", MeasuredRun::serverVersion));
        facts.add(fact("model", MeasuredRun::model));
        facts.add(fact("KV capacity", run -> run.serverInfo().kvCapacity()));
        keys(run -> run.serverInfo().labels()).stream()
                .filter(ConfigurationDiff::isConfiguration)
                .forEach(label -> facts.add(fact(
                        "server says " + label, run -> run.serverInfo().labels().getOrDefault(label, ""))));
        facts.add(fact("SLO", run -> run.slo().stream().map(SloRow::name).collect(Collectors.joining("; "))));
        facts.add(fact(
                "workload", run -> Comparability.shortened(run.row().origin().workloadHash())));
        facts.add(fact("plan", run -> Comparability.shortened(run.row().origin().planHash())));
        facts.add(fact("seed", run -> Long.toString(run.row().origin().seed())));
        facts.add(fact("measured by", ConfigurationDiff::tool));
        return facts;
    }

    /** Leaves out the number of blocks, which the KV capacity shows, and the engine's number, which is no configuration. */
    private static boolean isConfiguration(String label) {
        return label.startsWith(ServerInfo.CACHE_CONFIG)
                && !label.endsWith(".num_gpu_blocks")
                && !label.endsWith(".engine");
    }

    private static String tool(MeasuredRun run) {
        return run.row()
                .imported()
                .map(from -> from.toolAndVersion() + ", imported")
                .orElseGet(() -> "tidemark " + run.row().origin().toolVersion());
    }

    private Set<String> keys(Function<MeasuredRun, Map<String, String>> map) {
        return sides.stream()
                .flatMap(side -> side.runs().stream())
                .flatMap(run -> map.apply(run).keySet().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Fact fact(String name, Function<MeasuredRun, String> value) {
        return new Fact(name, sides.stream().map(side -> value(side, value)).toList());
    }

    private static String value(ComparedSide side, Function<MeasuredRun, String> value) {
        return side.runs().stream()
                .map(value)
                .filter(text -> !text.isBlank())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private Block.Table table(String first, List<Fact> facts) {
        Columns<Fact> columns = new Columns<Fact>().left(first, Fact::name);
        for (int i = 0; i < sides.size(); i++) {
            int side = i;
            columns.leftCell(sides.get(i).name(), fact -> cell(fact.values().get(side)));
        }
        return columns.table(facts.stream()
                .filter(fact -> fact.values().stream().anyMatch(value -> !value.isEmpty()))
                .toList());
    }

    private static Cell cell(String value) {
        return value.isEmpty() ? new Cell("not reported", Tone.MUTED) : Cell.of(value);
    }
}
