package io.tidemark.app.cli;

import io.tidemark.reports.compare.BaselineSelector;
import io.tidemark.sinks.store.baseline.Baseline;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Lets {@code @NAME} be a baseline for the commands that take one: elsewhere it is a file with more arguments, as picocli reads it. There,
 * a file whose name could be a baseline's is given with its folder, such as {@code @./NAME}.
 */
final class BaselineArguments {
    private static final Set<String> VERBS = Set.of("baseline", "compare", "gate");

    private BaselineArguments() {}

    /** The same words, those that are baselines with the second mark that keeps picocli from reading a file. */
    static List<String> escaped(List<String> words) {
        List<String> escaped = new ArrayList<>(words);
        int verb = 0;
        while (verb < words.size() && words.get(verb).startsWith("-")) {
            verb++;
        }
        if (verb == words.size() || !VERBS.contains(words.get(verb))) {
            return escaped;
        }
        escaped.subList(verb + 1, words.size())
                .replaceAll(word -> isBaseline(word) ? BaselineSelector.MARK + word : word);
        return escaped;
    }

    private static boolean isBaseline(String word) {
        return word.startsWith(BaselineSelector.MARK)
                && Baseline.isName(word.substring(BaselineSelector.MARK.length()));
    }
}
