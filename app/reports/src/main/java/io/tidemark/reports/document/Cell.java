package io.tidemark.reports.document;

/** A cell of a table: plain text, which the writer of the output format escapes. */
public record Cell(String text, Tone tone) {
    public static Cell of(String text) {
        return new Cell(text, Tone.PLAIN);
    }
}
