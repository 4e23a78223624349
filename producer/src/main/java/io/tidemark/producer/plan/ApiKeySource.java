package io.tidemark.producer.plan;

import java.nio.file.Path;

/** Where the API key is found; the plan never holds the key itself. */
public sealed interface ApiKeySource {
    /** An environment variable. */
    record Environment(String variable) implements ApiKeySource {}

    /** The first line of a file. */
    record KeyFile(Path file) implements ApiKeySource {}
}
