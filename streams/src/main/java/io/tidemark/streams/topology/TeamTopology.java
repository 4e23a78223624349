package io.tidemark.streams.topology;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.streams.compare.RegressionsProcessor;
import io.tidemark.streams.ingest.IngestProcessor;
import io.tidemark.streams.kafka.CommitHook;
import io.tidemark.streams.processor.Destination;
import io.tidemark.streams.processor.RoutedRecord;
import io.tidemark.streams.processor.TeamServices;
import io.tidemark.streams.route.RouteProcessor;
import io.tidemark.streams.route.ServerRouteProcessor;
import io.tidemark.streams.route.TargetsProcessor;
import io.tidemark.streams.run.RunProcessor;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.processor.TimestampExtractor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * The topology of a team: six sub-topologies, one per processor, that only topics connect. The first sub-topology that feeds an internal topic declares it.
 * {@link Topology#describe()} names every node and topic; the picture in docs/architecture.md is generated from it.
 */
public final class TeamTopology {
    private final StreamsBuilder builder = new StreamsBuilder();
    private final Team team;
    private final TeamServices services;
    private final int internalPartitions;

    private TeamTopology(Team team, TeamServices services, int internalPartitions) {
        this.team = team;
        this.services = services;
        this.internalPartitions = internalPartitions;
    }

    /** {@code internalPartitions} is fixed: Kafka Streams refuses another count for a team that has run already. */
    public static Topology of(Team team, TeamServices services, int internalPartitions) {
        return new TeamTopology(team, services, internalPartitions).build();
    }

    private Topology build() {
        KStream<String, byte[]> runInbox = ingest();
        route();
        KStream<String, byte[]> targetInbox = routeServers();
        targets(targetInbox);
        KStream<String, byte[]> stepResults = run(runInbox);
        regressions(stepResults);
        return builder.build();
    }

    /** {@code tokens, requests -> ingest -> run-inbox, dead-letters}. Declares {@code run-inbox}. */
    private KStream<String, byte[]> ingest() {
        builder.addStateStore(CommitHook.heapOnly(IngestProcessor.HOOK));
        ProcessorOutput out = process(
                "ingest",
                source("ingest-source", Topic.TOKENS, Topic.REQUESTS),
                () -> new IngestProcessor(team, services),
                IngestProcessor.HOOK);
        out.to(Destination.DEAD_LETTERS);
        return out.repartition(Destination.RUN_INBOX, internalPartitions);
    }

    /** {@code control, heartbeats -> route -> run-inbox, target-inbox, dead-letters}. */
    private void route() {
        process(
                        "route",
                        source("route-source", Topic.CONTROL, Topic.HEARTBEATS),
                        () -> new RouteProcessor(team, services))
                .to(Destination.RUN_INBOX, Destination.TARGET_INBOX, Destination.DEAD_LETTERS);
    }

    /** {@code servers -> route-servers -> target-inbox, dead-letters}. Declares {@code target-inbox}. */
    private KStream<String, byte[]> routeServers() {
        ProcessorOutput out = process(
                "route-servers",
                source("route-servers-source", Topic.SERVERS),
                () -> new ServerRouteProcessor(services));
        out.to(Destination.DEAD_LETTERS);
        return out.repartition(Destination.TARGET_INBOX, internalPartitions);
    }

    /** {@code target-inbox -> targets -> run-inbox, dead-letters}. */
    private void targets(KStream<String, byte[]> targetInbox) {
        builder.addStateStore(inMemory(TargetsProcessor.STORE));
        process("targets", targetInbox, () -> new TargetsProcessor(services), TargetsProcessor.STORE)
                .to(Destination.RUN_INBOX, Destination.DEAD_LETTERS);
    }

    /**
     * {@code run-inbox -> run -> windows, breaches, steps, target-inbox, dead-letters, step-results-by-experiment}. Declares {@code step-results-by-experiment}.
     */
    private KStream<String, byte[]> run(KStream<String, byte[]> runInbox) {
        builder.addStateStore(CommitHook.withChangelog(RunProcessor.STORE));
        ProcessorOutput out = process("run", runInbox, () -> new RunProcessor(team, services), RunProcessor.STORE);
        out.to(
                Destination.WINDOWS,
                Destination.BREACHES,
                Destination.STEPS,
                Destination.TARGET_INBOX,
                Destination.DEAD_LETTERS);
        return out.repartition(Destination.STEP_RESULTS_BY_EXPERIMENT, internalPartitions);
    }

    /** {@code step-results-by-experiment -> regressions -> regressions, dead-letters}. */
    private void regressions(KStream<String, byte[]> stepResults) {
        builder.addStateStore(inMemory(RegressionsProcessor.STORE));
        process("regressions", stepResults, () -> new RegressionsProcessor(team, services), RegressionsProcessor.STORE)
                .to(Destination.REGRESSIONS, Destination.DEAD_LETTERS);
    }

    /** Values stay bytes: the processor decodes them, so that it can forward what is undecodable as a dead letter. */
    private KStream<String, byte[]> source(String name, Topic... topics) {
        return builder.stream(
                Arrays.stream(topics).map(topic -> topic.in(team)).toList(),
                Consumed.with(Serdes.String(), Serdes.ByteArray())
                        .withName(name)
                        .withTimestampExtractor(new AppendTimeExtractor()));
    }

    private ProcessorOutput process(
            String name,
            KStream<String, byte[]> input,
            ProcessorSupplier<String, byte[], String, RoutedRecord> processor,
            String... stores) {
        return new ProcessorOutput(team, name, input.process(processor, Named.as(name), stores));
    }

    /** With a changelog. */
    private static StoreBuilder<KeyValueStore<String, byte[]>> inMemory(String name) {
        return Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), Serdes.String(), Serdes.ByteArray());
    }

    /** The broker's append time, or the partition's time where a record has none: event time lives in the values only. */
    static final class AppendTimeExtractor implements TimestampExtractor {
        @Override
        public long extract(ConsumerRecord<Object, Object> consumed, long partitionTime) {
            return consumed.timestamp() >= 0 ? consumed.timestamp() : Math.max(0, partitionTime);
        }
    }

    /**
     * What a processor forwards, and its sinks: one per destination, named {@code <processor>-to-<destination>}.
     *
     * @param processor name of the processor's node
     */
    record ProcessorOutput(Team team, String processor, KStream<String, RoutedRecord> records) {
        /** Adds a sink for each destination. */
        void to(Destination... destinations) {
            for (Destination destination : destinations) {
                recordsFor(destination)
                        .to(
                                destination.topic(team),
                                Produced.with(Serdes.String(), Serdes.ByteArray())
                                        .withName(node(destination))
                                        .withStreamPartitioner(partitioner(destination)));
            }
        }

        /** Adds a sink for an internal topic that this sub-topology declares, and returns what any sub-topology writes to it. */
        KStream<String, byte[]> repartition(Destination destination, int partitions) {
            return recordsFor(destination)
                    .repartition(Repartitioned.<String, byte[]>as(destination.label())
                            .withKeySerde(Serdes.String())
                            .withValueSerde(Serdes.ByteArray())
                            .withNumberOfPartitions(partitions)
                            .withStreamPartitioner(partitioner(destination)));
        }

        private KStream<String, byte[]> recordsFor(Destination destination) {
            return records.filter(
                            (key, routed) -> routed.destination() == destination,
                            Named.as(node(destination) + "-filter"))
                    .mapValues(RoutedRecord::value, Named.as(node(destination) + "-value"));
        }

        private String node(Destination destination) {
            return processor + "-to-" + destination.label();
        }

        private static StreamPartitioner<String, byte[]> partitioner(Destination destination) {
            return (topic, key, value, partitions) -> Optional.of(Set.of(destination.partition(key, partitions)));
        }
    }
}
