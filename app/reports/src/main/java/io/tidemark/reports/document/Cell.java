package io.tidemark.reports.document;

import java.util.List;
import java.util.stream.Stream;

/**
 * A cell of a table: plain text, which the writer of the output format escapes.
 *
 * @param notes what explains the marks in its text; they stand under the table, each once
 */
public record Cell(String text, Tone tone, List<Note> notes) {
    public Cell {
        notes = List.copyOf(notes);
    }

    public Cell(String text, Tone tone) {
        this(text, tone, List.of());
    }

    public static Cell of(String text) {
        return new Cell(text, Tone.PLAIN);
    }

    /** The same, with what a word in its text means. */
    public Cell noted(Note note) {
        return new Cell(
                text, tone, Stream.concat(notes.stream(), Stream.of(note)).toList());
    }

    /** The same with a mark behind its text, and what it means. */
    public Cell marked(Note note) {
        return new Cell(text + " " + note.mark(), tone, notes).noted(note);
    }
}
