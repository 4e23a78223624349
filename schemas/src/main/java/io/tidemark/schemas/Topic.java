package io.tidemark.schemas;

import com.google.common.collect.ImmutableMap;
import io.tidemark.events.AlertEvent;
import io.tidemark.events.AuditEvent;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.Regression;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunCommand;
import io.tidemark.events.ServerSample;
import io.tidemark.events.SloBreach;
import io.tidemark.events.StepResult;
import io.tidemark.events.TokenBatch;
import io.tidemark.events.WindowStats;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * The topics of a team, {@code tidemark.<team>.<stream>}: the only bus between processes. All are {@code LogAppendTime}, so
 * that no producer's clock can upset retention or order; event time lives in the values.
 */
public enum Topic {
    TOKENS(
            "tokens",
            PartitionedBy.LANE,
            TokenBatch.class,
            Policy.keep(Duration.ofHours(6)),
            "Chunks of one request in <= 250 ms"),
    REQUESTS(
            "requests",
            PartitionedBy.LANE,
            RequestEvent.class,
            Policy.keep(Duration.ofDays(7)),
            "One per request that was due, whatever became of it"),
    CONTROL(
            "control",
            PartitionedBy.SECOND_PART,
            ControlEvent.class,
            Policy.compacted(),
            "Full current state of runs, steps, objectives, watched plans and tunes"),
    HEARTBEATS(
            "heartbeats",
            PartitionedBy.FIRST_PART,
            Heartbeat.class,
            Policy.keep(Duration.ofDays(1)),
            "What each lane says of itself each second"),
    SERVERS(
            "servers",
            PartitionedBy.KEY,
            ServerSample.class,
            Policy.keep(Duration.ofDays(7)),
            "Scrapes of engines, routers, GPUs and hosts, raw"),
    WINDOWS(
            "windows",
            PartitionedBy.FIRST_PART,
            WindowStats.class,
            Policy.keep(Duration.ofDays(7)),
            "Rolling percentiles with the server's signals beside them"),
    BREACHES(
            "breaches",
            PartitionedBy.KEY,
            SloBreach.class,
            Policy.compacted(),
            "SLO breaches: opened, updated, closed, retracted"),
    STEPS("steps", PartitionedBy.KEY, StepResult.class, Policy.compacted(), "Step results: interim, then final"),
    REGRESSIONS(
            "regressions",
            PartitionedBy.KEY,
            Regression.class,
            Policy.compacted(),
            "A candidate phase against its base"),
    ALERTS("alerts", PartitionedBy.KEY, AlertEvent.class, Policy.compacted(), "Alerts: pending, firing, resolved"),
    AUDIT(
            "audit",
            PartitionedBy.KEY,
            AuditEvent.class,
            Policy.keep(Policy.CHANGES_KEPT),
            "Changes of settings and data: who, what, when, from where"),
    RUN_COMMANDS(
            "run-commands",
            PartitionedBy.KEY,
            RunCommand.class,
            Policy.keep(Duration.ofDays(1)),
            "What is asked of runs that go on: to stop, by whom and why"),
    DEAD_LETTERS(
            "dead-letters",
            PartitionedBy.KEY,
            null,
            Policy.keep(Duration.ofDays(14)),
            "What could not be decoded or processed; reason and origin in headers");

    /** How long a record of a change is kept at least, in its topic and in a store: a year, and a month to review it. */
    public static final Duration AUDIT_KEPT = Policy.CHANGES_KEPT;

    /** Bytes that a result may take: a topic takes 1 MiB by default, with key and headers. */
    public static final int MAX_RESULT_BYTES = 900 << 10;

    /** Partitions of each topic of a team by default. */
    public static final int DEFAULT_PARTITIONS = 4;

    private static final Pattern NAME = Pattern.compile("tidemark\\.(" + Team.RULE + ")\\.([a-z-]+)");

    private final String stream;
    private final PartitionedBy partitionedBy;
    private final @Nullable Class<? extends SpecificRecord> event;
    private final ImmutableMap<String, String> config;
    private final String content;

    Topic(
            String stream,
            PartitionedBy partitionedBy,
            @Nullable Class<? extends SpecificRecord> event,
            ImmutableMap<String, String> config,
            String content) {
        this.stream = stream;
        this.partitionedBy = partitionedBy;
        this.event = event;
        this.config = config;
        this.content = content;
    }

