package io.tidemark.bench.store;

import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.events.Finality;
import io.tidemark.events.FinishReason;
import io.tidemark.events.MetricName;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.events.TokenSource;
import io.tidemark.events.WindowStats;
import io.tidemark.postgres.PostgresServer;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.read.run.RunKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.apache.avro.specific.SpecificRecord;

/**
 * Rows a second into the result store, batch by batch as a sink writes them. PostgreSQL waits for the disk at each commit, as it does
 * by default; SQLite does not (WAL, {@code synchronous = NORMAL}), as the product sets it.
 */
public record StoreBench(BenchmarkContext bench, Size size) {
    private static final Team TEAM = new Team("bench");
    private static final double NANOS_PER_SECOND = 1e9;
    private static final Map<String, String> SETTINGS =
            Map.of("fsync", "on", "shared_buffers", "256MB", "max_wal_size", "2GB");

    /**
     * How much is written.
     *
     * @param rows of each kind
     * @param batch rows of a transaction; a sink's poll brings up to some thousands
     * @param rounds each on an empty store
     */
    public record Size(int rows, int batch, int rounds) {
        public static final Size STANDARD = new Size(100_000, 5_000, 3);
    }

    /** Prints the table. @return rows that the last store of each kind held at the end, by kind of store */
    public Map<String, Long> run() throws IOException {
        TrustedEventClasses.trust();
        bench.print("store: " + size);
        Files.createDirectories(bench.folder());
        Map<String, Map<String, List<Double>>> rates = new LinkedHashMap<>();
        Map<String, Long> held = new LinkedHashMap<>();
        PostgresServer.obstacle().ifPresent(why -> bench.print("no PostgreSQL here: " + why));
        for (int round = 0; round < size.rounds(); round++) {
            Path file = bench.folder().resolve("store-" + round + ".db");
            held.put("SQLite", measure("SQLite", StoreAddress.of(file), rates));
            if (PostgresServer.obstacle().isEmpty()) {
                held.put(
                        "PostgreSQL",
                        onServer(Files.createDirectories(bench.folder().resolve("server-" + round)), rates));
            }
        }
        bench.table("store", table(rates));
        return held;
    }

    private long onServer(Path folder, Map<String, Map<String, List<Double>>> rates) {
        try (PostgresServer server = PostgresServer.start(bench.folder(), folder, SETTINGS)) {
            return measure("PostgreSQL", StoreAddress.of(server.url(), Optional.empty()), rates);
        }
    }

    private long measure(String name, StoreAddress address, Map<String, Map<String, List<Double>>> rates) {
        StoredEvents events = new StoredEvents();
        try (ResultStore store = address.open()) {
            note(rates, "requests, new", name, write(store, events::request));
            note(rates, "requests, sent again", name, write(store, events::request));
            note(rates, "windows, new", name, write(store, number -> events.window(number, 0)));
            note(rates, "windows, of a higher revision", name, write(store, number -> events.window(number, 1)));
            try (var reader = store.reader()) {
                return reader.requestCount(StoredEvents.key(TEAM));
            }
        }
    }

    /** Rows a second; events are made before the clock runs. */
    private double write(ResultStore store, IntFunction<SpecificRecord> event) {
        long spent = 0;
        for (int first = 0; first < size.rows(); first += size.batch()) {
            List<StoreChange> changes = new ArrayList<>();
            for (int number = first; number < Math.min(first + size.batch(), size.rows()); number++) {
                changes.add(new StoreChange.StoredEvent(TEAM, Instant.EPOCH, event.apply(number)));
            }
            WriteBatch batch = new WriteBatch(changes, List.of());
            long before = bench.nanos().nanos();
            store.write(batch);
            spent += bench.nanos().nanos() - before;
        }
        return size.rows() / (spent / NANOS_PER_SECOND);
    }

    private static void note(Map<String, Map<String, List<Double>>> rates, String rows, String store, double rate) {
        rates.computeIfAbsent(rows, any -> new LinkedHashMap<>())
                .computeIfAbsent(store, any -> new ArrayList<>())
                .add(rate);
    }

