package io.tidemark.streams;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.ServerSample;
import io.tidemark.events.TokenBatch;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;

/**
 * What two runs of our own load generator against the simulator left in the topics: one of two lanes that breaks its SLO, one of a step
 * cut into segments. Kept as Avro files, written by {@link InputRecorder}; the readers' schemas may be newer.
 */
final class RecordedInput {
    private static final int PARTITIONS = 2;

    /** The topics of the record, and what is in them. */
    static final Map<Topic, Class<? extends SpecificRecord>> TOPICS = new EnumMap<>(Map.of(
            Topic.TOKENS, TokenBatch.class,
            Topic.REQUESTS, RequestEvent.class,
            Topic.CONTROL, ControlEvent.class,
            Topic.HEARTBEATS, Heartbeat.class,
            Topic.SERVERS, ServerSample.class));

    private final List<List<SpecificRecord>> partitions;

    private RecordedInput(Collection<List<SpecificRecord>> partitions) {
        this.partitions = List.copyOf(partitions);
    }

    /** Made up, not recorded. */
    static RecordedInput of(List<List<SpecificRecord>> partitions) {
        TrustedEventClasses.trust();
        return new RecordedInput(partitions);
    }

    static RecordedInput load() {
        TrustedEventClasses.trust();
        Map<String, List<SpecificRecord>> partitions = new TreeMap<>();
        TOPICS.forEach((topic, type) -> {
            for (SpecificRecord event : events(topic, type)) {
                String name = topic + "/" + topic.partition(TeamTopics.key(event), PARTITIONS);
                partitions.computeIfAbsent(name, unseen -> new ArrayList<>()).add(event);
            }
        });
        return new RecordedInput(partitions.values());
    }

    private static <T extends SpecificRecord> List<T> events(Topic topic, Class<T> type) {
        String file = "recorded-" + topic.stream() + ".avro";
        try (InputStream in = Objects.requireNonNull(RecordedInput.class.getResourceAsStream(file), file);
                DataFileStream<T> events = new DataFileStream<>(in, new SpecificDatumReader<>(type))) {
            List<T> all = new ArrayList<>();
            events.forEach(all::add);
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same with one request or token batch in twenty sent twice by its lane. */
    RecordedInput withRepeats(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<List<SpecificRecord>> repeated = new ArrayList<>();
        for (List<SpecificRecord> partition : partitions) {
            List<SpecificRecord> events = new ArrayList<>();
            for (SpecificRecord event : partition) {
                events.add(event);
                boolean numbered = event instanceof RequestEvent || event instanceof TokenBatch;
                if (numbered && random.nextInt(20) == 0) {
                    events.add(event);
                }
            }
            repeated.add(events);
        }
        return new RecordedInput(repeated);
    }

    /** One partition after the other. */
    List<SpecificRecord> oneByOne() {
        return partitions.stream().flatMap(List::stream).toList();
    }

    /** One partition after the other, the last one first. */
    List<SpecificRecord> lastFirst() {
        List<SpecificRecord> merged = new ArrayList<>();
        for (int i = partitions.size() - 1; i >= 0; i--) {
            merged.addAll(partitions.get(i));
        }
        return merged;
    }

    /** A merge that reads up to {@code burst} records of a partition, drawn at random, at a time. */
    List<SpecificRecord> merged(long seed, int burst) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] at = new int[partitions.size()];
        List<SpecificRecord> merged = new ArrayList<>();
        int all = partitions.stream().mapToInt(List::size).sum();
        while (merged.size() < all) {
            int next = weighted(random.nextInt(all - merged.size()), at);
            List<SpecificRecord> from = partitions.get(next);
            int until = Math.min(from.size(), at[next] + 1 + random.nextInt(burst));
            merged.addAll(from.subList(at[next], until));
            at[next] = until;
        }
        return merged;
    }

    /** The partition that the n-th of the records left is in: longer ones are read oftener, so that all end together. */
    private int weighted(int n, int[] at) {
        int left = n;
        for (int i = 0; i < at.length; i++) {
            left -= partitions.get(i).size() - at[i];
            if (left < 0) {
                return i;
            }
        }
        throw new AssertionError("no record is left");
    }
}
