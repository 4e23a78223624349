package io.tidemark.importers.result;

import java.util.Optional;

/** What was measured; empty where the file does not say. */
public record MeasuredTarget(String model, String url, Optional<String> serverVersion) {
    public static MeasuredTarget of(String model) {
        return new MeasuredTarget(model, "", Optional.empty());
    }
}
