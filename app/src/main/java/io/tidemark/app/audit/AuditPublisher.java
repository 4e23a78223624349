package io.tidemark.app.audit;

import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.stack.RecordPublisher;
import io.tidemark.events.AuditEvent;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.security.JaasContext;

/**
 * Publishes changes to the topic {@code audit} of a team. A command does it before it makes the change, and makes none that it could not
 * publish: so there may be a record of a change that failed, and no change without a record.
 */
public record AuditPublisher(ClusterConnection connection, Team team) {
    private static final String MAKE = "; `tidemark admin topics create --team ";

    /** Whether the team has the topic. */
    public boolean isThere() {
        return connection.has(Topic.AUDIT, team);
    }

    /**
     * Returns when Kafka has it.
     *
     * @throws OperationException if Kafka does not take it
     */
    public void publish(AuditEvent event) {
        String topic = Topic.AUDIT.in(team);
        if (!isThere()) {
            String lacks = "Kafka at " + connection.bootstrapServers() + " lacks " + topic;
            throw notRecorded(lacks + MAKE + team + "` makes it", new UnknownTopicOrPartitionException(lacks));
        }
        try {
            new RecordPublisher(connection, team)
                    .publish(Topic.AUDIT, event.getId(), withLogin(event), AuditEvent.class);
        } catch (OperationException e) {
            throw notRecorded(String.valueOf(e.getMessage()), e.getCause() == null ? e : e.getCause());
        }
    }

    /** A caller over HTTP is known by then, and is not the process that publishes for it. */
    private AuditEvent withLogin(AuditEvent event) {
        return event.getLogin().isEmpty()
                ? AuditEvent.newBuilder(event)
                        .setLogin(login(connection.clientSettings()))
                        .build()
                : event;
    }

    private static OperationException notRecorded(String why, Throwable cause) {
        return new UnavailableException("nothing was changed, because it cannot be recorded: " + why, cause);
    }

    /** Name of the user that Kafka's clients log in as with a password, or as a client of an issuer of tokens; empty if there is none. */
    static String login(Map<String, String> settings) {
        String jaas = settings.get(SaslConfigs.SASL_JAAS_CONFIG);
        if (jaas == null) {
            return "";
        }
        return JaasContext.loadClientContext(Map.of(SaslConfigs.SASL_JAAS_CONFIG, new Password(jaas)))
                .configurationEntries()
                .stream()
                .flatMap(entry -> Stream.of("username", "clientId")
                        .map(entry.getOptions()::get)
                        .filter(String.class::isInstance)
                        .map(String.class::cast))
                .findFirst()
                .orElse("");
    }
}
