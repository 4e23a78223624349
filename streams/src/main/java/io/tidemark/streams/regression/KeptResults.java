package io.tidemark.streams.regression;

import io.tidemark.events.MetricResult;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.StepResult;
import io.tidemark.schemas.Ulid;
import io.tidemark.streams.wire.AvroBytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Final results by where they belong: a later result of the same step or segment takes the place of the earlier one. Of each group the newest
 * are kept, by an order that does not depend on when they came. Parts of keys are joined by a character that sorts before all others, so that
 * no name is the beginning of another.
 */
final class KeptResults {
    private static final char PART = '\u0001';
    private static final char NEXT = '\u0002';

    /** Of the key of a run's step: runs, experiment, workload, phase, run, ... */
    private static final int RUN_PART = 4;

    /** Of the key of looks: looks, experiment, workload, base, candidate. */
    private static final int LOOKS_PHASES = 3;

    private final KeyValueStore<String, byte[]> store;

    KeptResults(KeyValueStore<String, byte[]> store) {
        this.store = store;
    }

    static String key(String... parts) {
        return String.join(String.valueOf(PART), parts) + PART;
    }

    /** Without its sketches and blocks, which comparisons do not need; false if what is kept says just the same already. */
    boolean put(String key, StepResult result) {
        StepResult bare = StepResult.newBuilder(result)
                .setBlocks(List.of())
                .setMetrics(result.getMetrics().stream().map(KeptResults::bare).toList())
                .setObjectives(result.getObjectives().stream()
                        .filter(objective -> objective.getKind() == ObjectiveKind.GOOD_RATIO)
                        .toList())
                .build();
        byte[] bytes = AvroBytes.encode(StepResult.getEncoder(), bare);
        if (Arrays.equals(bytes, store.get(key))) {
            return false;
        }
        store.put(key, bytes);
        return true;
    }

    private static MetricResult bare(MetricResult metric) {
        return MetricResult.newBuilder(metric).setSketch(ByteBuffer.allocate(0)).build();
    }

    /** In the order of their keys. */
    List<StepResult> under(String prefix) {
        List<StepResult> results = new ArrayList<>();
        try (KeyValueIterator<String, byte[]> entries = range(prefix)) {
            entries.forEachRemaining(entry -> results.add(AvroBytes.decode(StepResult.getDecoder(), entry.value)));
        }
        return results;
    }