    private static ResultTable table(Map<String, Map<String, List<Double>>> rates) {
        ResultTable table = new ResultTable("rows", "SQLite rows/s", "PostgreSQL rows/s", "PostgreSQL / SQLite");
        rates.forEach((rows, byStore) -> {
            double sqlite = median(byStore.getOrDefault("SQLite", List.of()));
            double postgres = median(byStore.getOrDefault("PostgreSQL", List.of()));
            table.row(rows, whole(sqlite), whole(postgres), String.format(Locale.ROOT, "%.2f", postgres / sqlite));
        });
        return table;
    }

    private static double median(List<Double> rates) {
        return rates.isEmpty() ? Double.NaN : rates.stream().sorted().toList().get(rates.size() / 2);
    }

    private static String whole(double rate) {
        return Double.isNaN(rate) ? "-" : String.format(Locale.ROOT, "%,.0f", rate);
    }

    /** Records as a run with 200 output tokens a request leaves them. */
    private static final class StoredEvents {
        private static final Instant START = Instant.parse("2026-11-20T08:00:00Z");
        private static final String RUN = "01JD8Z6K3M5TQX9V2R7C0W0000";
        private static final long MILLIS = 1_000_000;
        private static final int TOKENS = 200;
        private static final int SERIES = 8;

        private final SplittableRandom random = new SplittableRandom(1);

        static RunKey key(Team team) {
            return new RunKey(team, RUN);
        }

        RequestEvent request(int number) {
            long ttft = (80 + random.nextInt(200)) * MILLIS;
            long tpot = (10 + random.nextInt(5)) * MILLIS;
            LogHistogram gaps = new LogHistogram();
            for (int gap = 1; gap < TOKENS; gap++) {
                gaps.add(tpot + random.nextInt(1_000_000));
            }
            long last = MILLIS + ttft + (TOKENS - 1) * tpot;
            return RequestEvent.newBuilder()
                    .setRun(RUN)
                    .setStep(0)
                    .setLane("a")
                    .setLaneSeq(number)
                    .setRequest(RUN + "-a-" + number)
                    .setTarget("gpu")
                    .setModel("llama-3.3-70b")
                    .setPart(StepPart.MEASURED)
                    .setDue(START.plusMillis(20L * number))
                    .setSentNanos(MILLIS)
                    .setFirstByteNanos(ttft)
                    .setFirstContentNanos(MILLIS + ttft)
                    .setFirstTokenNanos(MILLIS + ttft)
                    .setLastTokenNanos(last)
                    .setEndNanos(last + MILLIS)
                    .setHttpStatus(200)
                    .setRemoteAddress("10.0.0.7:8000")
                    .setOutcome(Outcome.OK)
                    .setFinishReason(FinishReason.LENGTH)
                    .setPromptTokens(500)
                    .setCachedTokens(128)
                    .setOutputTokens(TOKENS)
                    .setTokenSource(TokenSource.USAGE)
                    .setChunkCount(TOKENS)
                    .setBytesReceived(54_000)
                    .setItlSketch(ByteBuffer.wrap(gaps.encode()))
                    .build();
        }

        /** @param revision of two records of one window the higher holds */
        WindowStats window(int number, int revision) {
            Instant end = START.plusSeconds(10L + number / SERIES);
            return WindowStats.newBuilder()
                    .setRun(RUN)
                    .setStep(0)
                    .setTarget("gpu-" + number % SERIES)
                    .setMetric(MetricName.TTFT)
                    .setWindowSeconds(10)
                    .setStart(end.minusSeconds(10))
                    .setEnd(end)
                    .setFinality(Finality.FINAL)
                    .setRevision(revision)
                    .setCount(500)
                    .setSumNanos(50_000 * MILLIS)
                    .setP50Nanos(100 * MILLIS)
                    .setP90Nanos(150 * MILLIS)
                    .setP95Nanos(180 * MILLIS)
                    .setP99Nanos(200 * MILLIS)
                    .setSignals(Map.of("engine.requests.waiting", 3.0, "engine.kv.usage", 0.71))
                    .setSignalAgeMillis(400L)
                    .build();
        }
    }
}
