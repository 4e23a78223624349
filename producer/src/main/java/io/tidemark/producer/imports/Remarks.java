package io.tidemark.producer.imports;

import io.tidemark.events.Verdict;
import java.util.List;
import java.util.Map;

/**
 * What else a result says.
 *
 * @param lacks what it does not hold, in words
 * @param figures numbers without a place of their own, under the file's names
 * @param verdict UNKNOWN where it has none
 */
record Remarks(List<String> lacks, Map<String, Double> figures, List<ImportedQuality> quality, Verdict verdict) {
    static final Remarks NONE = new Remarks(List.of(), Map.of(), List.of(), Verdict.UNKNOWN);

    Remarks {
        lacks = List.copyOf(lacks);
        figures = Map.copyOf(figures);
        quality = List.copyOf(quality);
    }
}
