package io.tidemark.producer.scrape;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the Prometheus text formats 0.0.4 and 1.0.0 and OpenMetrics 1.0, character by character: label values may hold any
 * character, names may be quoted, timestamps and exemplars are skipped. What is no sample is counted, not guessed.
 *
 * @see <a href="https://prometheus.io/docs/instrumenting/exposition_formats/">the formats</a>
 */
final class MetricsText {
    private final String text;
    private final List<Sample> samples = new ArrayList<>();
    private final Map<String, String> types = new HashMap<>();
    private int at;
    private int unreadable;

    private MetricsText(String text) {
        this.text = text;
    }

    /**
     * A page.
     *
     * @param types type by family, as its TYPE line says
     * @param unreadableLines lines that are neither samples nor comments
     */
    record Page(List<Sample> samples, Map<String, String> types, int unreadableLines) {}

    /** One sample. */
    record Sample(String name, Map<String, String> labels, double value) {
        /** The label's value; empty when it is absent, which means the same. */
        String label(String key) {
            return labels.getOrDefault(key, "");
        }
    }

    static Page parse(String text) {
        MetricsText reader = new MetricsText(text);
        reader.lines();
        return new Page(reader.samples, reader.types, reader.unreadable);
    }

    private void lines() {
        while (at < text.length()) {
            skipBlanks();
            if (atLineEnd()) {
                skipLine();
                continue;
            }
            if (text.charAt(at) == '#') {
                comment();
            } else {
                sample();
            }
            skipLine();
        }
    }

    private void comment() {
        String[] words = text.substring(at, lineEnd()).split("[ \\t]+", 4);
        if (words.length == 4 && words[1].equals("TYPE")) {
            types.put(unquoted(words[2]), words[3].strip());
        }
    }

    private void sample() {
        try {
            Map<String, String> labels = new LinkedHashMap<>();
            String name = text.charAt(at) == '{' ? "" : word("{ \t");
            skipBlanks();
            if (!atLineEnd() && text.charAt(at) == '{') {
                name = labels(name, labels);
            }
            skipBlanks();
            double value = Numbers.parse(word(" \t"));
            samples.add(new Sample(name, labels, value));
        } catch (UnreadableLine | NumberFormatException e) {
            unreadable++;
        }
    }

    /** Reads {@code {name="value",...}}; returns the name, which may be inside, quoted. */
    private String labels(String outerName, Map<String, String> labels) {
        String name = outerName;
        at++;
        skipBlanks();
        while (current() != '}') {
            String key = current() == '"' ? quoted() : word("=, \t}");
            skipBlanks();
            if (current() == '=') {
                at++;
                skipBlanks();
                labels.put(key, quoted());
            } else if (name.isEmpty()) {
                name = key;
            } else {
                throw new UnreadableLine();
            }
            skipBlanks();
            if (current() == ',') {
                at++;
                skipBlanks();
            }
        }
        at++;
        return name;
    }

    private String quoted() {
        if (current() != '"') {
            throw new UnreadableLine();
        }
        at++;
        StringBuilder value = new StringBuilder();
        while (current() != '"') {
            value.append(current() == '\\' ? escaped() : current());
            at++;
        }
        at++;
        return value.toString();
    }

    private String escaped() {
        at++;
        char c = current();
        return switch (c) {
            case 'n' -> "\n";
            case '\\', '"' -> String.valueOf(c);
            default -> "\\" + c;
        };
    }

    private String word(String ends) {
        int from = at;
        while (!atLineEnd() && ends.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        if (at == from) {
            throw new UnreadableLine();
        }
        return text.substring(from, at);
    }

    private char current() {
        if (atLineEnd()) {
            throw new UnreadableLine();
        }
        return text.charAt(at);
    }

    private boolean atLineEnd() {
        return at >= text.length() || text.charAt(at) == '\n' || text.charAt(at) == '\r';
    }

    private int lineEnd() {
        int end = at;
        while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
            end++;
        }
        return end;
    }

    private void skipBlanks() {
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
    }

    private void skipLine() {
        at = lineEnd() + 1;
    }

    private static String unquoted(String name) {
        return name.length() > 1 && name.startsWith("\"") ? name.substring(1, name.length() - 1) : name;
    }

    /** A line that is no sample. */
    private static final class UnreadableLine extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnreadableLine() {
            super("not a sample", null, false, false);
        }
    }
}
