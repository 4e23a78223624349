package io.tidemark.servers.flags;

import io.tidemark.producer.plan.server.ServerPlan;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The flags of one start: those of a server with those of a phase over them.
 *
 * @param values by the flag, in order; {@code default} for one that is left out
 */
public record FlagSet(Map<FlagName, String> values) {
    public FlagSet {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** @param base of the server; those of the phase win */
    public static FlagSet of(Map<String, String> base, Map<String, String> phase) {
        Map<FlagName, String> values = new LinkedHashMap<>();
        base.forEach((name, value) -> values.put(new FlagName(name), value));
        phase.forEach((name, value) -> values.put(new FlagName(name), value));
        return new FlagSet(values);
    }

    /** Those that are set, by their names. */
    public Map<String, String> set() {
        Map<String, String> set = new LinkedHashMap<>();
        values.forEach((flag, value) -> {
            if (!isDefault(value)) {
                set.put(flag.text(), value);
            }
        });
        return set;
    }

    /** Those that are put on the command line. */
    public Set<FlagName> given() {
        return values.entrySet().stream()
                .filter(flag -> !isDefault(flag.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Names of those that are left out. */
    public List<String> omitted() {
        return values.entrySet().stream()
                .filter(flag -> isDefault(flag.getValue()))
                .map(flag -> flag.getKey().text())
                .toList();
    }

    static boolean isDefault(String value) {
        return value.equals(ServerPlan.DEFAULT_VALUE);
    }
}
