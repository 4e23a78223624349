package io.tidemark.streams.kafka;

import java.lang.reflect.Field;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.internals.InternalTopologyBuilder;

/**
 * Kafka's test driver for topologies whose sources are names of topics. By itself it compiles the name of each source to a pattern, twice for each record that
 * the topology writes, which takes a third of the time of ten thousands of records.
 */
public final class TopologyDrivers {
    private TopologyDrivers() {}

    /** @param topology none of whose sources is a pattern */
    public static TopologyTestDriver start(Topology topology, Properties config, Instant now) {
        TopologyTestDriver driver = new TopologyTestDriver(topology, config, now);
        builder(topology).fullSourceTopicNames().clear();
        try {
            Field partitions = TopologyTestDriver.class.getDeclaredField("partitionsByInputTopic");
            partitions.setAccessible(true);
            partitions.set(driver, new Named((Map<?, ?>) partitions.get(driver)));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
        return driver;
    }

    static InternalTopologyBuilder builder(Topology topology) {
        try {
            Field field = Topology.class.getDeclaredField("internalTopologyBuilder");
            field.setAccessible(true);
            return (InternalTopologyBuilder) field.get(topology);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    /** Supports look-ups by name only: code that iterates over the entries searches for patterns, and finds none. */
    private static final class Named extends HashMap<Object, Object> {
        private static final long serialVersionUID = 1;

        Named(Map<?, ?> partitions) {
            super(partitions);
        }

        @Override
        public Set<Entry<Object, Object>> entrySet() {
            return Set.of();
        }
    }
}
