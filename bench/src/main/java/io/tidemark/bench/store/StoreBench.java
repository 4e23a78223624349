package io.tidemark.bench.store;

import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.postgres.PostgresServer;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.address.StoreAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.apache.avro.specific.SpecificRecord;

/**
 * Rows a second into the result store, batch by batch as a sink writes them. PostgreSQL waits for the disk at each commit, as it does
 * by default; SQLite does not (WAL, {@code synchronous = NORMAL}), as the product sets it.
 */
public final class StoreBench {
    private static final Team TEAM = new Team("bench");
    private static final double NANOS_PER_SECOND = 1e9;
    private static final Map<String, String> SETTINGS =
            Map.of("fsync", "on", "shared_buffers", "256MB", "max_wal_size", "2GB");

    private final BenchmarkContext bench;
    private final Size size;

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

    public StoreBench(BenchmarkContext bench, Size size) {
        this.bench = bench;
        this.size = size;
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
}
