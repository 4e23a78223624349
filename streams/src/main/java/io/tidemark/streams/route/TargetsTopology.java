package io.tidemark.streams.route;

import io.tidemark.streams.processor.TeamServices;
import io.tidemark.streams.processor.TeamTopics;
import io.tidemark.streams.processor.TopicRouting;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.state.Stores;

/** {@code target-inbox -> [targets: target-runs, ring of samples] -> run-inbox}. */
public final class TargetsTopology {
    /** Runs bound to each target and the last samples of it. */
    static final String STORE = "target-runs";

    private TargetsTopology() {}

    public static void add(
            StreamsBuilder builder, KStream<String, byte[]> targetInbox, TeamTopics topics, TeamServices tools) {
        builder.addStateStore(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(STORE), Serdes.String(), Serdes.ByteArray()));
        TopicRouting.sendToNamedTopic(
                "targets-deliver",
                targetInbox.process(() -> new TargetsProcessor(topics, tools.clock()), Named.as("targets"), STORE));
    }
}
