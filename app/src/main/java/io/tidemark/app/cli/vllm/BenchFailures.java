package io.tidemark.app.cli.vllm;

import io.tidemark.importers.vllm.bench.BenchRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A benchmark's failed requests in words: each reason once, with how many it made fail, the most frequent first. Pure. */
final class BenchFailures {
    private static final int MAX_REASONS = 10;

    private BenchFailures() {}

    /** Nothing if none failed. */
    static List<String> lines(List<BenchRequest> requests) {
        Map<String, Long> counts = requests.stream()
                .filter(request -> !request.success())
                .collect(Collectors.groupingBy(BenchRequest::error, TreeMap::new, Collectors.counting()));
        if (counts.isEmpty()) {
            return List.of();
        }
        long failed = counts.values().stream().mapToLong(Long::longValue).sum();
        List<String> lines = new ArrayList<>(List.of(failed + " requests failed, by what made each fail:"));
        counts.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(MAX_REASONS)
                .forEach(reason -> lines.add("  " + reason.getValue() + " x " + reason.getKey()));
        if (counts.size() > MAX_REASONS) {
            lines.add("  and " + (counts.size() - MAX_REASONS) + " other reasons");
        }
        return lines;
    }
}
