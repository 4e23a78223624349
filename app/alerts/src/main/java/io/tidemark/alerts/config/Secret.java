package io.tidemark.alerts.config;

import io.tidemark.producer.openai.Redaction;
import java.util.Collection;

/** A text that must not be seen: it prints itself as stars. */
public final class Secret {
    private final String value;

    public Secret(String value) {
        this.value = value;
    }

    /** The text, for a request and nothing else. */
    public String reveal() {
        return value;
    }

    /** Returns a redaction that removes these secrets from texts of any origin: a server may echo what it was sent. */
    public static Redaction redaction(Collection<Secret> secrets) {
        return new Redaction(secrets.stream().map(Secret::reveal).toList());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && secret.value.equals(value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public String toString() {
        return "***";
    }
}
