package io.tidemark.bench.store;

/**
 * How much is written.
 *
 * @param rows of each kind
 * @param batch rows of a transaction; a sink's poll brings up to some thousands
 * @param rounds each on an empty store
 */
public record StoreSize(int rows, int batch, int rounds) {
    public static final StoreSize STANDARD = new StoreSize(100_000, 5_000, 3);
}
