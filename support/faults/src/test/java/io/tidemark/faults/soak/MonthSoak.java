package io.tidemark.faults.soak;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import io.confluent.kafka.schemaregistry.client.MockSchemaRegistryClient;
import io.tidemark.analysis.designeffect.DueCells;
import io.tidemark.events.ServerSample;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.EventEncoder;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.sinks.sink.SteppedSink;
import io.tidemark.sinks.store.retention.Retention;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A soak over all days and beside it phases of half an hour, 36 a day, in experiments of two days that overlap, at one request a second each,
 * through a team's whole topology and its sink into a SQLite store, with faults drawn at random. {@code bench/run soak [DAYS]}.
 */
public final class MonthSoak implements AutoCloseable {
    private static final int HOUR = 3_600;
    private static final int DAY = 24 * HOUR;
    private static final int PHASE_EVERY = 2_400;
    private static final int PHASE_SECONDS = 1_800;
    private static final int EXPERIMENT_DAYS = 2;
    private static final int SEGMENT_SECONDS = 6 * HOUR;
    private static final int SCRAPE_EVERY = 5;
    private static final int SINK_EVERY = 60;
    /** By then nothing of a second can be on its way any more. */
    private static final int SETTLED_AFTER = 2 * HOUR;

    private static final int SPELL_EVERY = 4 * HOUR;
    private static final int SPELL_APART = 1_200;
    private static final int LAST_MINUTES = 10;
    /** A long run that is interrupted has said where it was. */
    private static final int PRINT_EVERY_DAYS = 5;

    private static final long MILLI_NANOS = 1_000_000;
    private static final Retention RETENTION = new Retention(
            Duration.ofDays(1),
            Duration.ofHours(6),
            Duration.ofDays(1),
            Duration.ofDays(2),
            Duration.ofDays(1),
            Retention.DEFAULT.audit());
    static final Team TEAM = new Team("alpha");
    private static final String CPU = "processor seconds a day";
    private static final String WALL = "seconds a day";

    private final Size size;
    private final Path folder;
    private final PrintStream out;
    private final SplittableRandom random;
    private final SchemaRegistry registry =
            new SchemaRegistry(new MockSchemaRegistryClient(), RegistryConfig.embedded("http://virtual"));
    private final Map<Topic, EventEncoder<?>> encoders = new EnumMap<>(Topic.class);
    private final VirtualBroker broker = new VirtualBroker(TEAM, LoadEvents.EPOCH.toEpochMilli());
    private final TreeMap<Long, List<Runnable>> later = new TreeMap<>();
    private final List<SoakRun> runs = new ArrayList<>();
    private final List<StoreOracle.Spell> spells = new ArrayList<>();
    private final Map<String, Set<String>> phasesByExperiment = new TreeMap<>();
    private final Map<String, List<String>> runsByExperiment = new HashMap<>();
    private final Map<String, Integer> faults = new TreeMap<>();
    private final DailyMeasurements figures = new DailyMeasurements();
    private final Map<String, Double> before = new HashMap<>();
    private final ExecutorService sinkThread = Executors.newSingleThreadExecutor(work -> new Thread(work, "sink"));
    private final ManualKafkaTime hostTime = new ManualKafkaTime(LoadEvents.EPOCH.toEpochMilli());
    private final SteppedSink sink;
    private final StoreOracle oracle;
    private VirtualStreamsHost host;
    private Future<?> stored;
    private long brokerAwayUntil;
    private long hostAwayUntil;
    private boolean hostIsUp = true;
    private Map<String, StateSize> states = Map.of();
    private int mostCells;
    private long clockOffsetMillis;
    private int hosts;
    private long requests;
    private int checkedSegments;
    private long breachesCheckedUntil;

    /**
     * How long it goes on.
     *
     * @param faultEvery each kind of fault of hosts, sink, broker and clock comes once in so many seconds, on average
     */
    record Size(long seconds, long seed, int faultEvery) {
        static Size ofDays(int days, long seed) {
            return new Size((long) days * DAY, seed, 6 * HOUR);
        }
    }

