package io.tidemark.reports.tune;

import io.tidemark.reports.tune.TuneComparison.Ratio;
import io.tidemark.sinks.store.read.tune.TuneRow;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A tune with all that its starts gave.
 *
 * @param configurations the default first, then in the order in which they were first started
 * @param flags that differ between them
 * @param comparison each configuration against {@link #base}
 */
public record TuneReport(
        TuneRow tune, List<Configuration> configurations, SweptFlags flags, TuneComparison comparison, Instant madeAt) {
    public TuneReport {
        configurations = List.copyOf(configurations);
    }

    /** By the journal and the runs of its starts. */
    static TuneReport of(TuneRow tune, List<Configuration> configurations, Instant madeAt) {
        GoalValue goal = GoalValue.of(tune, configurations);
        return new TuneReport(
                tune,
                configurations,
                SweptFlags.of(configurations),
                TuneComparison.of(goal, base(configurations), configurations),
                madeAt);
    }

    /**
     * A report for each load that configurations were measured under, each against the default under the same load: what holds under one load is no
     * gain over what holds under another. This report alone where there is one load.
     */
    public List<TuneReport> byLoad() {
        Map<String, List<Configuration>> byLoad = configurations.stream()
                .collect(Collectors.groupingBy(Configuration::load, LinkedHashMap::new, Collectors.toList()));
        if (byLoad.size() < 2) {
            return List.of(this);
        }
        Map<String, String> standard = configurations.stream()
                .filter(Configuration::isDefault)
                .findFirst()
                .map(Configuration::flags)
                .orElse(Map.of());
        return byLoad.values().stream()
                .map(under -> of(
                        tune,
                        under.stream()
                                .map(one -> one.withDefault(one.flags().equals(standard)))
                                .sorted(Comparator.comparing((Configuration one) -> !one.isDefault()))
                                .toList(),
                        madeAt))
                .toList();
    }

    /** The load of its configurations, of a report for one load. */
    public String load() {
        return configurations.stream().map(Configuration::load).findFirst().orElse("");
    }

    /** The same by what the held-out workload gave, of the starts that measured it; empty where none did. */
    public Optional<TuneReport> onHeldOut() {
        List<Configuration> measured = configurations.stream()
                .map(one -> new Configuration(
                        one.phase(),
                        one.flags(),
                        one.isDefault(),
                        one.starts().stream()
                                .flatMap(start -> start.onHeldOut().stream())
                                .toList()))
                .filter(one -> !one.measured().isEmpty())
                .toList();
        return measured.isEmpty() ? Optional.empty() : Optional.of(of(tune, measured, madeAt));
    }

    /** What others are compared with: the default, or, where it was not measured, the first that was; empty where nothing was measured. */
    public Optional<Configuration> base() {
        return base(configurations);
    }

    private static Optional<Configuration> base(List<Configuration> configurations) {
        return configurations.stream()
                .filter(one -> one.isDefault() && !one.measured().isEmpty())
                .findFirst()
                .or(() -> configurations.stream()
                        .filter(one -> !one.measured().isEmpty())
                        .findFirst());
    }

    /** Whether the default was measured. */
    public boolean hasDefault() {
        return base().filter(Configuration::isDefault).isPresent();
    }

    public Optional<Configuration> configuration(String phase) {
        return configurations.stream().filter(one -> one.phase().equals(phase)).findFirst();
    }

    public boolean isBase(Configuration configuration) {
        return base().filter(configuration::equals).isPresent();
    }

    /** Those with a measured start. */
    public List<Configuration> measured() {
        return configurations.stream().filter(one -> !one.measured().isEmpty()).toList();
    }

    /** All starts, by number. */
    public List<TuneStart> starts() {
        return configurations.stream()
                .flatMap(one -> one.starts().stream())
                .sorted((one, other) ->
                        Integer.compare(one.trial().number(), other.trial().number()))
                .toList();
    }

    public GoalValue goal() {
        return comparison.goal();
    }

    /** The goal's value of one start. */
    public OptionalDouble value(TuneStart start) {
        return start.isMeasured() ? goal().value(start) : OptionalDouble.empty();
    }

    /** The goal's values of a configuration, one a start, of starts that the comparison counts. */
    public double[] values(Configuration configuration) {
        return counted(configuration)
                .map(goal()::value)
                .flatMapToDouble(OptionalDouble::stream)
                .toArray();
    }

    /** Mean of the goal's values of a configuration. */
    public OptionalDouble mean(Configuration configuration) {
        return Arrays.stream(values(configuration)).average();
    }

    /** A configuration's value over that of the baseline, as tables print it; empty where that is not known. */
    public String ratioText(Configuration configuration) {
        return isBase(configuration)
                ? "baseline"
                : comparison.ratio(configuration).map(Ratio::format).orElse("");
    }

    /** The final stage's starts where the configuration took part in it, else all. */
    private Stream<TuneStart> counted(Configuration configuration) {
        boolean isFinalist = configuration.measured().stream().anyMatch(TuneStart::isFinal);
        return configuration.measured().stream()
                .filter(start -> !comparison.isFinalOnly() || !isFinalist || start.isFinal());
    }
}
