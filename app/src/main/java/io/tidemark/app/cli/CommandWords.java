package io.tidemark.app.cli;

import io.tidemark.reports.compare.BaselineSelector;
import io.tidemark.sinks.store.baseline.Baseline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The words of a command line as picocli is to read them. {@code @NAME} is a baseline for the commands that take one: elsewhere it is a file with
 * more arguments, and there a file whose name could be a baseline's is given with its folder, such as {@code @./NAME}. {@code bench} takes Python's
 * spelling of options: {@code --request_rate} is {@code --request-rate}.
 */
final class CommandWords {
    private static final Set<String> TAKING_BASELINES = Set.of("baseline", "compare", "gate");

    private CommandWords() {}

    /** A new list; words that are baselines have the second mark that keeps picocli from reading a file. */
    static List<String> of(String... arguments) {
        List<String> words = new ArrayList<>(Arrays.asList(arguments));
        if (!words.isEmpty() && words.get(0).equals("bench")) {
            words.replaceAll(CommandWords::withDashes);
        }
        int verb = 0;
        while (verb < words.size() && words.get(verb).startsWith("-")) {
            verb++;
        }
        if (verb < words.size() && TAKING_BASELINES.contains(words.get(verb))) {
            words.subList(verb + 1, words.size())
                    .replaceAll(word -> isBaseline(word) ? BaselineSelector.MARK + word : word);
        }
        return words;
    }

    private static boolean isBaseline(String word) {
        return word.startsWith(BaselineSelector.MARK)
                && Baseline.isName(word.substring(BaselineSelector.MARK.length()));
    }

    private static String withDashes(String argument) {
        if (!argument.startsWith("--")) {
            return argument;
        }
        int end = argument.indexOf('=') < 0 ? argument.length() : argument.indexOf('=');
        return argument.substring(0, end).replace('_', '-') + argument.substring(end);
    }
}