    MonthSoak(Size size, Path folder, PrintStream out) throws SQLException {
        this.size = size;
        this.folder = folder;
        this.out = out;
        this.random = new SplittableRandom(size.seed);
        registry.register(TEAM);
        Path store = folder.resolve("store.db");
        this.sink = new SteppedSink(TEAM, store, registry, RETENTION, LoadEvents.EPOCH);
        this.oracle = new StoreOracle(store, TEAM);
        this.host = newHost();
        this.stored = sinkThread.submit(() -> {});
    }

    private VirtualStreamsHost newHost() {
        return new VirtualStreamsHost(broker, registry, folder.resolve("host-" + hosts++), hostTime);
    }

    void run() {
        long seconds = size.seconds;
        begin(new SoakRun(new SoakRun.Plan("0100000000SAAK000000000000", "soak", "soak", 0, seconds, SEGMENT_SECONDS)));
        for (long second = 0; second < seconds; second++) {
            if (second % PHASE_EVERY == 0 && second + PHASE_SECONDS < seconds) {
                beginPhase(second);
            }
            faults(second);
            live(second);
            if ((second + 1) % HOUR == 0) {
                hour(second + 1);
            }
            if ((second + 1) % DAY == 0) {
                day((int) ((second + 1) / DAY));
            }
        }
        brokerAwayUntil = 0;
        hostAwayUntil = 0;
        for (long second = seconds; second < seconds + LAST_MINUTES * 60; second++) {
            pass(second);
        }
        deliverDue(Long.MAX_VALUE);
        for (long second = seconds + LAST_MINUTES * 60; second < seconds + 2 * LAST_MINUTES * 60; second++) {
            pass(second);
        }
        check(seconds + SETTLED_AFTER + DAY);
        await();
    }

    private void beginPhase(long second) {
        long number = second / PHASE_EVERY;
        int day = (int) (second / DAY);
        int odd = (int) (number % 2);
        String experiment =
                String.format(Locale.ROOT, "experiment-%s-%04d", odd == 0 ? "a" : "b", (day + odd) / EXPERIMENT_DAYS);
        String phase = "phase-" + number;
        String run = String.format(Locale.ROOT, "0100000000PHASE%011d", number);
        phasesByExperiment.computeIfAbsent(experiment, first -> new HashSet<>()).add(phase);
        runsByExperiment.computeIfAbsent(experiment, first -> new ArrayList<>()).add(run);
        begin(new SoakRun(new SoakRun.Plan(run, experiment, phase, second, second + PHASE_SECONDS, 0)));
    }

    private void begin(SoakRun run) {
        runs.add(run);
        run.start().forEach(event -> hand(() -> send(event)));
    }

    /** To Kafka, or as soon as it is back. */
    private void hand(Runnable delivery) {
        handAt(brokerAwayUntil, delivery);
    }

    private void handAt(long second, Runnable delivery) {
        later.computeIfAbsent(Math.max(brokerAwayUntil, second), unseen -> new ArrayList<>())
                .add(delivery);
    }

    private void deliverDue(long second) {
        while (!later.isEmpty() && later.firstKey() <= second) {
            later.pollFirstEntry().getValue().forEach(Runnable::run);
        }
    }

    private void send(SpecificRecord event) {
        Topic topic = TeamTopics.input(event);
        @SuppressWarnings("unchecked") // of the class of the topic's events
        EventEncoder<SpecificRecord> encoder = (EventEncoder<SpecificRecord>)
                encoders.computeIfAbsent(topic, first -> registry.encoder(first, TEAM, event.getClass()));
        broker.append(topic.in(TEAM), TeamTopics.key(event).getBytes(StandardCharsets.UTF_8), encoder.encode(event));
    }

    private void live(long second) {
        boolean slow = isSlow(second);
        for (SoakRun run : runs) {
            if (run.plan().isOn(second)) {
                request(run, second, slow);
            }
        }
        if (second % SCRAPE_EVERY == 0) {
            ServerSample sample = LoadEvents.sample(second);
            hand(() -> send(sample));
        }
        for (SoakRun run : runs) {
            if (run.plan().isOn(second)) {
                SpecificRecord beat = run.beat(second, random.nextInt(4) > 0);
                hand(() -> send(beat));
                if (run.plan().until() == second + 1) {
                    run.end().forEach(event -> hand(() -> send(event)));
                }
            }
        }
        pass(second);
    }

