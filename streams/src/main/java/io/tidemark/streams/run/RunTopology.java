package io.tidemark.streams.run;

import io.tidemark.streams.flow.Outlets;
import io.tidemark.streams.flow.TeamTools;
import io.tidemark.streams.flow.TeamTopics;
import io.tidemark.streams.hook.CommitHook;
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
            StreamsBuilder builder, KStream<String, byte[]> runInbox, Outlets.Lanes lanes, TeamTools tools) {
        TeamTopics topics = lanes.topics();
        builder.addStateStore(CommitHook.withChangelog(STORE));
        return Outlets.inbox(
                TeamTopics.PHASE_PAIRS,
                lanes,
                runInbox.process(() -> new RunProcessor(topics, tools), Named.as("run"), STORE));
    }
}
