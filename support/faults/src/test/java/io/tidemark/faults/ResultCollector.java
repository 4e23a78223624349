package io.tidemark.faults;

import io.tidemark.events.Finality;
import io.tidemark.events.StepResult;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.DeadLetter;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.EventDecoder;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads all that a team's application commits, from the beginning, on a thread of its own. Thread-safe. */
final class ResultCollector implements AutoCloseable {
    private static final Pattern LIMIT = Pattern.compile("\\(limit [a-z.]+\\)|[a-z.]+ of the team");

    private final KafkaConsumer<String, byte[]> consumer;
    private final Team team;
    private final EventDecoder<WindowStats> windowDecoder;
    private final EventDecoder<StepResult> stepDecoder;
    private final Thread reader;
    private final Map<String, Map<WindowId, List<WindowStats>>> windows = new HashMap<>();
    private final Map<String, StepResult> steps = new HashMap<>();
    private final Map<String, Integer> finalSteps = new HashMap<>();
    private final List<ConsumerRecord<String, byte[]>> deadLetters = new ArrayList<>();
    private final Map<String, Long> deadLetterKinds = new TreeMap<>();
    private Optional<String> onlyRun = Optional.empty();
    private volatile boolean closed;
    private Instant lastOutput = Instant.EPOCH;
    private Instant finalThrough = Instant.EPOCH;
    private Duration worstLag = Duration.ZERO;
    private final List<FirstSeen> firstSeen = new ArrayList<>();
    private Optional<RuntimeException> failure = Optional.empty();

    /** When a window ended, and when its first record was seen. */
    private record FirstSeen(Instant end, Instant at) {}

    ResultCollector(Team team, String bootstrapServers, SchemaRegistry registry) {
        this.team = team;
        windowDecoder = registry.decoder(WindowStats.class);
        stepDecoder = registry.decoder(StepResult.class);
        Properties config = new Properties();
        config.put("bootstrap.servers", bootstrapServers);
        config.put("isolation.level", "read_committed");
        config.put("auto.offset.reset", "none"); // nothing may be skipped or read again
        consumer = new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> partitions = new ArrayList<>();
        for (Topic topic : List.of(Topic.WINDOWS, Topic.STEPS, Topic.DEAD_LETTERS)) {
            consumer.partitionsFor(topic.in(team))
                    .forEach(info -> partitions.add(new TopicPartition(info.topic(), info.partition())));
        }
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        reader = new Thread(this::read, "results-" + team);
        reader.start();
    }

    /** Results of other runs are not kept, and dead letters are only counted. */
    synchronized void keepOnly(String run) {
        onlyRun = Optional.of(run);
    }

    /** When anything was last seen to be committed. */
    synchronized Instant lastOutput() {
        return lastOutput;
    }

    /** The last end of a window that was published for good: all that was handed over until then was counted. */
    synchronized Instant finalThrough() {
        return finalThrough;
    }

    /** The longest time from a window's end to seeing its record since the last call, of windows that just ended. */
    synchronized Duration takeWorstLag() {
        Duration worst = worstLag;
        worstLag = Duration.ZERO;
        return worst;
    }

    /**
     * The 99th percentile of the time from a window's end to seeing its first record since the last call; zero if none came.
     *
     * @param from windows that ended before count for nothing
     */
    synchronized Duration takeP99Lag(Instant from) {
        List<Duration> sorted = firstSeen.stream()
                .filter(seen -> !seen.end.isBefore(from))
                .map(seen -> Duration.between(seen.end, seen.at))
                .sorted()
                .toList();
        firstSeen.clear();
        return sorted.isEmpty() ? Duration.ZERO : sorted.get((int) (0.99 * (sorted.size() - 1)));
    }

    /** The FINAL records of a run's windows in the order in which they were committed. */
    Map<WindowId, List<WindowStats>> finals(String run) {
        Map<WindowId, List<WindowStats>> finals = new HashMap<>();
        records(run).forEach((id, records) -> {
            List<WindowStats> found = records.stream()
                    .filter(window -> window.getFinality() == Finality.FINAL)
                    .toList();
            if (!found.isEmpty()) {
                finals.put(id, found);
            }
        });
        return finals;
    }

