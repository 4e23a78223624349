package io.tidemark.streams.state;

import java.util.function.Predicate;

/** Writes entries of one run. */
public interface EntryWriter {
    void put(EntryKind kind, String name, byte[] bytes);

    void delete(EntryKind kind, String name);

    /** Deletes the entries of a kind that have such names. */
    void deleteAll(EntryKind kind, Predicate<String> names);
}
