package io.tidemark.producer.plan;

import java.nio.file.Path;
import java.util.Optional;

/** Reads where a secret is found: {@code {env: NAME}} or {@code {file: path}}. */
final class SecretReader {
    private SecretReader() {}

    static Optional<SecretSource> read(Section secret, Path directory) {
        Optional<SecretSource> variable = secret.optional("env", Values.TEXT).map(SecretSource.Environment::new);
        Optional<SecretSource> file =
                secret.optional("file", PlanReader.readableFile(directory)).map(SecretSource.SecretFile::new);
        // What was refused was given, and has been said.
        if (secret.has("env") == secret.has("file")) {
            secret.refuse("must have either 'env' (name of a variable) or 'file', never the secret itself");
        }
        secret.refuseOthers();
        return variable.or(() -> file);
    }
}
