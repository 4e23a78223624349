package io.tidemark.streams.run;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.ServerSample;
import io.tidemark.events.SloState;
import io.tidemark.schemas.deadletter.RecordRejection;
import io.tidemark.streams.control.FinishedRuns;
import io.tidemark.streams.control.OverQuotaRuns;
import io.tidemark.streams.control.RunDefinitions;
import io.tidemark.streams.lanes.InFlightHistory;
import io.tidemark.streams.processor.Containment;
import io.tidemark.streams.processor.Destination;
import io.tidemark.streams.signals.ScrapeSlots;
import io.tidemark.streams.state.EntryKind;
import io.tidemark.streams.state.EntryWriter;
import io.tidemark.streams.windows.SeriesQuota;
import io.tidemark.streams.windows.WindowLength;
import io.tidemark.streams.wire.AvroBytes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Keeps {@link TrackedRun}s in a store, one entry per thing that changes by itself: {@code run/kind/...}. Only what changed is
 * written, when the task commits.
 */
public final class RunStore {
    /** Of the heap, of an entry beside its key and value. */
    private static final int ENTRY_BYTES = 256;

    private final KeyValueStore<String, byte[]> store;
    private final OverQuotaRuns refused;
    private final FinishedRuns finished;
    private final ScrapeSlots samples = new ScrapeSlots();
    private final DefinitionSizes definitionSizes = new DefinitionSizes();
    private final Map<String, Long> stateBytes = new HashMap<>();

    public RunStore(KeyValueStore<String, byte[]> store) {
        this.store = store;
        this.refused = new OverQuotaRuns(store);
        this.finished = new FinishedRuns(store);
    }

    /** What is kept of runs for which there is no room. */
    public OverQuotaRuns refused() {
        return refused;
    }

    /** Of the definitions of runs that are kept. */
    DefinitionSizes definitionSizes() {
        return definitionSizes;
    }

    /** Runs that were forgotten. */
    public FinishedRuns finished() {
        return finished;
    }

    /**
     * Writes what changed in a run since the last call: all of it, or nothing if any of it cannot be encoded.
     *
     * @throws IllegalStateException if a part is too large for a record of the changelog
     */
    void save(TrackedRun run) {
        List<Runnable> changes = new ArrayList<>();
        EntryWriter out = deferred(new RunEntries(run.run()), changes);
        run.windows().save(out);
        run.lanes().save(out);
        run.signals().save(out);
        run.steps().save(out);
        run.breaches().save(out);
        changes.forEach(Runnable::run);
    }

    private static EntryWriter deferred(EntryWriter out, List<Runnable> changes) {
        return new EntryWriter() {
            @Override
            public void put(EntryKind kind, String name, byte[] bytes) {
                if (bytes.length > Destination.MAX_INTERNAL_BYTES) {
                    throw new IllegalStateException(kind + " " + RecordRejection.shown(name) + " must take at most "
                            + Destination.MAX_INTERNAL_BYTES + " bytes but takes " + bytes.length);
                }
                changes.add(() -> out.put(kind, name, bytes));
            }

            @Override
            public void delete(EntryKind kind, String name) {
                changes.add(() -> out.delete(kind, name));
            }

            @Override
            public void deleteAll(EntryKind kind, Predicate<String> names) {
                changes.add(() -> out.deleteAll(kind, names));
            }
        };
    }

    void save(TrackedRun run, ControlEvent definition) {
        byte[] bytes = AvroBytes.encode(ControlEvent.getEncoder(), definition);
        definitionSizes.put(run.run(), RunDefinitions.name(definition), bytes.length);
        store.put(key(run.run(), EntryKind.DEFINITION, RunDefinitions.name(definition)), bytes);
    }

    void save(TrackedRun run, ServerSample sample) {
        KeyValue<String, byte[]> entry = samples.next(run.run(), sample);
        String key = key(run.run(), EntryKind.SAMPLE, entry.key);
        samples.add(run.run(), entry.value.length - size(key));
        store.put(key, entry.value);
    }

    /** Lets go of the oldest samples of a known source, for one that takes so many bytes. */
    void makeRoom(TrackedRun run, ServerSample sample, long bytes) {
        long until = samples.bytes(run.run()) - bytes;
        while (samples.bytes(run.run()) > until) {
            Optional<String> oldest = samples.dropOldest(run.run(), sample);
            if (oldest.isEmpty()) {
                return;
            }
            String key = key(run.run(), EntryKind.SAMPLE, oldest.get());
            samples.add(run.run(), -size(key));
            store.delete(key);
            run.signals().scrapes().dropOldest(sample);
        }
    }

