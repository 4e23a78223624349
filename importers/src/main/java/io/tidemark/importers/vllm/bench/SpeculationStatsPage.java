package io.tidemark.importers.vllm.bench;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the counters of speculative decoding in the text of a vLLM's {@code /metrics}, summed over its engines. */
public final class SpeculationStatsPage {
    private static final Pattern LINE =
            Pattern.compile("(?m)^vllm:spec_decode_(\\w+)_total(\\{.*\\})?\\s+([0-9.eE+]+)\\s*$");
    private static final Pattern POSITION = Pattern.compile("position=\"(\\d+)\"");

    private long drafts;
    private long draftTokens;
    private long acceptedTokens;
    private final Map<Integer, Long> acceptedAt = new TreeMap<>();

    private SpeculationStatsPage() {}

    /** Empty when the page has none of them: then the server does not speculate. */
    public static Optional<SpeculationStats.Counters> read(String page) {
        SpeculationStatsPage read = new SpeculationStatsPage();
        Matcher line = LINE.matcher(page);
        boolean found = false;
        while (line.find()) {
            found = true;
            String labels = line.group(2) == null ? "" : line.group(2);
            read.count(line.group(1), labels, (long) Double.parseDouble(line.group(3)));
        }
        return found
                ? Optional.of(new SpeculationStats.Counters(
                        read.drafts, read.draftTokens, read.acceptedTokens, read.acceptedAt))
                : Optional.empty();
    }

    private void count(String name, String labels, long value) {
        switch (name) {
            case "num_drafts" -> drafts += value;
            case "num_draft_tokens" -> draftTokens += value;
            case "num_accepted_tokens" -> acceptedTokens += value;
            case "num_accepted_tokens_per_pos" -> {
                Matcher position = POSITION.matcher(labels);
                if (position.find()) {
                    acceptedAt.merge(Integer.valueOf(position.group(1)), value, Long::sum);
                }
            }
            default -> {
                // Counters that the block has no line for.
            }
        }
    }
}
