package io.tidemark.bench.report;

import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.events.ServerRole;
import io.tidemark.events.ServerSample;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Ulid;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.retention.Retention;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Writes the runs of many teams to a PostgreSQL store and maintains it, as the days of a quarter do; counts what that takes. */
final class StoreQuarter {
    private static final Duration BETWEEN_MAINTENANCES = Duration.ofDays(14);
    private static final int BATCH = 5_000;
    private static final double NANOS_PER_SECOND = 1e9;

    private final BenchmarkContext bench;
    private final StoreQuarterBench.Size size;
    private final SplittableRandom random = new SplittableRandom(1);
    private final List<RunKey> written = new ArrayList<>();
    private double writing;
    private double maintaining;
    private int maintenances;
    private long rows;
    private long partitions;

    StoreQuarter(BenchmarkContext bench, StoreQuarterBench.Size size) {
        this.bench = bench;
        this.size = size;
    }

    /** Partitions as a store that was made on that day would have them now. */
    static String partitionsFrom(Instant begin) {
        return """
                DO $$ DECLARE part RECORD; day DATE; BEGIN
                    FOR part IN SELECT stored FROM time_partitions() LOOP EXECUTE 'DROP TABLE ' || part.stored; END LOOP;
                    FOR part IN SELECT * FROM (VALUES ('requests', 1, 'run'), ('window_stats', 7, 'run'),
                            ('window_hours', 28, 'run'),
                            ('server_samples', 1, 'scrape_start_micros')) AS t (name, days, key) LOOP
                        day := '%1$s';
                        EXECUTE format('CREATE TABLE %%I PARTITION OF %%I FOR VALUES FROM (MINVALUE) TO (%%s)',
                            part.name || '_until_' || to_char(day, 'YYYYMMDD'), part.name, partition_bound(part.key, day));
                        WHILE day < CURRENT_DATE + 7 LOOP
                            EXECUTE format('CREATE TABLE %%I PARTITION OF %%I FOR VALUES FROM (%%s) TO (%%s)',
                                part.name || '_until_' || to_char(day + part.days, 'YYYYMMDD'), part.name,
                                partition_bound(part.key, day), partition_bound(part.key, day + part.days));
                            day := day + part.days;
                        END LOOP;
                    END LOOP;
                END $$""".formatted(begin.toString().substring(0, 10));
    }

    /** All runs from a day on; every two weeks every team is maintained. */
    void fill(ResultStore store, Instant begin) {
        Instant maintained = begin;
        for (int n = 0; n < size.allRuns(); n++) {
            Instant start = begin.plus(
                    Duration.ofDays(size.days()).dividedBy(size.allRuns()).multipliedBy(n));
            while (start.isAfter(maintained.plus(BETWEEN_MAINTENANCES))) {
                maintained = maintained.plus(BETWEEN_MAINTENANCES);
                maintaining += maintain(store, Retention.DEFAULT, maintained).seconds();
            }
            write(store, team(n % size.teams()), start, size.seconds());
        }
        maintaining += maintain(store, Retention.DEFAULT, begin.plus(Duration.ofDays(size.days())))
                .seconds();
    }

    /** One run of a team, with a sample of its server each second. */
    void write(ResultStore store, Team team, Instant start, int seconds) {
        String id = Ulid.next(InstantSource.fixed(start), random);
        List<StoreChange> changes = new ArrayList<>();
        new StoredRun(id, start, 0, new ReportSize(1, 1, seconds * ReportSize.PER_SECOND))
                .events(event ->
                        changes.add(new StoreChange.StoredEvent(team, start.plusMillis(changes.size()), event)));
        for (int second = 0; second < seconds; second++) {
            changes.add(
                    new StoreChange.StoredEvent(team, start.plusSeconds(second), sample(start.plusSeconds(second))));
        }
        for (int first = 0; first < changes.size(); first += BATCH) {
            WriteBatch batch =
                    new WriteBatch(changes.subList(first, Math.min(first + BATCH, changes.size())), List.of());
            long before = bench.nanos().nanos();
            store.write(batch);
            writing += (bench.nanos().nanos() - before) / NANOS_PER_SECOND;
        }
        rows += changes.size();
        written.add(new RunKey(team, id));
    }

    private ServerSample sample(Instant at) {
        return ServerSample.newBuilder()
                .setTarget("gpu")
                .setInstance("gpu-1:8000")
                .setRole(ServerRole.ENGINE)
                .setEngine("vllm")
                .setModel("llama")
                .setScrapeStart(at)
                .setScrapeEnd(at.plusMillis(5))
                .setUp(true)
                .setValues(Map.of(
                        "engine.requests.running", (double) random.nextInt(64),
                        "engine.requests.waiting", (double) random.nextInt(3),
                        "engine.kv.usage_ratio", random.nextDouble(),
                        "engine.generation_tokens", (double) random.nextInt(1_000_000)))
                .build();
    }

    /** What a maintenance of every team took, and how many partitions it dropped. */
    record Maintained(double seconds, long partitions) {}

    Maintained maintain(ResultStore store, Retention retention, Instant now) {
        long before = bench.nanos().nanos();
        long dropped = 0;
        for (int number = 0; number < size.teams(); number++) {
            dropped += store.maintain(team(number), retention, now).partitions();
        }
        partitions += dropped;
        maintenances += size.teams();
        return new Maintained((bench.nanos().nanos() - before) / NANOS_PER_SECOND, dropped);
    }

    static Team team(int number) {
        return new Team("team-" + number);
    }

    /** The runs that were written, oldest first. */
    List<RunKey> written() {
        return written;
    }

    long rows() {
        return rows;
    }

    double rowsPerSecond() {
        return rows / writing;
    }

    double secondsPerMaintenance() {
        return maintaining / maintenances;
    }

    /** Those that retention dropped. */
    long partitions() {
        return partitions;
    }
}