    /** About how many bytes of the heap what is kept of a run takes, samples, definitions, seconds and heartbeats as objects left out. */
    long stateBytes(String run) {
        return stateBytes.getOrDefault(run, 0L);
    }

    private void addStateBytes(String run, EntryKind kind, long bytes) {
        if (kind != EntryKind.DEFINITION && kind != EntryKind.SAMPLE) {
            stateBytes.merge(run, bytes, Long::sum);
        }
    }

    /** Its value is in the store, and the objects that it is written from take about as much. */
    private static long stateBytes(String key, byte @Nullable [] value) {
        return value == null ? 0 : ENTRY_BYTES + key.length() + 2L * value.length;
    }

    private long size(String key) {
        byte[] kept = store.get(key);
        return kept == null ? 0 : kept.length;
    }

    /** Of the samples that are kept of a run. */
    long sampleBytes(String run) {
        return samples.bytes(run);
    }

    /** Lets go of seconds that no window needs: their sum stays. */
    void evict(TrackedRun run) {
        EntryWriter out = new RunEntries(run.run());
        run.windows().emission().evict();
        long keepFrom = run.windows().emission().retainFrom();
        run.windows().evictBefore(keepFrom, run.breaches().timelines()::evict, out);
        run.breaches().evictBefore(keepFrom);
        for (SloState gone : run.definitions().objectiveVersions().evict(keepFrom)) {
            definitionSizes.remove(run.run(), RunDefinitions.name(gone));
            out.delete(EntryKind.DEFINITION, RunDefinitions.name(gone));
        }
        evictInFlight(run, keepFrom, out);
    }

    /** What is in flight is needed for as long as it can be looked at again, also where nothing ends any more. */
    private static void evictInFlight(TrackedRun run, long keepFrom, EntryWriter out) {
        InFlightHistory inFlight = run.windows().inFlight();
        long looked = run.breaches()
                .timelines()
                .latestHead()
                .orElse(inFlight.latestSecond().orElse(keepFrom));
        long least = Math.max(keepFrom, looked - WindowLength.MAX_SECONDS);
        inFlight.evict(least).forEach(name -> out.delete(EntryKind.FLIGHT, name));
    }

    /** Forgets a run for good. */
    void delete(String run) {
        keys(run + "/", name -> true).forEach(store::delete);
        samples.delete(run);
        definitionSizes.remove(run);
        stateBytes.remove(run);
    }

    /** Keys that begin with a prefix, which ends in '/'. */
    private List<String> keys(String prefix, Predicate<String> wanted) {
        List<String> keys = new ArrayList<>();
        String end = prefix.substring(0, prefix.length() - 1) + "0"; // '0' follows '/'
        try (KeyValueIterator<String, byte[]> entries = store.range(prefix, end)) {
            entries.forEachRemaining(entry -> keys.add(entry.key));
        }
        keys.removeIf(wanted.negate());
        return keys;
    }

    /**
     * What the store holds after a restore.
     *
     * @param unreadable takes each run that the program fails on, and why; the run is there as far as it was read
     */
    public Map<String, TrackedRun> load(
            SeriesQuota.Reservation places, long nowMillis, BiConsumer<String, Throwable> unreadable) {
        Map<String, TrackedRun> runs = new HashMap<>();
        Map<String, Throwable> failed = new HashMap<>();
        try (KeyValueIterator<String, byte[]> entries = store.all()) {
            while (entries.hasNext()) {
                KeyValue<String, byte[]> entry = entries.next();
                if (OverQuotaRuns.isKeyOf(entry.key)) {
                    refused.restore(entry.key, entry.value.length);
                    continue;
                }
                if (FinishedRuns.isKeyOf(entry.key)) {
                    finished.restore(entry.key);
                    continue;
                }
                String[] parts = entry.key.split("/", 3);
                TrackedRun run = runs.computeIfAbsent(parts[0], name -> new TrackedRun(name, places, nowMillis));
                EntryKind kind = EntryKind.of(parts[1]);
                if (kind == EntryKind.DEFINITION) {
                    definitionSizes.put(parts[0], parts[2], entry.value.length);
                }
                addStateBytes(parts[0], kind, stateBytes(entry.key, entry.value));
                if (!failed.containsKey(run.run())) {
                    Containment.run(() -> restore(run, kind, parts[2], entry.value))
                            .ifPresent(reason -> failed.put(run.run(), reason));
                }
            }
        }
        runs.values().stream()
                .filter(run -> !failed.containsKey(run.run()))
                .forEach(run -> Containment.run(run::restored).ifPresent(reason -> failed.put(run.run(), reason)));
        failed.forEach(unreadable);
        return runs;
    }

