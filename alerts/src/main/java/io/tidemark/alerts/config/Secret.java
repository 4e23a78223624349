package io.tidemark.alerts.config;

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