    /** How many of these windows have a FINAL record. */
    synchronized long countFinal(String run, Collection<WindowId> ids) {
        Map<WindowId, List<WindowStats>> written = windows.getOrDefault(run, Map.of());
        return ids.stream()
                .filter(id -> written.getOrDefault(id, List.of()).stream()
                        .anyMatch(window -> window.getFinality() == Finality.FINAL))
                .count();
    }

    /** All records of a run's windows in the order in which they were committed. */
    synchronized Map<WindowId, List<WindowStats>> records(String run) {
        failure.ifPresent(error -> {
            throw error;
        });
        Map<WindowId, List<WindowStats>> copy = new HashMap<>();
        windows.getOrDefault(run, Map.of()).forEach((id, records) -> copy.put(id, List.copyOf(records)));
        return copy;
    }

    /** The last result of a run's step 0, interim or final. */
    synchronized Optional<StepResult> step(String run) {
        return Optional.ofNullable(steps.get(run));
    }

    synchronized int finalSteps(String run) {
        return finalSteps.getOrDefault(run, 0);
    }

    /** How many dead letters there are of each code, and of each limit. */
    synchronized Map<String, Long> deadLetterKinds() {
        return new TreeMap<>(deadLetterKinds);
    }

    synchronized List<ConsumerRecord<String, byte[]>> deadLetters() {
        failure.ifPresent(error -> {
            throw error;
        });
        return List.copyOf(deadLetters);
    }

    @Override
    public void close() {
        closed = true;
        try {
            reader.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        consumer.close();
    }

    /** A thread's top. */
    private void read() {
        try {
            while (!closed) {
                for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                    accept(record);
                }
            }
        } catch (RuntimeException e) {
            synchronized (this) {
                failure = Optional.of(e);
            }
        }
    }

    private synchronized void accept(ConsumerRecord<String, byte[]> record) {
        lastOutput = InstantSource.system().instant();
        if (record.topic().equals(Topic.DEAD_LETTERS.in(team))) {
            deadLetter(record);
        } else if (onlyRun.map(run -> record.key().startsWith(run + "/")).orElse(true)) {
            result(record);
        }
    }

    private void result(ConsumerRecord<String, byte[]> record) {
        if (record.topic().equals(Topic.WINDOWS.in(team))) {
            window(windowDecoder.decode(RecordPosition.of(record), record.value()));
            return;
        }
        StepResult result = stepDecoder.decode(RecordPosition.of(record), record.value());
        steps.put(result.getRun(), result);
        if (result.getFinality() == Finality.FINAL) {
            finalSteps.merge(result.getRun(), 1, Integer::sum);
        }
    }

    private void deadLetter(ConsumerRecord<String, byte[]> letter) {
        deadLetterKinds.merge(kind(DeadLetter.reason(letter.headers())), 1L, Long::sum);
        if (onlyRun.isEmpty()) {
            deadLetters.add(letter);
        }
    }

    private static String kind(String reason) {
        Matcher limit = LIMIT.matcher(reason);
        return reason.split(":", 2)[0] + (limit.find() ? " " + limit.group() : "");
    }

    private void window(WindowStats window) {
        if (window.getFinality() == Finality.PROVISIONAL) {
            Duration lag = Duration.between(window.getEnd(), lastOutput);
            worstLag = lag.compareTo(worstLag) > 0 ? lag : worstLag;
        }
        if (window.getFinality() == Finality.FINAL) {
            finalThrough = window.getEnd().isAfter(finalThrough) ? window.getEnd() : finalThrough;
        }
        WindowId id = new WindowId(
                window.getRequestClass(),
                window.getMetric().name(),
                window.getWindowSeconds(),
                window.getEnd().getEpochSecond());
        List<WindowStats> records = windows.computeIfAbsent(window.getRun(), unseen -> new HashMap<>())
                .computeIfAbsent(id, unseen -> new ArrayList<>());
        if (records.isEmpty()) {
            firstSeen.add(new FirstSeen(window.getEnd(), lastOutput));
        }
        records.add(window);
    }
}
