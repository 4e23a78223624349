package io.tidemark.producer.plan.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The words of a command line in which placeholders stand: {@code ${flags}} (a word of its own, which becomes any number of words),
 * {@code ${host}}, {@code ${port}}, {@code ${model}}, {@code ${phase}} and {@code ${env.NAME}}; in a command that runs after a load also
 * {@code ${url}} and {@code ${results}}. No shell reads it: a word such as {@code $HOME} or {@code |} stays as it is.
 */
public record CommandTemplate(List<String> words) {
    public static final String FLAGS = "${flags}";

    /** The name within the braces of {@link #FLAGS}. */
    public static final String FLAGS_NAME = "flags";

    /** Of the base URL of the server, without {@code /v1}. */
    public static final String URL_NAME = "url";

    /** Of the folder that a command writes its results to. */
    public static final String RESULTS_NAME = "results";

    private static final Set<String> NAMES =
            Set.of(FLAGS_NAME, "host", "port", "model", "phase", URL_NAME, RESULTS_NAME);
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}]*)}");
    private static final Pattern VARIABLE = Pattern.compile("env\\.[A-Za-z_][A-Za-z0-9_]*");

    /** @throws IllegalArgumentException naming a placeholder that is not known, or flags within a word */
    public CommandTemplate {
        words = List.copyOf(words);
        words.forEach(CommandTemplate::check);
    }

    /**
     * A command line in a shell's quotes: words are parted by blanks, {@code '...'} keeps all, {@code "..."} and {@code \} keep blanks.
     *
     * @throws IllegalArgumentException for a quote that is not closed, and as the constructor does
     */
    public static CommandTemplate parse(String text) {
        return new CommandTemplate(new Words(text).all());
    }

    /** Whether it has the placeholder of this name. */
    public boolean has(String name) {
        return placeholders().anyMatch(name::equals);
    }

    private Stream<String> placeholders() {
        return words.stream()
                .flatMap(word -> PLACEHOLDER.matcher(word).results())
                .map(match -> match.group(1));
    }

    /** Names of the variables that it asks for. */
    public List<String> variables() {
        return placeholders()
                .filter(name -> name.startsWith("env."))
                .map(name -> name.substring("env.".length()))
                .distinct()
                .toList();
    }

    /**
     * The words with values in the places of all placeholders but {@link #FLAGS}, which stay.
     *
     * @param values by the name within the braces
     */
    public List<String> fill(Function<String, String> values) {
        return words.stream().map(word -> filled(word, values)).toList();
    }

    private static String filled(String word, Function<String, String> values) {
        return word.equals(FLAGS)
                ? word
                : PLACEHOLDER.matcher(word).replaceAll(match -> Matcher.quoteReplacement(values.apply(match.group(1))));
    }

    private static void check(String word) {
        PLACEHOLDER.matcher(word).results().map(match -> match.group(1)).forEach(name -> {
            if (!NAMES.contains(name) && !VARIABLE.matcher(name).matches()) {
                throw new IllegalArgumentException(
                        "must have no other placeholders than ${flags}, ${host}, ${port}, ${model},"
                                + " ${phase} and ${env.NAME} but has ${" + name + "}");
            }
            if (name.equals(FLAGS_NAME) && !word.equals(FLAGS)) {
                throw new IllegalArgumentException(
                        "must have ${flags} as a word of its own, for it becomes several words, but has " + word);
            }
        });
    }

    /** Splits a text as a shell splits it, without expanding anything. */
    private static final class Words {
        private final String text;
        private final List<String> words = new ArrayList<>();
        private final StringBuilder word = new StringBuilder();
        private boolean inWord;
        private int at;

        Words(String text) {
            this.text = text;
        }

        List<String> all() {
            while (at < text.length()) {
                next(text.charAt(at++));
            }
            endWord();
            return words;
        }

        private void next(char c) {
            if (Character.isWhitespace(c)) {
                endWord();
                return;
            }
            inWord = true;
            if (c == '\'') {
                quoted('\'');
            } else if (c == '"') {
                quoted('"');
            } else if (c == '\\' && at < text.length()) {
                escaped();
            } else {
                word.append(c);
            }
        }

        /** A line that is continued is one line. */
        private void escaped() {
            char c = text.charAt(at++);
            if (c == '\n') {
                inWord = word.length() > 0;
                return;
            }
            word.append(c);
        }

        private void quoted(char quote) {
            while (at < text.length() && text.charAt(at) != quote) {
                boolean escape = quote == '"'
                        && text.charAt(at) == '\\'
                        && at + 1 < text.length()
                        && "\"\\$`".indexOf(text.charAt(at + 1)) >= 0;
                at += escape ? 1 : 0;
                word.append(text.charAt(at++));
            }
            if (at == text.length()) {
                throw new IllegalArgumentException("must close each quote but leaves " + quote + " open");
            }
            at++;
        }

        private void endWord() {
            if (inWord) {
                words.add(word.toString());
                word.setLength(0);
                inWord = false;
            }
        }
    }
}
