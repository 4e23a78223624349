package io.tidemark.streams.ingest;

import io.tidemark.schemas.Topic;
import io.tidemark.streams.kafka.CommitHook;
import io.tidemark.streams.processor.TeamServices;
import io.tidemark.streams.processor.TeamTopics;
import io.tidemark.streams.processor.TopicRouting;
import java.util.List;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;

/** {@code tokens, requests -> [ingest: heap, ingest-hook] -> run-inbox | dead-letters}. */
public final class IngestTopology {
    /** Carries the commit hook; holds nothing. */
    static final String HOOK = "ingest-hook";

    private IngestTopology() {}

    /** Returns the run inbox, which this sub-topology owns. */
    public static KStream<String, byte[]> add(
            StreamsBuilder builder, TopicRouting.RepartitionSpec lanes, TeamServices tools) {
        TeamTopics topics = lanes.topics();
        builder.addStateStore(CommitHook.heapOnly(HOOK));
        return TopicRouting.repartitionOrSend(
                TeamTopics.RUN_INBOX,
                lanes,
                builder.stream(
                                List.of(topics.of(Topic.TOKENS), topics.of(Topic.REQUESTS)),
                                TopicRouting.consumedBytes("ingest-source"))
                        .process(() -> new IngestProcessor(topics, tools), Named.as("ingest"), HOOK));
    }
}
