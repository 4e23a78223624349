package io.tidemark.simulator.http.request;

/**
 * Finds what Python's {@code json} module finds wrong with a text first, and where, in its words. Reads once from left to right.
 * Stateless but for its place; used once.
 */
final class PythonJsonErrors {
    private static final String ESCAPES = "\"\\/bfnrt";
    private static final String BLANKS = " \t\n\r";

    private final String text;
    private int at;

    private PythonJsonErrors(String text) {
        this.text = text;
    }

    /**
     * @param position in characters
     * @param message as {@code JSONDecodeError.msg}
     */
    record SyntaxError(int position, String message) {}

    /** @throws IllegalArgumentException if there is nothing wrong with it */
    static SyntaxError in(String text) {
        PythonJsonErrors json = new PythonJsonErrors(text);
        try {
            json.blanks();
            json.value();
            json.blanks();
            json.require(json.at == text.length(), json.at, "Extra data");
        } catch (Found found) {
            return found.mistake;
        }
        throw new IllegalArgumentException("JSON without a mistake: " + text.length() + " characters");
    }

    private static final class Found extends RuntimeException {
        private final transient SyntaxError mistake;

        Found(SyntaxError mistake) {
            super(mistake.message(), null, false, false);
            this.mistake = mistake;
        }
    }

    private void value() {
        switch (next()) {
            case '"' -> string();
            case '{' -> object();
            case '[' -> array();
            default -> word();
        }
    }

    private void object() {
        at++;
        blanks();
        if (next() == '}') {
            at++;
            return;
        }
        require(next() == '"', at, "Expecting property name enclosed in double quotes");
        while (true) {
            string();
            blanks();
            require(next() == ':', at, "Expecting ':' delimiter");
            at++;
            blanks();
            value();
            blanks();
            if (next() == '}') {
                at++;
                return;
            }
            require(next() == ',', at, "Expecting ',' delimiter");
            at++;
            blanks();
            require(next() == '"', at, "Expecting property name enclosed in double quotes");
        }
    }

    private void array() {
        at++;
        blanks();
        if (next() == ']') {
            at++;
            return;
        }
        while (true) {
            value();
            blanks();
            if (next() == ']') {
                at++;
                return;
            }
            require(next() == ',', at, "Expecting ',' delimiter");
            at++;
            blanks();
        }
    }

    private void string() {
        int begin = at++;
        for (char c = next(); c != '"'; c = next()) {
            require(at < text.length(), begin, "Unterminated string starting at");
            require(c >= ' ', at, "Invalid control character at");
            if (c == '\\') {
                escape(begin);
            }
            at++;
        }
        at++;
    }

    private void escape(int begin) {
        int backslash = at++;
        require(at < text.length(), begin, "Unterminated string starting at");
        if (next() != 'u') {
            require(ESCAPES.indexOf(next()) >= 0, backslash, "Invalid \\escape");
            return;
        }
        boolean four = at + 4 < text.length() && text.substring(at + 1, at + 5).matches("[0-9a-fA-F]{4}");
        require(four, at, "Invalid \\uXXXX escape");
        at += 4;
    }

    /** A number or one of Python's words. */
    private void word() {
        int end = at;
        while (end < text.length()
                && (Character.isLetterOrDigit(text.charAt(end)) || "+-.".indexOf(text.charAt(end)) >= 0)) {
            end++;
        }
        String word = text.substring(at, end);
        require(
                word.matches("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?|true|false|null|NaN|-?Infinity"),
                at,
                "Expecting value");
        at = end;
    }

    private void blanks() {
        while (at < text.length() && BLANKS.indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    /** 0 at the end: no JSON has it outside of a string. */
    private char next() {
        return at < text.length() ? text.charAt(at) : 0;
    }

    private void require(boolean holds, int position, String message) {
        if (!holds) {
            throw new Found(new SyntaxError(position, message));
        }
    }
}
