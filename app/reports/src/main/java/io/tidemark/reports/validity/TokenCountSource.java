package io.tidemark.reports.validity;

import io.tidemark.events.TokenSource;
import io.tidemark.reports.model.StepReport;
import io.tidemark.schemas.ValueText;
import java.util.Map;
import java.util.Optional;

/** How a step's output tokens were counted, where that is to be known. */
final class TokenCountSource {
    private TokenCountSource() {}

    /** A caveat when tokens were estimated, or not all counted alike; empty when the server counted all of them. */
    static Optional<String> caveat(StepReport step) {
        Map<TokenSource, Long> sources = step.detail().facts().tokenSources();
        long all = sources.values().stream().mapToLong(Long::longValue).sum();
        long estimated = sources.getOrDefault(TokenSource.CHUNK_ESTIMATE, 0L);
        if (estimated == all && all > 0) {
            return Optional.of(
                    "output tokens are ESTIMATED, one per chunk: the server did not count them; TPOT and tokens per"
                            + " second depend on it");
        }
        if (estimated > 0) {
            return Optional.of("output tokens are MIXED: " + ValueText.count(estimated) + " of " + ValueText.count(all)
                    + " answers were estimated at one per chunk, the others were counted");
        }
        return Optional.empty();
    }

    /** "server", "tokenizer", "estimate" or "unknown"; several where they are mixed; empty where nothing is known. */
    static String format(StepReport step) {
        return String.join(
                " + ",
                step.detail().facts().tokenSources().keySet().stream()
                        .sorted()
                        .map(TokenCountSource::word)
                        .distinct()
                        .toList());
    }

    private static String word(TokenSource source) {
        return switch (source) {
            case USAGE, CONTINUOUS_USAGE -> "server";
            case TOKENIZER -> "tokenizer";
            case CHUNK_ESTIMATE -> "estimate";
            case UNKNOWN -> "unknown";
        };
    }
}
