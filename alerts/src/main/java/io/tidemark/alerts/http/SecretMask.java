package io.tidemark.alerts.http;

import io.tidemark.alerts.config.Secret;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Takes secrets out of texts, whoever wrote them there: a server may send back what it was sent. */
public final class SecretMask {
    private static final String MASK = "***";

    private final List<String> values;

    public SecretMask(Collection<Secret> secrets) {
        values = secrets.stream()
                .map(Secret::reveal)
                .filter(value -> !value.isEmpty())
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    /** The text without them. */
    public String apply(String text) {
        String masked = text;
        for (String value : values) {
            masked = masked.replace(value, MASK);
        }
        return masked;
    }
}
