package io.tidemark.faults.soak;

import io.tidemark.streams.run.RunProcessor;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;

/**
 * Keys and values of a store or of what a changelog keeps. A step's requests lie in cells of equal time, of which there are at most so many:
 * they rise until two are joined to one, fall to half, and rise again, and are therefore counted for themselves. Mutable, not thread-safe.
 */
final class StateSize {
    /** What the key of a cell has before its number, see the parts of a run's state. */
    private static final String CELLS = "cells/";

    private final boolean hasCells;
    private final Map<String, Integer> cellsByStep = new HashMap<>();
    private long bytes;
    private long cellBytes;

    /** @param store the store, or that of the changelog */
    StateSize(String store) {
        this.hasCells = store.contains(RunProcessor.STORE);
    }

    void add(Bytes key, int valueBytes) {
        int size = key.get().length + valueBytes;
        String name = hasCells ? new String(key.get(), StandardCharsets.ISO_8859_1) : "";
        int at = name.lastIndexOf(CELLS);
        if (at < 0) {
            bytes += size;
        } else {
            cellBytes += size;
            cellsByStep.merge(name.substring(0, at), 1, Integer::sum);
        }
    }

    boolean hasCells() {
        return hasCells;
    }

    /** All but cells. */
    long bytes() {
        return bytes;
    }

    long cellBytes() {
        return cellBytes;
    }

    /** Of the step and series that has the most. */
    int mostCells() {
        return cellsByStep.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }
}
