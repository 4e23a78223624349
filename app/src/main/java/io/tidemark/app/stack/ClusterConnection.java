package io.tidemark.app.stack;

import io.tidemark.events.RequestEvent;
import io.tidemark.exporter.ResultExporter;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.producer.publish.PublisherSettings;
import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.RecordFeed;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.RegistryUnavailableException;
import io.tidemark.schemas.serde.SchemaNotRegisteredException;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.sinks.sink.SinkOptions;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.retention.Retention;
import io.tidemark.streams.host.StreamsOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;

/**
 * How to reach a cluster.
 *
 * @param bootstrapServers of Kafka
 * @param registry of the schemas
 * @param clientSettings of every Kafka client, such as security
 * @param options that name it to another command; none if that finds it by itself
 */
public record ClusterConnection(
        String bootstrapServers, RegistryConfig registry, Map<String, String> clientSettings, List<String> options) {
    private static final int ANSWERS_WITHIN_MILLIS = 10_000;
    /** The process of a stack on this machine runs: a late answer is that of a busy machine, not of a wrong address. */
    private static final int ANSWERS_ON_THIS_MACHINE_WITHIN_MILLIS = 60_000;

    public ClusterConnection {
        clientSettings = Map.copyOf(clientSettings);
        options = List.copyOf(options);
    }

    /** One that other commands in the same home find by themselves. */
    public ClusterConnection(String bootstrapServers, RegistryConfig registry, Map<String, String> clientSettings) {
        this(bootstrapServers, registry, clientSettings, List.of());
    }

    /** Whether it is the default: the stack of the home folder on this machine. */
    public boolean isOfThisHome() {
        return options.isEmpty();
    }

    /**
     * An admin client of a cluster that answers; the caller closes it.
     *
     * @throws OperationException if Kafka does not answer
     */
    public Admin admin() {
        Admin admin = adminOfAnyUser();
        boolean answered = false;
        try {
            int withinMillis = isOfThisHome() ? ANSWERS_ON_THIS_MACHINE_WITHIN_MILLIS : ANSWERS_WITHIN_MILLIS;
            var unused = await(admin.describeCluster(new DescribeClusterOptions().timeoutMs(withinMillis))
                    .nodes());
            answered = true;
            return admin;
        } finally {
            if (!answered) {
                admin.close(Duration.ZERO);
            }
        }
    }

    /**
     * The id that the Kafka cluster gave itself.
     *
     * @throws OperationException if Kafka does not answer
     */
    public String clusterId() {
        try (Admin admin = admin()) {
            return await(admin.describeCluster().clusterId());
        }
    }

    private <T> T await(KafkaFuture<T> answer) {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw unusable(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unusable(e);
        }
    }

    /**
     * Returns if a producer of this team has what it needs, so that no load is sent whose events would have nowhere to go.
     *
     * @throws OperationException if Kafka or the registry does not answer, or a topic or schema of the team is not there
     */
    public void requireReadyFor(Team team) {
        lacking(team).ifPresent(description -> {
            throw new UnavailableException(description);
        });
    }

    /**
     * What is missing of a team, and what to do; empty if nothing is.
     *
     * @throws OperationException if Kafka does not answer
     * @throws RegistryUnavailableException if the registry cannot be asked
     */
    public Optional<String> lacking(Team team) {
        Set<String> present = topics();
        List<String> missing = Arrays.stream(Topic.values())
                .filter(Topic::isRequired)
                .map(topic -> topic.in(team))
                .filter(name -> !present.contains(name))
                .toList();
        if (!missing.isEmpty()) {
            return Optional.of("Kafka at " + bootstrapServers + " lacks topics of team " + team + " ("
                    + String.join(", ", missing) + "); make them with `tidemark admin topics create --team " + team
                    + "`");
        }
        try {
            var unused = schemas().encoder(Topic.REQUESTS, team, RequestEvent.class);
            return Optional.empty();
        } catch (SchemaNotRegisteredException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Whether a team has a topic, as far as the user may see.
     *
     * @throws OperationException if Kafka does not answer
     */
    public boolean has(Topic topic, Team team) {
        return topics().contains(topic.in(team));
    }

    private Set<String> topics() {
        try (Admin admin = admin()) {
            return await(admin.listTopics().names());
        }
    }

    /** What every client of Kafka is given; a copy of the caller's own. */
    public Map<String, Object> kafkaSettings() {
        Map<String, Object> settings = new HashMap<>(clientSettings);
        settings.put("bootstrap.servers", bootstrapServers);
        return settings;
    }

    private Admin adminOfAnyUser() {
        Map<String, Object> settings = kafkaSettings();
        settings.put("client.id", "tidemark-admin");
        settings.put("request.timeout.ms", "5000");
        settings.put("default.api.timeout.ms", "15000");
        try {
            return Admin.create(settings);
        } catch (KafkaException e) {
            throw unusable(e);
        }
    }

    private OperationException unusable(Exception error) {
        Throwable cause = error.getCause() == null ? error : error.getCause();
        return new UnavailableException(
                "Kafka at " + bootstrapServers + " does not answer: " + cause.getMessage() + ". Is it up?", error);
    }

    /** Where a feed of that name reads topics of this cluster. */
    public RecordFeed.Source feed(String name) {
        return new RecordFeed.Source(name, bootstrapServers, clientSettings);
    }

    /** A client of the registry of the schemas. */
    public SchemaRegistry schemas() {
        return SchemaRegistry.connect(registry);
    }

    /** How events are published to Kafka, which wait in the spool while it is away. */
    public PublisherSettings publishing(SpoolSettings spool) {
        return new PublisherSettings(bootstrapServers, clientSettings, spool);
    }

    /** Publishes events of a team; the caller closes it. */
    public KafkaPublisher publisher(Team team, SpoolSettings spool, Clocks clocks) {
        return KafkaPublisher.connect(publishing(spool), schemas(), team, clocks);
    }

    /** An exporter of this cluster's teams, of none yet. */
    ResultExporter exporter(InstantSource clock) {
        return new ResultExporter(feed("exporter"), schemas(), clock);
    }

    /** Options of a streams host on this cluster; no teams means every team. */
    public StreamsOptions streams(Path stateDir, Set<Team> teams) {
        return new StreamsOptions(
                new StreamsOptions.Kafka(bootstrapServers, clientSettings),
                registry,
                stateDir,
                teams.stream().map(Team::name).collect(Collectors.toSet()),
                StreamsOptions.Tuning.defaults());
    }

    /** Options of a sink from this cluster into a store; no teams means every team. */
    public SinkOptions sink(StoreAddress store, Set<Team> teams, Retention retention) {
        return new SinkOptions(bootstrapServers, clientSettings, registry, store, teams, retention);
    }
}
