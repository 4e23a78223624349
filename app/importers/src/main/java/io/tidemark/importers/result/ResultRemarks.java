package io.tidemark.importers.result;

import io.tidemark.events.Verdict;
import java.util.List;
import java.util.Map;

/**
 * What else a result says.
 *
 * @param missingData what it does not hold, in words
 * @param figures numbers without a place of their own, under the file's names
 * @param verdict UNKNOWN where it has none
 */
public record ResultRemarks(
        List<String> missingData, Map<String, Double> figures, List<ImportedQuality> quality, Verdict verdict) {
    static final ResultRemarks NONE = new ResultRemarks(List.of(), Map.of(), List.of(), Verdict.UNKNOWN);

    public ResultRemarks {
        missingData = List.copyOf(missingData);
        figures = Map.copyOf(figures);
        quality = List.copyOf(quality);
    }
}
