package io.tidemark.app.gate;

import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.analysis.compare.Family;
import io.tidemark.analysis.compare.GatePolicy;
import io.tidemark.analysis.compare.Margins;
import io.tidemark.analysis.compare.Selection;
import io.tidemark.producer.plan.PlanKeys;
import io.tidemark.producer.plan.Section;
import io.tidemark.producer.plan.StrictFile;
import io.tidemark.producer.plan.ValueType;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Reads a gate's policy; what it leaves out is as in {@link GatePolicy#DEFAULT}. */
public final class PolicyFile {
    private static final Selection SELECTION = Selection.DEFAULT;
    private static final Margins MARGINS = Margins.DEFAULT;
    private static final Margins BLOCKS = Margins.BLOCKS;
    private static final ComparisonPolicy COMPARISON = ComparisonPolicy.DEFAULT;

    private PolicyFile() {}

    /** @throws io.tidemark.producer.plan.InvalidPlanException listing every problem with its line */
    public static GatePolicy read(Path file) {
        return StrictFile.read(file, PolicyFile::policy);
    }

    /** The same of a text, noting the keys that are asked for. */
    public static GatePolicy parse(String text, String name, PlanKeys keys) {
        return StrictFile.parse(text, name, keys, PolicyFile::policy);
    }

    private static GatePolicy policy(Section root) {
        int minimumRuns = root.optional("minimum_runs", PolicyValues.RUNS).orElse(COMPARISON.minimumRuns());
        ComparisonPolicy comparison = new ComparisonPolicy(
                root.section("figures").map(PolicyFile::selection).orElse(SELECTION),
                root.section("margins").map(given -> changes(given, MARGINS)).orElse(MARGINS),
                root.section("blocks").map(given -> changes(given, BLOCKS)).orElse(BLOCKS),
                root.optional("confidence", PolicyValues.CONFIDENCE).orElse(COMPARISON.confidence()),
                root.optional("false_discovery_rate", PolicyValues.FALSE_DISCOVERIES)
                        .orElse(COMPARISON.falseDiscoveryRate()),
                minimumRuns,
                COMPARISON.spreads());
        return new GatePolicy(
                comparison,
                root.optional("on_inconclusive", PolicyValues.OUTCOME).orElse(GatePolicy.DEFAULT.onInconclusive()),
                root.optional("on_screening", PolicyValues.OUTCOME).orElse(GatePolicy.DEFAULT.onScreening()),
                root.optional("on_missing", PolicyValues.OUTCOME).orElse(GatePolicy.DEFAULT.onMissing()),
                root.optional("on_trade", PolicyValues.OUTCOME).orElse(GatePolicy.DEFAULT.onTrade()),
                root.optional("on_order_doubt", PolicyValues.ORDER_DOUBT).orElse(GatePolicy.DEFAULT.onOrderDoubt()));
    }

    private static Selection selection(Section figures) {
        Selection selection = new Selection(
                set(figures, "families", PolicyValues.FAMILY).orElse(Set.copyOf(Arrays.asList(Family.values()))),
                set(figures, "latencies", PolicyValues.LATENCY).orElse(SELECTION.latencies()),
                set(figures, "quantiles", PolicyValues.QUANTILE).orElse(SELECTION.quantiles()),
                figures.optional("means", PolicyValues.SWITCH).orElse(SELECTION.means()),
                set(figures, "loads", PolicyValues.LOAD).orElse(SELECTION.loads()),
                set(figures, "classes", PolicyValues.CLASS).orElse(SELECTION.requestClasses()),
                figures.optional("latency_from", PolicyValues.FROM).orElse(SELECTION.from()),
                figures.optional("latency_loads", PolicyValues.LATENCY_LOADS).orElse(SELECTION.latencyLoads()));
        figures.refuseOthers();
        return selection;
    }

    private static <T> Optional<Set<T>> set(Section section, String key, ValueType<T> type) {
        if (!section.has(key)) {
            return Optional.empty();
        }
        List<T> values = section.list(key, type);
        return Optional.of(new HashSet<>(values));
    }

    private static Margins changes(Section given, Margins usual) {
        Margins changes = new Margins(
                given.optional("held_load", PolicyValues.WHOLE_SHARE).orElse(usual.heldLoad()),
                given.section("latency")
                        .map(latency -> latencies(latency, usual))
                        .orElse(usual.latency()),
                given.optional("latency_mean", PolicyValues.SHARE).orElse(usual.latencyMean()),
                given.optional("throughput", PolicyValues.SHARE).orElse(usual.throughput()),
                given.optional("goodput", PolicyValues.SHARE).orElse(usual.goodput()),
                given.optional("errors", PolicyValues.SHARE).orElse(usual.errorShare()),
                given.optional("quality", PolicyValues.SHARE).orElse(usual.quality()));
        given.refuseOthers();
        return changes;
    }

    /** By quantile; they replace those of the default altogether. */
    private static NavigableMap<Double, Double> latencies(Section given, Margins usual) {
        NavigableMap<Double, Double> margins = new TreeMap<>();
        for (String key : given.keys()) {
            Optional<Double> quantile = PolicyValues.quantile(key);
            if (quantile.isEmpty()) {
                continue; // Not asked for, so that it is refused with the others.
            }
            given.optional(key, PolicyValues.SHARE).ifPresent(margin -> margins.put(quantile.get(), margin));
        }
        given.refuseOthers();
        return margins.isEmpty() ? usual.latency() : margins;
    }
}
