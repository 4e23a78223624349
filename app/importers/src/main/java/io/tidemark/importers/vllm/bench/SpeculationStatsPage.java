package io.tidemark.importers.vllm.bench;

import io.tidemark.producer.scrape.PrometheusTextParser;
import io.tidemark.producer.scrape.PrometheusTextParser.Sample;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Finds the counters of speculative decoding in the text of a vLLM's {@code /metrics}, summed over its engines. */
public final class SpeculationStatsPage {
    private static final String PREFIX = "vllm:spec_decode_";
    private static final String SUFFIX = "_total";

    private long drafts;
    private long draftTokens;
    private long acceptedTokens;
    private final Map<Integer, Long> acceptedAt = new TreeMap<>();

    private SpeculationStatsPage() {}

    /** Empty when the page has none of them: then the server does not speculate. */
    public static Optional<SpeculationStats.Counters> read(String page) {
        List<Sample> counters = PrometheusTextParser.parse(page).samples().stream()
                .filter(sample ->
                        sample.name().startsWith(PREFIX) && sample.name().endsWith(SUFFIX))
                .toList();
        if (counters.isEmpty()) {
            return Optional.empty();
        }
        SpeculationStatsPage read = new SpeculationStatsPage();
        counters.forEach(read::count);
        return Optional.of(
                new SpeculationStats.Counters(read.drafts, read.draftTokens, read.acceptedTokens, read.acceptedAt));
    }

    private void count(Sample sample) {
        long value = (long) sample.value();
        String name = sample.name().substring(PREFIX.length(), sample.name().length() - SUFFIX.length());
        switch (name) {
            case "num_drafts" -> drafts += value;
            case "num_draft_tokens" -> draftTokens += value;
            case "num_accepted_tokens" -> acceptedTokens += value;
            case "num_accepted_tokens_per_pos" -> {
                String position = sample.label("position");
                if (position.matches("\\d{1,9}")) {
                    acceptedAt.merge(Integer.valueOf(position), value, Long::sum);
                }
            }
            default -> {
                // Counters that the block has no line for.
            }
        }
    }
}
