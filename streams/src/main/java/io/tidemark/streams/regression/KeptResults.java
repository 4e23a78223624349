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
        if (first(result).filter(known -> known.compareTo(own) <= 0).isEmpty()) {
            store.put(firstKey(result), own.getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * The phase that others of a result's experiment and workload are compared with: the one that the plan of the newest run with such a plan names, if
     * anything of it is kept, else that of the first run.
     */
    Optional<String> base(StepResult result) {
        return named(result)
                .filter(phase -> !under(key("runs", result.getExperiment(), result.getWorkloadHash(), phase))
                        .isEmpty())
                .or(() -> first(result).map(KeptResults::phaseOf));
    }

    /** Notes what the plan of a result's run names as base. */
    void name(StepResult result) {
        String own = result.getRun() + PART + result.getBaseline();
        byte[] known = store.get(namedKey(result));
        boolean isNewer = known == null || new String(known, StandardCharsets.UTF_8).compareTo(own) < 0;
        if (!result.getBaseline().isEmpty() && isNewer) {
            store.put(namedKey(result), own.getBytes(StandardCharsets.UTF_8));
        }
    }

    private Optional<String> named(StepResult result) {
        return Optional.ofNullable(store.get(namedKey(result)))
                .map(bytes -> phaseOf(new String(bytes, StandardCharsets.UTF_8)));
    }

    private static String namedKey(StepResult result) {
        return key("named", result.getExperiment(), result.getWorkloadHash());
    }

    private static String phaseOf(String runAndPhase) {
        return runAndPhase.substring(runAndPhase.indexOf(PART) + 1);
    }

    private Optional<String> first(StepResult result) {
        return Optional.ofNullable(store.get(firstKey(result))).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    private static String firstKey(StepResult result) {
        return key("first", result.getExperiment(), result.getWorkloadHash());
    }

    /**
     * Drops what is kept of a result's run, which counts no more.
     *
     * @param experiment prefix of all that is kept of the experiment and workload
     * @param run prefix of what is kept of the run
     */
    void withdraw(StepResult result, String experiment, String run) {
        drop(run);
        if (first(result)
                .filter(first -> first.startsWith(result.getRun() + PART))
                .isPresent()) {
            store.delete(firstKey(result));
            under(experiment).forEach(this::count);
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
     * Drops what is of runs that began before then, by their ids; of segments, whose run may go on, those that ended before then. A run whose id
     * does not tell its time stays.
     */
    void forgetBefore(Instant time) {
        List<String> old = new ArrayList<>();
        Set<String> firsts = new TreeSet<>();
        try (KeyValueIterator<String, byte[]> entries = store.all()) {
            while (entries.hasNext()) {
                KeyValue<String, byte[]> entry = entries.next();
                String[] parts = entry.key.split(String.valueOf(PART), -1);
                boolean isOld = switch (parts[0]) {
                    case "runs" -> isBefore(time, parts[RUN_PART]);
                    case "segments" -> endOf(entry.value).isBefore(time);
                    case "barred" -> isBefore(time, parts[1]);
                    default -> false;
                };
                if (isOld) {
                    old.add(entry.key);
                }
                if (isOld && parts[0].equals("runs")) {
                    firsts.add(key(parts[1], parts[2]));
                }
            }
        }
        old.forEach(store::delete);
        firsts.forEach(of -> {
            store.delete(key("first") + of);
            List<StepResult> left = under(key("runs") + of);
            left.forEach(this::count);
            if (left.isEmpty()) {
                store.delete(key("named") + of);
            }
        });
    }

    private static boolean isBefore(Instant time, String run) {
        return Ulid.millis(run).orElse(Long.MAX_VALUE) < time.toEpochMilli();
    }

    private static Instant endOf(byte[] segment) {
        StepResult result = AvroBytes.decode(StepResult.getDecoder(), segment);
        return Objects.requireNonNullElse(result.getMeasureUntil(), result.getMeasureFrom());
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
        return store.range(prefix, prefix.substring(0, prefix.length() - 1) + NEXT);
    }
}
