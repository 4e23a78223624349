package io.tidemark.streams.ingest;

import io.tidemark.schemas.Topic;
import io.tidemark.streams.flow.Outlets;
import io.tidemark.streams.flow.TeamTools;
import io.tidemark.streams.flow.TeamTopics;
import io.tidemark.streams.hook.CommitHook;
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
    public static KStream<String, byte[]> add(StreamsBuilder builder, Outlets.Lanes lanes, TeamTools tools) {
        TeamTopics topics = lanes.topics();
        builder.addStateStore(CommitHook.heapOnly(HOOK));
        return Outlets.inbox(
                TeamTopics.RUN_INBOX,
                lanes,
                builder.stream(
                                List.of(topics.of(Topic.TOKENS), topics.of(Topic.REQUESTS)),
                                Outlets.raw("ingest-source"))
                        .process(() -> new IngestProcessor(topics, tools), Named.as("ingest"), HOOK));
    }
}
