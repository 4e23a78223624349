package io.tidemark.alerts.config;

import java.util.Optional;

/**
 * A receiver's own texts, in Mustache; what is empty is as by default.
 *
 * @param title of a message
 * @param body for each alert of a message
 */
public record Templates(Optional<String> title, Optional<String> body) {
    public static final Templates DEFAULT = new Templates(Optional.empty(), Optional.empty());
}