    private boolean isSlow(long second) {
        StoreOracle.Spell last = spells.isEmpty() ? new StoreOracle.Spell(0, 0) : spells.get(spells.size() - 1);
        if (random.nextInt(SPELL_EVERY) == 0 && second > last.until() + SPELL_APART) {
            long length = StoreOracle.MIN_SPELL_SECONDS + random.nextLong(300);
            spells.add(new StoreOracle.Spell(second, second + length));
            fault("slow spells");
            return true;
        }
        return second < last.until();
    }

    private void request(SoakRun run, long second, boolean slow) {
        LoadEvents.Answer answer = new LoadEvents.Answer(
                random.nextLong(MILLI_NANOS),
                50 * MILLI_NANOS + random.nextLong(100 * MILLI_NANOS),
                slow
                        ? 30 * MILLI_NANOS + random.nextLong(40 * MILLI_NANOS)
                        : MILLI_NANOS + random.nextLong(10 * MILLI_NANOS));
        List<SpecificRecord> events = run.request(second, answer);
        requests++;
        int drawn = random.nextInt(20_000);
        if (drawn == 0) {
            run.lost(second);
            fault("requests lost");
            return;
        }
        Runnable delivery = () -> {
            events.forEach(this::send);
            run.delivered().add(second, answer);
        };
        if (drawn == 1) {
            fault("requests late");
            handAt(second + 40 + random.nextInt(200), delivery);
            return;
        }
        hand(delivery);
        if (drawn == 2) {
            fault("requests sent twice");
            hand(() -> events.forEach(this::send));
        }
    }

    /** A second goes by: what is due comes, the host and the sink work. */
    private void pass(long second) {
        long endMillis = LoadEvents.EPOCH.toEpochMilli() + (second + 1) * 1_000;
        broker.at(endMillis);
        deliverDue(second);
        if (second >= brokerAwayUntil) {
            host(second, endMillis);
        }
        if ((second + 1) % SINK_EVERY == 0) {
            List<ConsumerRecord<byte[], byte[]>> came = broker.takeForSink();
            later(() -> sink.step(Instant.ofEpochMilli(endMillis), came));
        }
    }

    private void host(long second, long endMillis) {
        if (second < hostAwayUntil) {
            return;
        }
        hostTime.set(endMillis + clockOffsetMillis);
        if (!hostIsUp) {
            host = newHost();
            hostIsUp = true;
        }
        host.catchUp();
        // What ingest and route wrote with their commit is read within half a second.
        hostTime.set(endMillis + clockOffsetMillis + 500);
        broker.at(endMillis + 500);
        host.catchUp();
    }

    /** On the sink's thread, which is at most one piece of work behind. */
    private void later(Work work) {
        await();
        stored = sinkThread.submit(() -> {
            work.run();
            return null;
        });
    }

    private void await() {
        try {
            stored.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("the sink's thread failed: " + e.getCause(), e);
        }
    }

    /** Something that is done with the store. */
    @FunctionalInterface
    private interface Work {
        void run() throws SQLException;
    }

    private void fault(String kind) {
        faults.merge(kind, 1, Integer::sum);
    }

    private void faults(long second) {
        int drawn = random.nextInt(size.faultEvery);
        if (drawn == 0 || drawn == 1) {
            kill(second, drawn == 0);
        } else if (drawn == 2) {
            brokerAwayUntil = Math.max(brokerAwayUntil, second + 10 + random.nextInt(1_200));
            fault("broker away");
        } else if (drawn == 3) {
            clockOffsetMillis += 1_000L * (60 + random.nextInt(3_000));
            fault("clock steps ahead");
        } else if (drawn == 4) {
            clockOffsetMillis -= 1_000L * (60 + random.nextInt(540));
            fault("clock steps back");
        } else if (drawn == 5) {
            List<ConsumerRecord<byte[], byte[]>> came = broker.takeForSink();
            later(() -> sink.killed(came));
            fault("sink killed");
        }
    }

