package io.tidemark.streams.compare;

import io.tidemark.streams.processor.TeamServices;
import io.tidemark.streams.processor.TeamTopics;
import io.tidemark.streams.processor.TopicRouting;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.state.Stores;

/** {@code phase-pairs -> [regressions: run-figures] -> regressions}. */
public final class RegressionsTopology {
    /** Final results of the last runs of each phase and of the last segments of each soak. */
    static final String STORE = "run-figures";

    private RegressionsTopology() {}

    public static void add(
            StreamsBuilder builder, KStream<String, byte[]> phasePairs, TeamTopics topics, TeamServices tools) {
        builder.addStateStore(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(STORE), Serdes.String(), Serdes.ByteArray()));
        TopicRouting.sendToNamedTopic(
                "regressions-deliver",
                phasePairs.process(() -> new RegressionsProcessor(topics, tools), Named.as("regressions"), STORE));
    }
}