    /** Notes the run of a result where it is the first of its experiment and workload, by run ids, which sort by time. */
    void count(StepResult result) {
        String own = result.getRun() + PART + result.getPhase();
        Experiment experiment = Experiment.of(result);
        if (first(experiment).filter(known -> known.compareTo(own) <= 0).isEmpty()) {
            store.put(experiment.first(), own.getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * The phase that others of an experiment are compared with: the one that the plan of the newest run with such a plan names, if anything of it is
     * kept, else that of the first run.
     */
    Optional<String> base(Experiment experiment) {
        return bytes(experiment.named())
                .map(KeptResults::phaseOf)
                .filter(phase -> firstUnder(experiment.phase(phase)).isPresent())
                .or(() -> bytes(experiment.first()).map(KeptResults::phaseOf));
    }

    /** Notes what the plan of a result's run names as base. */
    void name(StepResult result) {
        String own = result.getRun() + PART + result.getBaseline();
        String key = Experiment.of(result).named();
        boolean isNewest = bytes(key)
                .filter(known -> new String(known, StandardCharsets.UTF_8).compareTo(own) >= 0)
                .isEmpty();
        if (!result.getBaseline().isEmpty() && isNewest) {
            store.put(key, own.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static String phaseOf(byte[] runAndPhase) {
        String text = new String(runAndPhase, StandardCharsets.UTF_8);
        return text.substring(text.indexOf(PART) + 1);
    }

    private Optional<String> first(Experiment experiment) {
        return bytes(experiment.first()).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    Optional<byte[]> bytes(String key) {
        return Optional.ofNullable(store.get(key));
    }

    void write(String key, byte[] bytes) {
        store.put(key, bytes);
    }

    void delete(String key) {
        store.delete(key);
    }

    /** The parts of the first key under a prefix. */
    Optional<List<String>> firstUnder(String prefix) {
        try (KeyValueIterator<String, byte[]> entries = range(prefix)) {
            return entries.hasNext() ? Optional.of(parts(entries.peekNextKey())) : Optional.empty();
        }
    }

    /** The next phase by name that has results; the first after an empty name. */
    Optional<String> phaseAfter(Experiment experiment, String phase) {
        String prefix = experiment.results();
        String from = phase.isEmpty() ? prefix : prefix + phase + NEXT;
        try (KeyValueIterator<String, byte[]> entries = store.range(from, end(prefix))) {
            return entries.hasNext()
                    ? Optional.of(entries.peekNextKey())
                            .map(key -> key.substring(prefix.length(), key.indexOf(PART, prefix.length())))
                    : Optional.empty();
        }
    }

    /**
     * Drops what is kept of a result's run, which counts no more.
     *
     * @param run prefix of what is kept of the run
     */
    void withdraw(StepResult result, String run) {
        Experiment experiment = Experiment.of(result);
        drop(run);
        if (first(experiment)
                .filter(first -> first.startsWith(result.getRun() + PART))
                .isPresent()) {
            store.delete(experiment.first());
            under(experiment.results()).forEach(this::count);
        }
    }

    /** From here on nothing of this run is taken. */
    void bar(String run) {
        store.put(key("barred", run), new byte[0]);
    }

    boolean isBarred(String run) {
        return store.get(key("barred", run)) != null;
    }

    void drop(String prefix) {
        List<String> keys = new ArrayList<>();
        try (KeyValueIterator<String, byte[]> entries = range(prefix)) {
            entries.forEachRemaining(entry -> keys.add(entry.key));
        }
        keys.forEach(store::delete);
    }

    /**
     * Drops what is of runs that began before then, by their ids; of segments, whose run may go on, those that ended before then; and what is said
     * of experiments and phases of which nothing is left. A run whose id does not tell its time stays.
     */
    void forgetBefore(Instant time) {
        List<String> old = new ArrayList<>();
        try (KeyValueIterator<String, byte[]> entries = store.all()) {
            while (entries.hasNext()) {
                KeyValue<String, byte[]> entry = entries.next();
                if (isBefore(time, parts(entry.key), entry.value)) {
                    old.add(entry.key);
                }
            }
        }
        old.forEach(store::delete);
        Set<Experiment> shrunk = new HashSet<>();
        old.stream()
                .map(KeptResults::parts)
                .filter(parts -> parts.get(0).equals(Experiment.RESULTS))
                .forEach(parts -> shrunk.add(new Experiment(parts.get(1), parts.get(2))));
        shrunk.forEach(this::countAgain);
    }

    private static boolean isBefore(Instant time, List<String> parts, byte[] value) {
        return switch (parts.get(0)) {
            case Experiment.RESULTS -> isBefore(time, parts.get(RUN_PART));
            case "barred" -> isBefore(time, parts.get(1));
            case "segments" -> endOf(value).isBefore(time);
            default -> false;
        };
    }

    private static boolean isBefore(Instant time, String run) {
        return Ulid.millis(run).orElse(Long.MAX_VALUE) < time.toEpochMilli();
    }

    private static Instant endOf(byte[] segment) {
        StepResult result = AvroBytes.decode(StepResult.getDecoder(), segment);
        return Objects.requireNonNullElse(result.getMeasureUntil(), result.getMeasureFrom());
    }

    private void countAgain(Experiment experiment) {
        store.delete(experiment.first());
        under(experiment.results()).forEach(this::count);
        if (bytes(experiment.first()).isEmpty()) {
            store.delete(experiment.named());
        }
        forgetLooks(experiment);
    }

    private void forgetLooks(Experiment experiment) {
        List<String> gone = new ArrayList<>();
        try (KeyValueIterator<String, byte[]> entries = range(experiment.looks())) {
            entries.forEachRemaining(entry -> {
                boolean isOfTwo = parts(entry.key).subList(LOOKS_PHASES, LOOKS_PHASES + 2).stream()
                        .allMatch(phase -> firstUnder(experiment.phase(phase)).isPresent());
                if (!isOfTwo) {
                    gone.add(entry.key);
                }
            });
        }
        gone.forEach(store::delete);
    }

    private static List<String> parts(String key) {
        return List.of(key.split(String.valueOf(PART), -1));
    }

    /** Drops the entries of the smallest groups, as many as there are beyond {@code most}. */
    void keepLast(int most, String prefix, Function<StepResult, String> group) {
        TreeSet<String> groups = new TreeSet<>();
        under(prefix).forEach(result -> groups.add(group.apply(result)));
        while (groups.size() > most) {
            drop(prefix + groups.pollFirst() + PART);
        }
    }

    private KeyValueIterator<String, byte[]> range(String prefix) {
        return store.range(prefix, end(prefix));
    }

    private static String end(String prefix) {
        return prefix.substring(0, prefix.length() - 1) + NEXT;
    }
}