    private void kill(long second, boolean inMidTransaction) {
        if (!hostIsUp) {
            return;
        }
        if (inMidTransaction) {
            host.killedInMidTransaction();
            fault("host killed in mid-transaction");
        } else {
            host.killed();
            fault("host killed");
        }
        hostIsUp = false;
        hostAwayUntil = second + random.nextInt(300);
    }

    private void hour(long second) {
        broker.clean();
        check(second - SETTLED_AFTER);
    }

    private void check(long until) {
        List<SoakRun> known = List.copyOf(runs);
        List<StoreOracle.Spell> slow = List.copyOf(spells);
        long from = breachesCheckedUntil;
        int segments = checkedSegments;
        later(() -> {
            for (SoakRun run : known) {
                oracle.check(run, until);
                boolean over = run.plan().until() <= until;
                if (run.plan().segmentSeconds() > 0) {
                    int done = (int) Math.min(until, run.plan().until())
                            / run.plan().segmentSeconds();
                    for (int segment = segments; segment < done; segment++) {
                        oracle.checkSegment(run, segment);
                    }
                    oracle.checkBreaches(run.plan(), slow, from, until);
                }
                if (over && run.plan().segmentSeconds() > 0) {
                    oracle.checkStep(run);
                } else if (over) {
                    oracle.checkStep(run);
                    oracle.checkBreaches(
                            run.plan(), slow, run.plan().from(), run.plan().until());
                    oracle.forget(run.plan().run());
                }
            }
        });
        breachesCheckedUntil = Math.max(from, until);
        checkedSegments = (int) Math.max(segments, until / SEGMENT_SECONDS);
        runs.removeIf(run -> run.plan().until() <= until);
        spells.removeIf(spell -> spell.until() < until - DAY);
    }

    private void day(int day) {
        for (String experiment : List.copyOf(phasesByExperiment.keySet())) {
            int number = Integer.parseInt(experiment.substring(experiment.length() - 4));
            int odd = experiment.contains("-b-") ? 1 : 0;
            int over = (number + 1) * EXPERIMENT_DAYS - odd;
            if (day == over + 1) {
                comparedAndPruned(experiment);
            }
        }
        await();
        measure(day);
        if (day % PRINT_EVERY_DAYS == 0 && (long) day * DAY < size.seconds) {
            figures.print(out);
        }
    }

    private void comparedAndPruned(String experiment) {
        Set<String> phases = phasesByExperiment.remove(experiment);
        List<String> its = runsByExperiment.remove(experiment);
        String base = "phase-" + Long.parseLong(its.get(0).substring("0100000000PHASE".length()));
        later(() -> {
            oracle.checkComparisons(experiment, phases, base);
            its.forEach(sink::prune);
        });
    }

    /** Adds the figures of the end of a day, and prints some of them. */
    void measure(int day) {
        System.gc();
        System.gc();
        double mib = 1 << 20;
        figures.add(
                "heap, MiB",
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / mib);
        figures.add("threads", ManagementFactory.getThreadMXBean().getThreadCount());
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        if (system instanceof UnixOperatingSystemMXBean unix) {
            figures.add("open files", (double) unix.getOpenFileDescriptorCount());
        }
        measureStore(mib);
        if (hostIsUp) {
            states = host.sizeByStore();
        }
        new TreeMap<>(states).forEach((store, size) -> addState("state " + store, size));
        broker.logs().forEach((name, log) -> {
            String topic = broker.shortName(name);
            double appended = log.takeAppendedBytes() / mib;
            if (topic.endsWith("-changelog")) {
                addState(topic + ", KiB", log.size());
                figures.add(topic + ", MiB a day", appended);
            } else if (Topic.locate(name).isPresent()) {
                figures.add("topic " + topic + ", MiB", log.liveBytes() / mib);
            } else {
                figures.add(topic + ", MiB a day", appended);
            }
            figures.add("records of " + topic + " a day", (double) log.takeAppendedRecords());
        });
        // Other processes change these.
        figures.addUnjudged(CPU, since(CPU, system.getProcessCpuTime() / 1e9));
        figures.addUnjudged(
                WALL, since(WALL, ManagementFactory.getRuntimeMXBean().getUptime() / 1e3));
        out.printf(
                Locale.ROOT,
                "soak: day %d of %d: %,d requests, heap %.1f MiB, %s, %s, %.0f s, %.0f s of processors%n",
                day,
                size.seconds / DAY,
                requests,
                figures.last("heap, MiB"),
                faults,
                oracle.description(),
                figures.last(WALL),
                figures.last(CPU));
        out.flush();
    }

