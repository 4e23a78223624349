package io.tidemark.alerts.config;

import io.tidemark.producer.openai.Redaction;
import java.util.Collection;

/**
 * A text that must not be seen: it prints itself as stars.
 *
 * @param reveal the text, for a request and nothing else
 */
public record Secret(String reveal) {
    /** Returns a redaction that removes these secrets from texts of any origin: a server may echo what it was sent. */
    public static Redaction redaction(Collection<Secret> secrets) {
        return new Redaction(secrets.stream().map(Secret::reveal).toList());
    }

    @Override
    public String toString() {
        return "***";
    }
}
