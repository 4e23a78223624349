package io.tidemark.app.cli.results;

import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.analysis.compare.Margins;
import io.tidemark.analysis.compare.MeasureSelection;
import io.tidemark.analysis.gate.GateOutcome;
import io.tidemark.analysis.gate.GatePolicy;
import io.tidemark.analysis.measure.MeasureFamily;
import io.tidemark.producer.yaml.KnownKeys;
import io.tidemark.producer.yaml.StrictYamlFile;
import io.tidemark.producer.yaml.ValueType;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import io.tidemark.schemas.Metric;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.DoublePredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads a gate's policy; what it leaves out is as in {@link GatePolicy#DEFAULT}. */
public final class GatePolicyReader {
    private static final MeasureSelection SELECTION = MeasureSelection.DEFAULT;
    private static final Margins MARGINS = Margins.DEFAULT;
    private static final Margins BLOCKS = Margins.BLOCKS;
    private static final ComparisonPolicy COMPARISON = ComparisonPolicy.DEFAULT;

    private static final ValueType<Double> SHARE =
            share("must be a share in (0, 1), such as 5% or 0.05,", share -> share > 0 && share < 1);
    private static final ValueType<Double> WHOLE_SHARE =
            share("must be a share in (0, 1], such as 5% or 100%,", share -> share > 0 && share <= 1);
    private static final ValueType<Double> CONFIDENCE =
            share("must be in (50%, 100%), such as 95%,", share -> share > 0.5 && share < 1);
    private static final ValueType<Double> FALSE_DISCOVERIES =
            share("must be in (0, 50%), such as 6%,", share -> share > 0 && share < 0.5);
    private static final ValueType<Double> QUANTILE = text ->
            quantile(text).orElseThrow(() -> new InvalidValueException("must be a quantile such as p50, p95 or p99.9"));
    private static final ValueType<Double> LOAD =
            text -> number(text, "must be a load >= 0, requests per second or concurrent,", load -> load >= 0);
    private static final ValueType<Integer> RUNS = text -> (int) number(
            text, "must be a whole number of runs >= 3", runs -> runs >= 3 && runs == Math.rint(runs) && runs < 10_000);
    private static final ValueType<String> CLASS = text -> {
        if (text.isBlank()) {
            throw new InvalidValueException("must be a class of requests, or all,");
        }
        return text;
    };
    private static final ValueType<String> LATENCY = text -> Arrays.stream(Metric.values())
            .map(Metric::id)
            .filter(text::equals)
            .findFirst()
            .orElseThrow(() -> new InvalidValueException("must be one of "
                    + Arrays.stream(Metric.values()).map(Metric::id).collect(Collectors.joining(", "))));
    private static final ValueType<MeasureFamily> FAMILY = oneOf(MeasureFamily.class);
    private static final ValueType<GateOutcome> OUTCOME = oneOf(GateOutcome.class);
    private static final ValueType<GatePolicy.OnOrderDoubt> ORDER_DOUBT = oneOf(GatePolicy.OnOrderDoubt.class);
    private static final ValueType<MeasureSelection.From> FROM = oneOf(MeasureSelection.From.class);
    private static final ValueType<MeasureSelection.LatencyLoads> LATENCY_LOADS =
            oneOf(MeasureSelection.LatencyLoads.class);

