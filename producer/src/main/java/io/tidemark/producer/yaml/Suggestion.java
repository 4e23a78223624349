package io.tidemark.producer.yaml;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.commons.text.similarity.DamerauLevenshteinDistance;
import org.apache.commons.text.similarity.JaroWinklerSimilarity;

/** What a user may have meant by an unknown name. Stateless. */
public final class Suggestion {
    private static final double CLOSE = 0.85;
    private static final int MOST = 3;

    /** An exchange of two letters is one edit. */
    private static final DamerauLevenshteinDistance EDITS = new DamerauLevenshteinDistance();

    /** Of a name within another one: shorter ones are within many. */
    private static final int SHORTEST_PART = 4;

    private Suggestion() {}

    /** Clause that follows what says that a name is not known: "; did you mean arrivals?", or "; known here: a, b" where nothing is close. */
    public static String clause(String name, Collection<String> known) {
        List<String> close = close(name, known);
        if (!close.isEmpty()) {
            return "; did you mean " + String.join(", ", close) + "?";
        }
        return known.isEmpty()
                ? ""
                : "; known here: " + String.join(", ", known.stream().sorted().toList());
    }

    /** The closest first, at most three. */
    public static List<String> close(String name, Collection<String> known) {
        return known.stream()
                .filter(word -> isClose(name, word))
                .sorted(Comparator.comparing((String word) -> -similarity(name, word))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(MOST)
                .toList();
    }

    private static boolean isClose(String name, String word) {
        return similarity(name, word) >= CLOSE
                || isWithin(name, word)
                || isWithin(word, name)
                || EDITS.apply(kebabCase(name), kebabCase(word)) == 1;
    }

    /** 0 to 1. */
    private static double similarity(String name, String word) {
        return new JaroWinklerSimilarity().apply(kebabCase(name), kebabCase(word));
    }

    /** As {@code max-batch} is within {@code cb-max-batch-tokens}. */
    private static boolean isWithin(String part, String whole) {
        return part.length() >= SHORTEST_PART && ("-" + kebabCase(whole) + "-").contains("-" + kebabCase(part) + "-");
    }

    private static String kebabCase(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