    /** Name of the team's topic. */
    public String in(Team team) {
        return team.prefix() + stream;
    }

    /** Last part of the topic's name. */
    public String stream() {
        return stream;
    }

    /** Schema of its values; none for dead letters, which are raw bytes. */
    public Optional<Schema> schema() {
        return event().map(SpecificData.get()::getSchema);
    }

    /** Class of its values; none for dead letters. */
    public Optional<Class<? extends SpecificRecord>> event() {
        return Optional.ofNullable(event);
    }

    /** Subject of its values' schema, by Confluent's TopicNameStrategy. */
    public String subject(Team team) {
        return in(team) + "-value";
    }

    /** Topic configuration for a cluster, without replication. */
    public Map<String, String> config() {
        return config;
    }

    /** One line on what it holds, for docs and {@code tidemark admin topics}. */
    public String content() {
        return content;
    }

    /** Whether producers write it and streams reads it; the others are written by streams, the dispatcher of alerts or commands that change settings or stop runs. */
    public boolean isInput() {
        return switch (this) {
            case TOKENS, REQUESTS, CONTROL, HEARTBEATS, SERVERS -> true;
            case WINDOWS, BREACHES, STEPS, REGRESSIONS, ALERTS, AUDIT, RUN_COMMANDS, DEAD_LETTERS -> false;
        };
    }

    /** Whether measuring and computing results needs it. */
    public boolean isRequired() {
        return this != ALERTS && this != AUDIT && this != RUN_COMMANDS;
    }

    /** What records are partitioned by. */
    public PartitionedBy partitionedBy() {
        return partitionedBy;
    }

    /** The partition of a key, as {@link PartitionedBy} says, by murmur2. */
    public int partition(String key, int partitions) {
        byte[] basis = partitionedBy.basis(key).getBytes(StandardCharsets.UTF_8);
        return Utils.toPositive(Utils.murmur2(basis)) % partitions;
    }

    /** The team and stream of a topic's name; empty for topics that are not ours. */
    public static Optional<Located> locate(String topicName) {
        Matcher matcher = NAME.matcher(topicName);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Arrays.stream(values())
                .filter(topic -> topic.stream.equals(matcher.group(2)))
                .findFirst()
                .map(topic -> new Located(new Team(matcher.group(1)), topic));
    }

    /** A team's topic. */
    public record Located(Team team, Topic topic) {}

    /** The part of a record's key that decides its partition. */
    public enum PartitionedBy {
        /** The whole key. */
        KEY("whole key") {
            @Override
            String basis(String key) {
                return key;
            }
        },
        /** {@code run/...}: the run. */
        FIRST_PART("run") {
            @Override
            String basis(String key) {
                return Keys.part(key, 0);
            }
        },
        /** {@code run/<id>}, {@code step/<run>/<n>}, {@code slo/<run>/<name>}: the run. */
        SECOND_PART("run") {
            @Override
            String basis(String key) {
                return Keys.part(key, 1);
            }
        },
        /** {@code run/lane/n}: run and lane. */
        LANE("run and lane") {
            @Override
            String basis(String key) {
                return Keys.part(key, 0) + "/" + Keys.part(key, 1);
            }
        };

        private final String description;

        PartitionedBy(String description) {
            this.description = description;
        }

        abstract String basis(String key);

        /** For docs. */
        public String description() {
            return description;
        }
    }

    private static final class Policy {
        /** As long as stores keep windows by default. */
        private static final Duration LAST_RECORD_KEPT = Duration.ofDays(180);

        private static final Duration CHANGES_KEPT = Duration.ofDays(400);

        static ImmutableMap<String, String> keep(Duration retention) {
            return with(Map.of("cleanup.policy", "delete", "retention.ms", Long.toString(retention.toMillis())));
        }

        /** The last record of each key, until it is so old: what it describes is over, and its key never comes again. */
        static ImmutableMap<String, String> compacted() {
            return with(Map.of(
                    "cleanup.policy", "compact,delete", "retention.ms", Long.toString(LAST_RECORD_KEPT.toMillis())));
        }

        private static ImmutableMap<String, String> with(Map<String, String> policy) {
            Map<String, String> config = new TreeMap<>(policy);
            config.put("message.timestamp.type", "LogAppendTime");
            return ImmutableMap.copyOf(config);
        }
    }
}
