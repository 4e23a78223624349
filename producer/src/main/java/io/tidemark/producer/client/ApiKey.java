package io.tidemark.producer.client;

/** A secret: never printed. */
public final class ApiKey {
    private final String value;

    public ApiKey(String value) {
        if (value.isBlank() || value.chars().anyMatch(c -> c < ' ')) {
            throw new IllegalArgumentException("an API key must be one line of text");
        }
        this.value = value.strip();
    }

    /** For the Authorization header only. */
    public String authorization() {
        return "Bearer " + value;
    }

    String secret() {
        return value;
    }

    @Override
    public String toString() {
        return "***";
    }
}
