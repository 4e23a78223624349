package io.tidemark.reports.tune;

import io.tidemark.analysis.sweep.MeasuredPhase;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The flags that are not the same in all configurations of a tune.
 *
 * @param names in alphabetical order
 */
public record SweptFlags(List<String> names) {
    public SweptFlags {
        names = List.copyOf(names);
    }

    static SweptFlags of(List<Configuration> configurations) {
        TreeSet<String> all = configurations.stream()
                .flatMap(one -> one.flags().keySet().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        return new SweptFlags(all.stream()
                .filter(flag -> configurations.stream()
                                .map(one -> value(one, flag))
                                .distinct()
                                .count()
                        > 1)
                .toList());
    }

    /** What a configuration sets a flag to; {@link MeasuredPhase#DEFAULT} if it leaves it out. */
    public static String value(Configuration configuration, String flag) {
        return configuration.flags().getOrDefault(flag, MeasuredPhase.DEFAULT);
    }

    /** Those that a configuration sets, in order of their names. */
    public Map<String, String> setBy(Configuration configuration) {
        Map<String, String> set = new LinkedHashMap<>();
        names.stream()
                .filter(flag -> !value(configuration, flag).equals(MeasuredPhase.DEFAULT))
                .forEach(flag -> set.put(flag, value(configuration, flag)));
        return set;
    }
}
