package io.tidemark.producer.plan.server;

import io.tidemark.producer.plan.secret.SecretSource;
import java.nio.file.Path;

/** The value of a variable, or where it is found. A secret is never held: it is read when a server is started. */
public sealed interface EnvironmentValue {
    /** Shown in place of a secret. */
    String MASK = "********";

    /** What a table shows of it. */
    String shown();

    /** A value that is no secret. */
    record Text(String value) implements EnvironmentValue {
        @Override
        public String shown() {
            return value;
        }
    }

    /** A secret that a plan points to. */
    record Secret(SecretSource source) implements EnvironmentValue {
        @Override
        public String shown() {
            return MASK;
        }
    }

    /** A line of an env file whose name looks like that of a secret. */
    record SecretLine(Path file) implements EnvironmentValue {
        @Override
        public String shown() {
            return MASK;
        }
    }
}
