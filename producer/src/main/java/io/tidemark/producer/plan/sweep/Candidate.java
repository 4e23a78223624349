package io.tidemark.producer.plan.sweep;

import io.tidemark.producer.plan.server.ServerFlag;
import io.tidemark.producer.plan.server.ServerPlan;
import io.tidemark.producer.yaml.SourceLocation;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A combination of flags before it is a phase.
 *
 * @param origin where it was written
 * @param path its place there, for messages
 * @param name given to it; empty: one is made from its flags
 * @param given its flags by canonical name, with {@link ServerPlan#DEFAULT_VALUE} for those that it is to leave out
 * @param writtenOut whether the plan has it one by one, so that a constraint that it breaks is a mistake and no filter
 */
record Candidate(
        SourceLocation origin, String path, Optional<String> name, Map<String, String> given, boolean writtenOut) {
    Candidate {
        given = Collections.unmodifiableMap(new TreeMap<>(given));
    }

    /** The flags that it sets. */
    Map<String, String> flags() {
        Map<String, String> flags = new TreeMap<>(given);
        flags.values().removeIf(ServerPlan.DEFAULT_VALUE::equals);
        return flags;
    }

    /** What is the same for all spellings of the same combination. */
    Map<String, String> key() {
        Map<String, String> key = flags();
        key.replaceAll((flag, value) -> ServerFlag.canonicalValue(value));
        return key;
    }

    /** The same with flags that were derived. */
    Candidate withFlags(Map<String, String> more) {
        Map<String, String> all = new TreeMap<>(given);
        all.putAll(more);
        return new Candidate(origin, path, name, all, writtenOut);
    }

    /** Whether it leaves out every flag. */
    boolean isDefault() {
        return flags().isEmpty();
    }

    /** "max-num-seqs 128, enable-prefix-caching true". */
    String format() {
        return format(flags());
    }

    static String format(Map<String, String> flags) {
        return flags.isEmpty()
                ? "all defaults"
                : String.join(
                        ", ",
                        flags.entrySet().stream()
                                .map(flag -> flag.getKey() + " " + flag.getValue())
                                .toList());
    }
}
