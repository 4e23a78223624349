package io.tidemark.app.cli.results;

import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.analysis.compare.Margins;
import io.tidemark.analysis.compare.MeasureSelection;
import io.tidemark.analysis.gate.GatePolicy;
import io.tidemark.analysis.measure.MeasureFamily;
import io.tidemark.producer.yaml.KnownKeys;
import io.tidemark.producer.yaml.StrictYamlFile;
import io.tidemark.producer.yaml.ValueType;
import io.tidemark.producer.yaml.YamlSection;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Reads a gate's policy; what it leaves out is as in {@link GatePolicy#DEFAULT}. */
public final class GatePolicyReader {
    private static final MeasureSelection SELECTION = MeasureSelection.DEFAULT;
    private static final Margins MARGINS = Margins.DEFAULT;
    private static final Margins BLOCKS = Margins.BLOCKS;
    private static final ComparisonPolicy COMPARISON = ComparisonPolicy.DEFAULT;

    private GatePolicyReader() {}

    /** @throws io.tidemark.producer.yaml.InvalidYamlException listing every problem with its line */
    public static GatePolicy read(Path file) {
        return StrictYamlFile.read(file, GatePolicyReader::policy);
    }

    /** The same of a text, noting the keys that are asked for. */
    public static GatePolicy parse(String text, String name, KnownKeys keys) {
        return StrictYamlFile.parse(text, name, keys, GatePolicyReader::policy);
    }

    private static GatePolicy policy(YamlSection root) {
        int minimumRuns =
                root.optional("minimum_runs", GatePolicyValueTypes.RUNS).orElse(COMPARISON.minimumRuns());
        ComparisonPolicy comparison = new ComparisonPolicy(
                root.section("figures").map(GatePolicyReader::selection).orElse(SELECTION),
                root.section("margins").map(given -> changes(given, MARGINS)).orElse(MARGINS),
                root.section("blocks").map(given -> changes(given, BLOCKS)).orElse(BLOCKS),
                root.optional("confidence", GatePolicyValueTypes.CONFIDENCE).orElse(COMPARISON.confidence()),
                root.optional("false_discovery_rate", GatePolicyValueTypes.FALSE_DISCOVERIES)
                        .orElse(COMPARISON.falseDiscoveryRate()),
                minimumRuns,
                COMPARISON.spreads());
        return new GatePolicy(
                comparison,
                root.optional("on_inconclusive", GatePolicyValueTypes.OUTCOME)
                        .orElse(GatePolicy.DEFAULT.onInconclusive()),
                root.optional("on_screening", GatePolicyValueTypes.OUTCOME).orElse(GatePolicy.DEFAULT.onScreening()),
                root.optional("on_missing", GatePolicyValueTypes.OUTCOME).orElse(GatePolicy.DEFAULT.onMissing()),
                root.optional("on_trade", GatePolicyValueTypes.OUTCOME).orElse(GatePolicy.DEFAULT.onTrade()),
                root.optional("on_order_doubt", GatePolicyValueTypes.ORDER_DOUBT)
                        .orElse(GatePolicy.DEFAULT.onOrderDoubt()));
    }

    private static MeasureSelection selection(YamlSection figures) {
        MeasureSelection selection = new MeasureSelection(
                set(figures, "families", GatePolicyValueTypes.FAMILY)
                        .orElse(Set.copyOf(Arrays.asList(MeasureFamily.values()))),
                set(figures, "latencies", GatePolicyValueTypes.LATENCY).orElse(SELECTION.latencies()),
                set(figures, "quantiles", GatePolicyValueTypes.QUANTILE).orElse(SELECTION.quantiles()),
                figures.optional("means", GatePolicyValueTypes.SWITCH).orElse(SELECTION.means()),
                set(figures, "loads", GatePolicyValueTypes.LOAD).orElse(SELECTION.loads()),
                set(figures, "classes", GatePolicyValueTypes.CLASS).orElse(SELECTION.requestClasses()),
                figures.optional("latency_from", GatePolicyValueTypes.FROM).orElse(SELECTION.from()),
                figures.optional("latency_loads", GatePolicyValueTypes.LATENCY_LOADS)
                        .orElse(SELECTION.latencyLoads()));
        figures.refuseUnknownKeys();
        return selection;
    }

    private static <T> Optional<Set<T>> set(YamlSection section, String key, ValueType<T> type) {
        if (!section.has(key)) {
            return Optional.empty();
        }
        List<T> values = section.list(key, type);
        return Optional.of(new HashSet<>(values));
    }

    private static Margins changes(YamlSection given, Margins usual) {
        Margins changes = new Margins(
                given.optional("held_load", GatePolicyValueTypes.WHOLE_SHARE).orElse(usual.heldLoad()),
                given.section("latency")
                        .map(latency -> latencies(latency, usual))
                        .orElse(usual.latency()),
                given.optional("latency_mean", GatePolicyValueTypes.SHARE).orElse(usual.latencyMean()),
                given.optional("throughput", GatePolicyValueTypes.SHARE).orElse(usual.throughput()),
                given.optional("goodput", GatePolicyValueTypes.SHARE).orElse(usual.goodput()),
                given.optional("errors", GatePolicyValueTypes.SHARE).orElse(usual.errorShare()),
                given.optional("quality", GatePolicyValueTypes.SHARE).orElse(usual.quality()));
        given.refuseUnknownKeys();
        return changes;
    }

    /** By quantile; they replace those of the default altogether. */
    private static NavigableMap<Double, Double> latencies(YamlSection given, Margins usual) {
        NavigableMap<Double, Double> margins = new TreeMap<>();
        for (String key : given.keys()) {
            Optional<Double> quantile = GatePolicyValueTypes.quantile(key);
            if (quantile.isEmpty()) {
                continue; // Not asked for, so that it is refused with the others.
            }
            given.optional(key, GatePolicyValueTypes.SHARE).ifPresent(margin -> margins.put(quantile.get(), margin));
        }
        given.refuseUnknownKeys();
        return margins.isEmpty() ? usual.latency() : margins;
    }
}
