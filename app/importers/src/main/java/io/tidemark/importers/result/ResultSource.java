package io.tidemark.importers.result;

/**
 * Where a result stands.
 *
 * @param place in its file, e.g. {@code line 2}; empty where it is all of it
 * @param hash SHA-256 of the result, hex
 */
public record ResultSource(String file, String place, String hash) {
    @Override
    public String toString() {
        return place.isEmpty() ? file : file + " " + place;
    }
}
