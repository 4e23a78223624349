package io.tidemark.bench.tune;

import io.tidemark.analysis.tune.Candidate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The grid of a space: every combination of its flags' values, the default first.
 *
 * @param values that each flag is tried with, beside being left out
 * @param method of speculative decoding that is tried; empty for none
 * @param drafts numbers of drafts that it is tried with; they have no meaning without a method
 */
record SpaceFlags(Map<String, List<String>> values, String method, List<String> drafts) {
    static final String METHOD = "speculative-config.method";
    static final String DRAFTS = "speculative-config.num_speculative_tokens";

    SpaceFlags {
        values = Map.copyOf(values);
        drafts = List.copyOf(drafts);
    }

    /** Without speculative decoding. */
    SpaceFlags(Map<String, List<String>> values) {
        this(values, "", List.of());
    }

    List<Candidate> candidates() {
        List<Map<String, String>> all = new ArrayList<>(List.of(Map.of()));
        for (Map.Entry<String, List<String>> flag : new TreeMap<>(values).entrySet()) {
            all = all.stream()
                    .flatMap(one -> Stream.concat(Stream.of(Candidate.LEFT_OUT), flag.getValue().stream())
                            .map(value -> with(one, flag.getKey(), value)))
                    .toList();
        }
        if (!method.isEmpty()) {
            all = all.stream().flatMap(one -> speculative(one).stream()).toList();
        }
        List<Candidate> candidates = new ArrayList<>();
        all.forEach(flags -> candidates.add(new Candidate("c" + (candidates.size() + 1), flags)));
        return candidates;
    }

    private List<Map<String, String>> speculative(Map<String, String> flags) {
        List<Map<String, String>> all = new ArrayList<>();
        all.add(with(flags, METHOD, Candidate.LEFT_OUT));
        drafts.forEach(number -> all.add(with(with(flags, METHOD, method), DRAFTS, number)));
        return all;
    }

    private static Map<String, String> with(Map<String, String> flags, String flag, String value) {
        Map<String, String> more = new TreeMap<>(flags);
        more.put(flag, value);
        return more;
    }
}
