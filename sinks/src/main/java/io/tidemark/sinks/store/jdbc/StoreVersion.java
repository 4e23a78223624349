package io.tidemark.sinks.store.jdbc;

/**
 * What a store says of itself.
 *
 * @param number that of the last migration it has seen; 0 for an empty database
 * @param oldestProgram the lowest version of a program that can read and write it
 */
public record StoreVersion(int number, int oldestProgram) {
    /** An empty database. */
    public static final StoreVersion NONE = new StoreVersion(0, 0);
}
