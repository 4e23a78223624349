package io.tidemark.streams.processor;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/** Where a processor's record goes: a topic of the team, or an internal topic between two sub-topologies. */
public enum Destination {
    WINDOWS(Topic.WINDOWS),
    BREACHES(Topic.BREACHES),
    STEPS(Topic.STEPS),
    REGRESSIONS(Topic.REGRESSIONS),
    DEAD_LETTERS(Topic.DEAD_LETTERS),
    /** All input of runs, keyed by run. */
    RUN_INBOX("run-inbox"),
    /** All input of targets, keyed by target. */
    TARGET_INBOX("target-inbox"),
    /** Final results of steps and segments, keyed by experiment. */
    STEP_RESULTS_BY_EXPERIMENT("step-results-by-experiment");

    /** Bytes that a value between two sub-topologies, or a part of a store, may take: what the application's producer sends, 8 MiB, is more. */
    public static final int MAX_INTERNAL_BYTES = 7 << 20;

    private final String label;
    private final @Nullable Topic topic;

    Destination(Topic topic) {
        this.label = topic.stream();
        this.topic = topic;
    }

    /** An internal topic: Kafka Streams creates it for the repartition of this name. */
    Destination(String repartition) {
        this.label = repartition;
        this.topic = null;
    }

    /** The same for every team: the last part of a topic's name, or the name of the repartition. */
    public String label() {
        return label;
    }

    /** Whether only the team's application uses it. */
    public boolean isInternal() {
        return topic == null;
    }

    /** Bytes that a value may take. */
    int maxBytes() {
        return isInternal() ? MAX_INTERNAL_BYTES : Topic.MAX_RESULT_BYTES;
    }

    /** Name of the topic in Kafka. */
    public String topic(Team team) {
        return topic == null ? team.applicationId() + "-" + label + "-repartition" : topic.in(team);
    }

    /** The partition of a key: as the topic defines it, or by murmur2 of the whole key. */
    public int partition(String key, int partitions) {
        return topic == null
                ? Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % partitions
                : topic.partition(key, partitions);
    }
}
