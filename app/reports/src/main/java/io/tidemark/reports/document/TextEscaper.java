package io.tidemark.reports.document;

/** Escapes text of unknown origin: names of phases, flags, server versions and error texts are written by others. */
final class TextEscaper {
    private TextEscaper() {}

    /** For HTML text and quoted attributes; control characters are dropped. */
    static String html(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> out.append(htmlOf(c)));
        return out.toString();
    }

    /** For Markdown text and table cells: nothing of it is markup or HTML, and it stays on its line. */
    static String markdown(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> out.append(markdownOf(c)));
        return out.toString();
    }

    /** For a terminal: no control character, so that no text can move the cursor. */
    static String terminal(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> out.appendCodePoint(Character.isISOControl(c) ? ' ' : c));
        return out.toString();
    }

    private static String htmlOf(int c) {
        return switch (c) {
            case '&' -> "&amp;";
            case '<' -> "&lt;";
            case '>' -> "&gt;";
            case '"' -> "&quot;";
            case '\'' -> "&#39;";
            case '\n' -> "\n";
            default -> Character.isISOControl(c) ? " " : Character.toString(c);
        };
    }

    private static String markdownOf(int c) {
        return switch (c) {
            case '&' -> "&amp;";
            case '<' -> "&lt;";
            case '>' -> "&gt;";
            case '\\', '|', '*', '_', '`', '[', ']', '#', '~' -> "\\" + Character.toString(c);
            default -> Character.isISOControl(c) ? " " : Character.toString(c);
        };
    }
}
