package io.tidemark.producer.imports;

import java.util.Optional;

/** What was measured; empty where the file does not say. */
record Subject(String model, String url, Optional<String> serverVersion) {
    static Subject of(String model) {
        return new Subject(model, "", Optional.empty());
    }
}