    private void addState(String name, StateSize size) {
        double kib = size.bytes() / 1024.0;
        if (name.contains("comparison-inputs")) {
            addMore(name, kib);
        } else {
            figures.add(name, kib);
        }
        if (size.hasCells()) {
            figures.addUnjudged(name + ", cells", size.cellBytes() / 1024.0);
            figures.addUnjudged(name + ", cells of a step", size.mostCells());
            mostCells = Math.max(mostCells, size.mostCells());
        }
    }

    /** What is kept for half a year, or for good, grows each day by as much. */
    private void addMore(String name, double value) {
        figures.add(name + ", more a day", since(name, value));
    }

    private double since(String name, double value) {
        Double last = before.put(name, value);
        return last == null ? value : value - last;
    }

    private void measureStore(double mib) {
        try {
            figures.add("store in use, MiB", oracle.usedBytes() / mib);
            figures.add("store files, MiB", sizeOf("store.db", "store.db-wal") / mib);
            for (String table : List.of("window_stats", "requests", "server_samples", "runs")) {
                figures.add("store rows " + table, (double) oracle.rows(table));
            }
            for (String table : List.of("breaches", "regressions")) {
                addMore("store rows " + table, (double) oracle.rows(table));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    private long sizeOf(String... names) {
        long bytes = 0;
        for (String name : names) {
            Path file = folder.resolve(name);
            try {
                bytes += Files.exists(file) ? Files.size(file) : 0;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return bytes;
    }

    void print() {
        figures.print(out);
        out.println();
        out.printf(Locale.ROOT, "%.2f days, %,d requests; %s%n", size.seconds / (double) DAY, requests, faults);
        out.println("oracle: " + oracle.description() + "; records that the sink could not store: " + sink.letters());
        oracle.told().forEach(out::println);
    }

    List<TrendLine> growing() {
        return figures.growing();
    }

    /** Nothing differs, nothing was refused, and no step has more cells than there may be. */
    boolean isClean() {
        return oracle.isClean() && sink.letters() == 0 && mostCells <= DueCells.MAX;
    }

    Map<StoreOracle.Kind, StoreOracle.Tally> tallies() {
        return oracle.tallies();
    }

    Map<String, Integer> faults() {
        return Map.copyOf(faults);
    }

    @Override
    public void close() throws SQLException {
        sinkThread.shutdownNow();
        if (hostIsUp) {
            host.killed();
        }
        oracle.close();
        sink.close();
    }

    /** {@code [DAYS [SEED]]}: 30 and 7 unless said otherwise. With 5 days and more it fails if something grows. */
    public static void main(String[] args) throws IOException, SQLException {
        int days = args.length > 0 ? Integer.parseInt(args[0]) : 30;
        long seed = args.length > 1 ? Long.parseLong(args[1]) : 7;
        Path folder = Files.createTempDirectory("tidemark-soak");
        boolean failed;
        PrintStream out = System.out;
        try (MonthSoak soak = new MonthSoak(Size.ofDays(days, seed), folder, out)) {
            soak.run();
            soak.print();
            List<TrendLine> growing = days >= 5 ? soak.growing() : List.of();
            failed = !growing.isEmpty() || !soak.isClean();
            out.println(failed ? "FAILED: " + growing : "nothing grows, nothing is wrong");
        } finally {
            delete(folder);
        }
        System.exit(failed ? 1 : 0);
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
