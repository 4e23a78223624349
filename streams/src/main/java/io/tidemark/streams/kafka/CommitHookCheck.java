package io.tidemark.streams.kafka;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.AppInfoParser;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Proves on a real task of the Kafka Streams that is on the class path that the commit hook fires and can forward. Kafka may
 * change its internals in any release; then this refuses to start instead of losing data.
 */
public final class CommitHookCheck {
    private static final String IN = "hook-check-in";
    private static final String OUT = "hook-check-out";
    private static final String STORE = "hook-check";

    private CommitHookCheck() {}

    /**
     * @param scratch folder that the check may write to
     * @throws IllegalStateException if the hook does not work with this Kafka Streams
     */
    public static void run(Path scratch) {
        List<String> forwarded = forwardedAtCommit(scratch);
        if (!forwarded.equals(List.of("kept"))) {
            throw new IllegalStateException("Kafka Streams " + AppInfoParser.getVersion()
                    + " must call the commit hook once per commit, but a check forwarded " + forwarded
                    + " instead of [kept]; Tidemark would lose data and does not start");
        }
    }

    private static List<String> forwardedAtCommit(Path scratch) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "tidemark-hook-check");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
        config.put(StreamsConfig.STATE_DIR_CONFIG, scratch.toString());
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        Topology topology = new Topology()
                .addSource("in", IN)
                .addProcessor("keep", Keeper::new, "in")
                .addStateStore(CommitHook.heapOnly(STORE), "keep")
                .addSink("out", OUT, "keep");
        try (TopologyTestDriver driver = new TopologyTestDriver(topology, config)) {
            driver.createInputTopic(
                            IN, Serdes.String().serializer(), Serdes.String().serializer())
                    .pipeInput("key", "kept");
            return driver.createOutputTopic(
                            OUT, Serdes.String().deserializer(), Serdes.String().deserializer())
                    .readValuesToList();
        }
    }

    /** Forwards nothing while processing, everything at commit. */
    private static final class Keeper extends ContextualProcessor<String, String, String, String>
            implements CommitListener {
        private final ArrayDeque<Record<String, String>> kept = new ArrayDeque<>();

        @Override
        public void init(ProcessorContext<String, String> context) {
            super.init(context);
            CommitHook.attach(context, STORE, this);
        }

        @Override
        public void process(Record<String, String> record) {
            kept.add(record);
        }

        @Override
        public void beforeCommit() {
            while (!kept.isEmpty()) {
                context().forward(kept.remove());
            }
        }

        @Override
        public void discard() {
            kept.clear();
        }
    }
}
