package io.tidemark.producer.plan.sweep;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** What somebody may have meant by a name that is not known. */
final class Suggestion {
    private static final int MAX_SHOWN = 20;

    private Suggestion() {}

    /** "; did you mean max_num_seqs?", or "; known are a, b" where nothing is near. */
    static String of(String name, Collection<String> known) {
        LevenshteinDistance distance = LevenshteinDistance.getDefaultInstance();
        String wanted = name.toLowerCase(Locale.ROOT);
        return known.stream()
                .filter(word -> distance.apply(wanted, word.toLowerCase(Locale.ROOT)) <= Math.max(1, name.length() / 3))
                .min(Comparator.comparing((String word) -> distance.apply(wanted, word.toLowerCase(Locale.ROOT)))
                        .thenComparing(Comparator.naturalOrder()))
                .map(word -> "; did you mean " + word + "?")
                .orElseGet(() -> known.isEmpty()
                        ? ""
                        : "; known are "
                                + String.join(
                                        ", ",
                                        known.stream().sorted().limit(MAX_SHOWN).toList()));
    }
}
