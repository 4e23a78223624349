package io.tidemark.producer.plan.secret;

import java.nio.file.Path;

/** Where a secret is found (the API key, a header's value, the proxy's user); the plan never holds the secret itself. */
public sealed interface SecretSource {
    /** An environment variable. */
    record Environment(String variable) implements SecretSource {}

    /** The first line of a file. */
    record SecretFile(Path file) implements SecretSource {}
}
