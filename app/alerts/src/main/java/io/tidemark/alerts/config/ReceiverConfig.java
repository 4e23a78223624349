package io.tidemark.alerts.config;

import java.util.Optional;

/**
 * One receiver.
 *
 * @param name unique in the file
 * @param kind its protocol and place
 * @param sendResolved whether it is notified that an alert has ended
 */
public record ReceiverConfig(
        String name, ReceiverKind kind, Connection connection, Templates templates, boolean sendResolved) {
    /**
     * A receiver's own texts, in Mustache; what is empty is as by default.
     *
     * @param title of a message
     * @param body for each alert of a message
     */
    public record Templates(Optional<String> title, Optional<String> body) {
        public static final Templates DEFAULT = new Templates(Optional.empty(), Optional.empty());
    }
}
