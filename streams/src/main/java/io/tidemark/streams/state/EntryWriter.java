package io.tidemark.streams.state;

/** Writes entries of one run. */
public interface EntryWriter {
    void put(EntryKind kind, String name, byte[] bytes);

    void delete(EntryKind kind, String name);

    /** Deletes all entries of a kind whose names end with a text. */
    void deleteEndingWith(EntryKind kind, String end);
}
