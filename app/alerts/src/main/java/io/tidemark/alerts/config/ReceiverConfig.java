package io.tidemark.alerts.config;

/**
 * One receiver.
 *
 * @param name unique in the file
 * @param kind its protocol and place
 * @param sendResolved whether it is notified that an alert has ended
 */
public record ReceiverConfig(
        String name, ReceiverKind kind, Connection connection, Templates templates, boolean sendResolved) {}
