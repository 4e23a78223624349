package io.tidemark.producer.scrape;

import java.util.ArrayList;
import java.util.Collections;
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
public final class PrometheusTextParser {
    /** Series of pages that name ever new ones are forgotten. */
    private static final int MAX_KNOWN = 20_000;

    private static final String TYPE = "# TYPE ";

    private final String text;
    /** The same: character by character. */
    private final char[] chars;

    private final Map<String, Series> known;
    private final List<Sample> samples = new ArrayList<>();
    private final Map<String, String> types = new HashMap<>();
    private int at;
    private int unreadable;

    private PrometheusTextParser(String text, Map<String, Series> known) {
        this.text = text;
        this.chars = text.toCharArray();
        this.known = known;
    }

    /** What stands before a sample's value. */
    record Series(String name, Map<String, String> labels) {}

    /**
     * A page.
     *
     * @param types type by family, as its TYPE line says
     * @param unreadableLines lines that are neither samples nor comments
     */
    public record Page(List<Sample> samples, Map<String, String> types, int unreadableLines) {}

    /** One sample. */
    public record Sample(String name, Map<String, String> labels, double value) {
        /** The label's value; empty when it is absent, which means the same. */
        public String label(String key) {
            return labels.getOrDefault(key, "");
        }
    }

    /** A page. */
    public static Page parse(String text) {
        return parse(text, new HashMap<>());
    }

    /** @param known series by their text, of pages that were read before; more are added */
    static Page parse(String text, Map<String, Series> known) {
        if (known.size() > MAX_KNOWN) {
            known.clear();
        }
        PrometheusTextParser reader = new PrometheusTextParser(text, known);
        reader.lines();
        return new Page(reader.samples, reader.types, reader.unreadable);
    }

    private void lines() {
        while (at < chars.length) {
            skipBlanks();
            if (atLineEnd()) {
                skipLine();
                continue;
            }
            if (chars[at] == '#') {
                comment();
            } else {
                sample();
            }
            skipLine();
        }
    }

    private void comment() {
        if (text.startsWith("# HELP ", at)) {
            return;
        }
        if (text.startsWith(TYPE, at)) {
            type();
            return;
        }
        String[] words = text.substring(at, lineEnd()).split("[ \\t]+", 4);
        if (words.length == 4 && words[1].equals("TYPE")) {
            types.put(unquoted(words[2]), words[3].strip());
        }
    }

    private void type() {
        at += TYPE.length();
        skipBlanks();
        int from = at;
        while (!atLineEnd() && chars[at] != ' ' && chars[at] != '\t') {
            at++;
        }
        int to = at;
        skipBlanks();
        if (to > from && !atLineEnd()) {
            types.put(
                    unquoted(text.substring(from, to)),
                    text.substring(at, lineEnd()).strip());
        }
    }

    private void sample() {
        try {
            Series series = knownSeries();
            skipBlanks();
            double value = PrometheusNumbers.parse(word(" \t"));
            samples.add(new Sample(series.name(), series.labels(), value));
        } catch (UnreadableLine | NumberFormatException e) {
            unreadable++;
        }
    }

    /**
     * A series is known by its text up to the line's first brace with a blank after it. Only a text that was read to exactly
     * there is kept, so a label's value may hold such a brace.
     */
    private Series knownSeries() {
        int from = at;
        int brace = braceBeforeBlank();
        if (brace < 0) {
            return series();
        }
        String key = text.substring(from, brace + 1);
        Series before = known.get(key);
        if (before != null) {
            at = brace + 1;
            return before;
        }
        Series read = series();
        if (at == brace + 1) {
            known.put(key, read);
        }
        return read;
    }

    /** On this line; -1 if there is none. */
    private int braceBeforeBlank() {
        for (int i = at; i < chars.length && chars[i] != '\n' && chars[i] != '\r'; i++) {
            if (chars[i] == '}' && i + 1 < chars.length && chars[i + 1] == ' ') {
                return i;
            }
        }
        return -1;
    }

    private Series series() {
        Map<String, String> labels = new LinkedHashMap<>();
        String name = chars[at] == '{' ? "" : word("{ \t");
        skipBlanks();
        if (!atLineEnd() && chars[at] == '{') {
            name = labels(name, labels);
        }
        return new Series(name, Collections.unmodifiableMap(labels));
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
        while (!atLineEnd() && ends.indexOf(chars[at]) < 0) {
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
        return chars[at];
    }

    private boolean atLineEnd() {
        return at >= chars.length || chars[at] == '\n' || chars[at] == '\r';
    }

    private int lineEnd() {
        int end = at;
        while (end < chars.length && chars[end] != '\n' && chars[end] != '\r') {
            end++;
        }
        return end;
    }

    private void skipBlanks() {
        while (at < chars.length && (chars[at] == ' ' || chars[at] == '\t')) {
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
