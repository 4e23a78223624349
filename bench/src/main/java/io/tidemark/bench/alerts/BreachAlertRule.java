package io.tidemark.bench.alerts;

import java.util.Locale;

/** What the rule of breaches waits for. */
public enum BreachAlertRule {
    /** The default: an alert fires on final figures. */
    FINAL("final figures", ""),
    /** It fires on provisional ones, which may be taken back. */
    URGENT("urgent", "rules: { SloBreach: { urgent: true } }");

    private final String description;
    private final String yaml;

    BreachAlertRule(String description, String yaml) {
        this.description = description;
        this.yaml = yaml;
    }

    /** Of {@code alerts.yaml}. */
    String yaml() {
        return yaml;
    }

    /** A name for files. */
    String fileName() {
        return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return description;
    }
}
