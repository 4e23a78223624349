package io.tidemark.producer.plan.secret;

import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import java.nio.file.Path;
import java.util.Optional;

/** Reads where a secret is found: {@code {env: NAME}} or {@code {file: path}}. */
public final class SecretReader {
    private SecretReader() {}

    /**
     * Where it is; empty if what was given was refused.
     *
     * @param directory that file names are relative to
     */
    public static Optional<SecretSource> read(YamlSection secret, Path directory) {
        Optional<SecretSource> variable =
                secret.optional("env", ValueTypes.TEXT).map(SecretSource.Environment::new);
        Optional<SecretSource> file =
                secret.optional("file", ValueTypes.readableFile(directory)).map(SecretSource.SecretFile::new);
        // What was refused was given, and has been reported.
        if (secret.has("env") == secret.has("file")) {
            secret.refuse("must have either 'env' (name of a variable) or 'file', never the secret itself");
        }
        secret.refuseUnknownKeys();
        return variable.or(() -> file);
    }
}
