package io.tidemark.streams.run;

import io.tidemark.streams.kafka.CommitHook;
import io.tidemark.streams.processor.TeamServices;
import io.tidemark.streams.processor.TeamTopics;
import io.tidemark.streams.processor.TopicRouting;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;

/** {@code run-inbox -> [run: run-state] -> windows, breaches, phases, phase-pairs}. */
public final class RunTopology {
    /** Seconds, lanes, definitions, samples, steps and alarms of runs. */
    static final String STORE = "run-state";

    private RunTopology() {}

    /** Returns final results of steps and segments by experiment. */
    public static KStream<String, byte[]> add(
            StreamsBuilder builder,
            KStream<String, byte[]> runInbox,
            TopicRouting.RepartitionSpec lanes,
            TeamServices tools) {
        TeamTopics topics = lanes.topics();
        builder.addStateStore(CommitHook.withChangelog(STORE));
        return TopicRouting.repartitionOrSend(
                TeamTopics.STEP_RESULTS_BY_EXPERIMENT,
                lanes,
                runInbox.process(() -> new RunProcessor(topics, tools), Named.as("run"), STORE));
    }
}
