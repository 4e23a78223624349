package io.tidemark.app.audit;

import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.events.AuditEvent;
import io.tidemark.reports.exit.CommandException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.EventEncoder;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.security.JaasContext;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Publishes changes to the topic {@code audit} of a team. A command does it before it makes the change, and makes none that it could not
 * publish: so there may be a record of a change that failed, and no change without a record.
 */
public record AuditPublisher(ClusterConnection connection, Team team) {
    private static final String MAKE = "; `tidemark admin topics create --team ";

    /** Whether the team has the topic. A team that an earlier version made has none. */
    public boolean isThere() {
        return connection.has(Topic.AUDIT, team);
    }

    /**
     * Returns when Kafka has it.
     *
     * @throws CommandException if Kafka does not take it
     */
    public void publish(AuditEvent event) {
        String topic = Topic.AUDIT.in(team);
        if (!isThere()) {
            String lacks = "Kafka at " + connection.bootstrapServers() + " lacks " + topic;
            throw notRecorded(lacks + MAKE + team + "` makes it", new UnknownTopicOrPartitionException(lacks));
        }
        AuditEvent known = event.getLogin().isEmpty()
                ? AuditEvent.newBuilder(event)
                        .setLogin(login(connection.clientSettings()))
                        .build()
                : event;
        try (Producer<String, byte[]> producer =
                new KafkaProducer<>(connection.kafkaSettings(), new StringSerializer(), new ByteArraySerializer())) {
            EventEncoder<AuditEvent> encoder =
                    SchemaRegistry.connect(connection.registry()).encoder(Topic.AUDIT, team, AuditEvent.class);
            int partition = Topic.AUDIT.partition(
                    known.getId(), producer.partitionsFor(topic).size());
            producer.send(new ProducerRecord<>(topic, partition, known.getId(), encoder.encode(known)))
                    .get();
        } catch (ExecutionException e) {
            Throwable why = e.getCause() == null ? e : e.getCause();
            throw notRecorded(topic + ": " + why.getMessage(), why);
        } catch (KafkaException | IllegalStateException e) {
            throw notRecorded(topic + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw notRecorded(topic + ": interrupted", e);
        }
    }

    private static CommandException notRecorded(String why, Throwable cause) {
        return CommandException.infrastructure("nothing was changed, because it cannot be recorded: " + why, cause);
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
