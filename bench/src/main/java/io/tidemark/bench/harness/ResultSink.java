package io.tidemark.bench.harness;

/** Where finished tables go beside the screen. */
@FunctionalInterface
public interface ResultSink {
    /** Nowhere. */
    ResultSink NONE = (name, table) -> {};

    void add(String name, ResultTable table);
}