    private static final Pattern PERCENT = Pattern.compile("(\\d+(?:\\.\\d+)?) ?%");
    private static final Pattern QUANTILE_RULE = Pattern.compile("p(\\d{1,2}(?:\\.\\d{1,3})?)");

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
        int minimumRuns = root.optional("minimum_runs", RUNS).orElse(COMPARISON.minimumRuns());
        ComparisonPolicy comparison = new ComparisonPolicy(
                root.section("figures").map(GatePolicyReader::selection).orElse(SELECTION),
                root.section("margins").map(given -> changes(given, MARGINS)).orElse(MARGINS),
                root.section("blocks").map(given -> changes(given, BLOCKS)).orElse(BLOCKS),
                root.optional("confidence", CONFIDENCE).orElse(COMPARISON.confidence()),
                root.optional("false_discovery_rate", FALSE_DISCOVERIES).orElse(COMPARISON.falseDiscoveryRate()),
                minimumRuns,
                COMPARISON.spreads());
        return new GatePolicy(
                comparison,
                root.optional("on_inconclusive", OUTCOME).orElse(GatePolicy.DEFAULT.onInconclusive()),
                root.optional("on_screening", OUTCOME).orElse(GatePolicy.DEFAULT.onScreening()),
                root.optional("on_missing", OUTCOME).orElse(GatePolicy.DEFAULT.onMissing()),
                root.optional("on_trade", OUTCOME).orElse(GatePolicy.DEFAULT.onTrade()),
                root.optional("on_order_doubt", ORDER_DOUBT).orElse(GatePolicy.DEFAULT.onOrderDoubt()));
    }

    private static MeasureSelection selection(YamlSection figures) {
        MeasureSelection selection = new MeasureSelection(
                set(figures, "families", FAMILY).orElse(Set.copyOf(Arrays.asList(MeasureFamily.values()))),
                set(figures, "latencies", LATENCY).orElse(SELECTION.latencies()),
                set(figures, "quantiles", QUANTILE).orElse(SELECTION.quantiles()),
                figures.optional("means", ValueTypes.SWITCH).orElse(SELECTION.means()),
                set(figures, "loads", LOAD).orElse(SELECTION.loads()),
                set(figures, "classes", CLASS).orElse(SELECTION.requestClasses()),
                figures.optional("latency_from", FROM).orElse(SELECTION.from()),
                figures.optional("latency_loads", LATENCY_LOADS).orElse(SELECTION.latencyLoads()));
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
                given.optional("held_load", WHOLE_SHARE).orElse(usual.heldLoad()),
                given.section("latency")
                        .map(latency -> latencies(latency, usual))
                        .orElse(usual.latency()),
                given.optional("latency_mean", SHARE).orElse(usual.latencyMean()),
                given.optional("throughput", SHARE).orElse(usual.throughput()),
                given.optional("goodput", SHARE).orElse(usual.goodput()),
                given.optional("errors", SHARE).orElse(usual.errorShare()),
                given.optional("quality", SHARE).orElse(usual.quality()));
        given.refuseUnknownKeys();
        return changes;
    }

    /** By quantile; they replace those of the default altogether. */
    private static NavigableMap<Double, Double> latencies(YamlSection given, Margins usual) {
        NavigableMap<Double, Double> margins = new TreeMap<>();
        for (String key : given.keys()) {
            Optional<Double> quantile = quantile(key);
            if (quantile.isEmpty()) {
                continue; // Not asked for, so that it is refused with the others.
            }
            given.optional(key, SHARE).ifPresent(margin -> margins.put(quantile.get(), margin));
        }
        given.refuseUnknownKeys();
        return margins.isEmpty() ? usual.latency() : margins;
    }

    /** 0.99 of p99; empty for what is none. */
    private static Optional<Double> quantile(String text) {
        Matcher matcher = QUANTILE_RULE.matcher(text);
        if (!matcher.matches() || Double.parseDouble(matcher.group(1)) == 0) {
            return Optional.empty();
        }
        return Optional.of(new BigDecimal(matcher.group(1)).movePointLeft(2).doubleValue());
    }

    private static ValueType<Double> share(String rule, DoublePredicate holds) {
        return text -> {
            Matcher percent = PERCENT.matcher(text);
            double share =
                    percent.matches() ? Double.parseDouble(percent.group(1)) / 100.0 : number(text, rule, x -> true);
            if (!holds.test(share)) {
                throw new InvalidValueException(rule);
            }
            return share;
        };
    }

    private static double number(String text, String rule, DoublePredicate holds) {
        try {
            double value = Double.parseDouble(text);
            if (Double.isFinite(value) && holds.test(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new InvalidValueException(rule);
        }
        throw new InvalidValueException(rule);
    }

    private static <E extends Enum<E>> ValueType<E> oneOf(Class<E> type) {
        return text -> Arrays.stream(type.getEnumConstants())
                .filter(constant -> constant.name().toLowerCase(Locale.ROOT).equals(text))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException("must be one of "
                        + Arrays.stream(type.getEnumConstants())
                                .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(", "))));
    }
}