    /** What the store holds of one run; empty if nothing was ever saved of it. */
    Optional<TrackedRun> load(String run, SeriesQuota.Reservation places, long nowMillis) {
        List<String> keys = keys(run + "/", key -> !FinishedRuns.isKeyOf(key) && !OverQuotaRuns.isKeyOf(key));
        if (keys.isEmpty()) {
            return Optional.empty();
        }
        samples.delete(run);
        TrackedRun saved = new TrackedRun(run, places, nowMillis);
        keys.forEach(key -> {
            String[] parts = key.split("/", 3);
            restore(saved, EntryKind.of(parts[1]), parts[2], Objects.requireNonNull(store.get(key)));
        });
        saved.restored();
        return Optional.of(saved);
    }

    private void restore(TrackedRun run, EntryKind kind, String name, byte[] bytes) {
        switch (kind) {
            case HEADS -> run.windows().emission().restore(bytes);
            case SECOND -> run.windows().restoreSecond(bytes);
            case GONE -> run.windows().restoreEvicted(bytes);
            case WRITTEN -> run.windows().restorePublished(name, bytes);
            case FLIGHT -> run.windows().restoreInFlight(name, bytes);
            case LANE -> run.lanes().restore(name, bytes, run.lastDataMillis());
            case DEFINITION -> run.definitions().restore(AvroBytes.decode(ControlEvent.getDecoder(), bytes));
            case SAMPLE -> run.signals().scrapes().add(samples.restore(run.run(), bytes));
            case BEAT -> run.signals().heartbeats().restore(name, bytes);
            case STEP -> run.steps().restoreStep(name, bytes);
            case TARGET_STEP -> run.steps().restoreTarget(name, bytes);
            case LEFT_OUT -> run.lanes().restoreRefused(bytes);
            case SEGMENT -> run.steps().restoreSegment(name, bytes);
            case ALARM -> run.breaches().timelines().restore(name, bytes);
            case BUDGET -> run.breaches().timelines().restoreBucket(name, bytes);
            case MOVED -> run.breaches().correlations().restore(name, bytes);
        }
    }

    private static String key(String run, EntryKind kind, String name) {
        return run + "/" + kind + "/" + name;
    }

    /** Entries of one run. */
    private final class RunEntries implements EntryWriter {
        private final String run;

        RunEntries(String run) {
            this.run = run;
        }

        @Override
        public void put(EntryKind kind, String name, byte[] bytes) {
            String key = key(run, kind, name);
            addStateBytes(run, kind, stateBytes(key, bytes) - stateBytes(key, store.get(key)));
            store.put(key, bytes);
        }

        @Override
        public void delete(EntryKind kind, String name) {
            remove(kind, key(run, kind, name));
        }

        @Override
        public void deleteAll(EntryKind kind, Predicate<String> names) {
            String prefix = key(run, kind, "");
            keys(prefix, key -> names.test(key.substring(prefix.length()))).forEach(key -> remove(kind, key));
        }

        private void remove(EntryKind kind, String key) {
            addStateBytes(run, kind, -stateBytes(key, store.delete(key)));
        }
    }

    /** How many definitions of each run the store holds, and how large they are. Not thread-safe. */
    static final class DefinitionSizes {
        private final Map<String, OfRun> byRun = new HashMap<>();

        private static final class OfRun {
            private final Map<String, Integer> bytesByName = new HashMap<>();
            private long totalBytes;
        }

        void put(String run, String name, int sizeBytes) {
            OfRun sizes = byRun.computeIfAbsent(run, unseen -> new OfRun());
            Integer before = sizes.bytesByName.put(name, sizeBytes);
            sizes.totalBytes += sizeBytes - (before == null ? 0 : before);
        }

        void remove(String run, String name) {
            OfRun sizes = byRun.get(run);
            Integer before = sizes == null ? null : sizes.bytesByName.remove(name);
            if (sizes != null && before != null) {
                sizes.totalBytes -= before;
            }
        }

        void remove(String run) {
            byRun.remove(run);
        }

        int count(String run) {
            OfRun sizes = byRun.get(run);
            return sizes == null ? 0 : sizes.bytesByName.size();
        }

        long totalBytes(String run) {
            OfRun sizes = byRun.get(run);
            return sizes == null ? 0 : sizes.totalBytes;
        }

        /** 0 if there is no such definition. */
        int bytes(String run, String name) {
            OfRun sizes = byRun.get(run);
            return sizes == null ? 0 : sizes.bytesByName.getOrDefault(name, 0);
        }
    }
}
