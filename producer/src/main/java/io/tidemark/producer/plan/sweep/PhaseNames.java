package io.tidemark.producer.plan.sweep;

import io.tidemark.producer.plan.SweepPlan;
import io.tidemark.producer.plan.server.ServerFlag;
import io.tidemark.schemas.Sha256;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Names of combinations: the initials of each flag's words with its value, flags in alphabetical order: {@code max-num-seqs: 128} and
 * {@code kv-cache-dtype: fp8} are {@code kcd.fp8-mns128}. The same flags have the same name whatever else a sweep has, but where two
 * combinations would share a name; then the later one has six digits of the SHA-256 of its flags behind it.
 */
final class PhaseNames {
    private static final int MAX_VALUE = 24;
    private static final int MAX_NAME = 80;
    private static final int HASH_DIGITS = 6;

    private final Set<String> taken = new HashSet<>();

    /** Takes a given name; false if it is already used. */
    boolean take(String name) {
        return taken.add(name);
    }

    /**
     * A name that no other combination has.
     *
     * @param name of the flags
     * @param load name of the load; empty for the plan's
     */
    String unique(String name, String load, Map<String, String> flags, Map<String, String> parameters) {
        String whole = withLoad(name, load);
        String digits = hash(canonical(flags) + "\n" + canonical(parameters));
        String fitting = whole.length() <= MAX_NAME ? whole : whole.substring(0, MAX_NAME) + "-" + digits;
        if (taken.add(fitting)) {
            return fitting;
        }
        String longer = fitting + "-" + digits;
        taken.add(longer);
        return longer;
    }

    /** A name with that of its load. */
    static String withLoad(String name, String load) {
        return load.isEmpty() ? name : name + "_" + load;
    }

    /** The name that flags have by themselves; {@code default} for none. */
    static String of(Map<String, String> flags) {
        return flags.isEmpty() ? SweepPlan.DEFAULT_PHASE : joined(flags);
    }

    /** The name that parameters of a load have by themselves; empty for none. */
    static String ofLoad(Map<String, String> parameters) {
        return joined(parameters);
    }

    private static String joined(Map<String, String> flags) {
        StringBuilder name = new StringBuilder();
        new TreeMap<>(flags)
                .forEach((flag, value) -> name.append(name.isEmpty() ? "" : "-")
                        .append(initials(flag))
                        .append(shortValue(value)));
        return name.toString();
    }

    /** First letters of words, with the dots of dotted names; a word that is a number stays whole. */
    private static String initials(String flag) {
        StringBuilder initials = new StringBuilder();
        for (String word : flag.split("(?=\\.)|[-_]", -1)) {
            String letters = word.startsWith(".") ? word.substring(1) : word;
            initials.append(word.startsWith(".") ? "." : "");
            if (!letters.isEmpty()) {
                initials.append(letters.matches("\\d+") ? letters : letters.substring(0, 1));
            }
        }
        return initials.toString();
    }

    private static String shortValue(String value) {
        if (ServerFlag.isNumber(value)) {
            return ServerFlag.canonicalValue(value);
        }
        String plain = value.replaceAll("[^A-Za-z0-9._-]+", "-").replaceAll("^-+|-+$", "");
        return "." + (plain.length() <= MAX_VALUE && !plain.isEmpty() ? plain : hash(value));
    }

    private static String canonical(Map<String, String> flags) {
        StringBuilder text = new StringBuilder();
        new TreeMap<>(flags)
                .forEach((flag, value) -> text.append(flag)
                        .append('=')
                        .append(ServerFlag.canonicalValue(value))
                        .append('\n'));
        return text.toString();
    }

    private static String hash(String text) {
        return Sha256.hex(text).substring(0, HASH_DIGITS);
    }
}
