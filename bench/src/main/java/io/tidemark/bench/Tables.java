package io.tidemark.bench;

/** Where finished tables go beside the screen. */
@FunctionalInterface
public interface Tables {
    /** Nowhere. */
    Tables NONE = (name, table) -> {};

    void take(String name, Table table);
}
