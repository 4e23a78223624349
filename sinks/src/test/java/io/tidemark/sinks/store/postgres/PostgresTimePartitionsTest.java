package io.tidemark.sinks.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.StoredRows;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.WindowQuery;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.retention.ExperimentRetention;
import io.tidemark.sinks.store.retention.MaintenanceResult;
import io.tidemark.sinks.store.retention.PruneScope;
import io.tidemark.sinks.store.retention.Retention;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The first partition of a table holds what comes before 2 March 2020, by its name, and rows that the broker took the day before. */
@Tag("integration")
final class PostgresTimePartitionsTest {
    private static final InstantSource CLOCK = InstantSource.system();
    private static final Team ALPHA = new Team("alpha");
    private static final Team BETA = new Team("beta");
    private static final Instant TAKEN = Instant.parse("2020-03-01T10:00:00Z");
    /** Of the partition. */
    private static final Instant END = Instant.parse("2020-03-02T00:00:00Z");

    private static final Duration WEEKS = Duration.ofDays(14);
    private static final Duration TICK = Duration.ofSeconds(1);
    private static final MaintenanceResult NOTHING = new MaintenanceResult(0, 0, 0, 0, 0);
    private static final MaintenanceResult ONE_PARTITION = new MaintenanceResult(0, 0, 0, 0, 0, 1);

    private PostgresAddress address = new PostgresAddress("jdbc:postgresql:none", Optional.empty());
    private ResultStore store;

    @BeforeEach
    void openStore() {
        address = Postgres.fresh();
        store = PostgresStore.open(address);
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    private void given(Team team, Instant taken, SpecificRecord... events) {
        store.write(new WriteBatch(
                Stream.of(events)
                        .<StoreChange>map(event -> new StoreChange.StoredEvent(team, taken, event))
                        .toList(),
                List.of()));
    }

    private static SpecificRecord request() {
        return Events.request(0, 100).build();
    }

    private List<String> texts(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(address.url())) {
            return StoredRows.texts(connection, sql);
        }
    }

    private List<String> teamsOfRequests() throws SQLException {
        return texts("SELECT team FROM requests ORDER BY team");
    }

    private static Retention requestsFor(Duration retention) {
        return Retention.DEFAULT.with(retention, Retention.DEFAULT.windows(), Retention.DEFAULT.servers());
    }

    @Test
    void aPartitionIsDroppedAsSoonAsAllItsRowsArePastAndUntilThenNobodyDeletesThem() throws SQLException {
        given(ALPHA, TAKEN, request());
        TimePartitionAges.end(address, "requests");
        assertThat(store.maintain(ALPHA, requestsFor(WEEKS), TAKEN.plus(WEEKS).plus(TICK)))
                .as("past, but its partition is not, and will be within a day")
                .isEqualTo(NOTHING);
        assertThat(teamsOfRequests()).containsExactly("alpha");
        assertThat(store.maintain(ALPHA, requestsFor(WEEKS), END.plus(WEEKS))).isEqualTo(NOTHING);
        assertThat(store.maintain(ALPHA, requestsFor(WEEKS), END.plus(WEEKS).plus(TICK)))
                .isEqualTo(ONE_PARTITION);
        assertThat(teamsOfRequests()).isEmpty();
        given(ALPHA, TAKEN, request());
        assertThat(teamsOfRequests())
                .as("a row that comes after its partition was emptied")
                .containsExactly("alpha");
        assertThat(store.maintain(ALPHA, requestsFor(WEEKS), TAKEN.plus(WEEKS).plus(TICK)))
                .isEqualTo(NOTHING);
        assertThat(store.maintain(ALPHA, requestsFor(WEEKS), END.plus(WEEKS).plus(TICK)))
                .isEqualTo(ONE_PARTITION);
        assertThat(teamsOfRequests()).isEmpty();
    }

    /** Each new partition reads the default partition: a team that sends runs of past days would make it large. */
    @Test
    void partitionsOfPastDaysAreJoinedSoThatNoRowOfThePastIsInTheDefaultPartition() throws SQLException {
        execute(
                "DO $$ DECLARE part REGCLASS; BEGIN FOR part IN SELECT stored FROM time_partitions()"
                        + " WHERE parent = 'requests' LOOP EXECUTE 'DROP TABLE ' || part; END LOOP;"
                        + " EXECUTE 'CREATE TABLE requests_until_20200302 PARTITION OF requests FOR VALUES FROM (MINVALUE) TO ('"
                        + " || partition_bound('run', '2020-03-02') || ')';"
                        + " EXECUTE 'CREATE TABLE requests_until_20200303 PARTITION OF requests FOR VALUES FROM ('"
                        + " || partition_bound('run', '2020-03-02') || ') TO (' || partition_bound('run', '2020-03-03') || ')'; END $$");
        SpecificRecord[] past = Stream.of(Instant.EPOCH, TAKEN, TAKEN.plus(Duration.ofDays(1)))
                .map(start -> Events.request(0, 100).setRun(run(start)).build())
                .toArray(SpecificRecord[]::new);
        given(ALPHA, TAKEN, past);
        assertThat(store.maintain(ALPHA, requestsFor(WEEKS), END.plus(WEEKS).plus(Duration.ofDays(2))))
                .isEqualTo(new MaintenanceResult(0, 0, 0, 0, 0, 2));
        assertThat(teamsOfRequests()).isEmpty();
        given(ALPHA, CLOCK.instant(), past);
        assertThat(texts("SELECT tableoid::regclass FROM requests"))
                .containsExactly("requests_until_20200303", "requests_until_20200303", "requests_until_20200303");
    }

    @Test
    void windowsAndServerSamplesAreDroppedToo() throws SQLException {
        given(ALPHA, TAKEN, Events.window(TAKEN).build(), Events.sample(TAKEN).build());
        TimePartitionAges.end(address, "window_stats");
        TimePartitionAges.end(address, "server_samples");
        Retention twoWeeks = Retention.DEFAULT.with(WEEKS, WEEKS, WEEKS);
        assertThat(store.maintain(ALPHA, twoWeeks, END.plus(WEEKS).plus(TICK)).partitions())
                .isEqualTo(2);
        assertThat(texts("SELECT team FROM window_stats UNION ALL SELECT team FROM server_samples"))
                .isEmpty();
    }

    @Test
    void hoursAreDroppedToo() throws SQLException {
        LogHistogram sketch = new LogHistogram();
        sketch.add(100_000_000);
        Instant end = TAKEN.plusSeconds(60);
        given(
                ALPHA,
                TAKEN,
                Events.window(end)
                        .setWindowSeconds(60)
                        .setCount(1)
                        .setSketch(ByteBuffer.wrap(sketch.encode()))
                        .build());
        Retention kept = Retention.DEFAULT.withTiers(WEEKS, WEEKS, WEEKS);
        assertThat(store.maintain(ALPHA, kept, TAKEN.plus(Duration.ofHours(1))).mergedHours())
                .isOne();
        assertThat(texts("SELECT tableoid::regclass FROM window_hours")).hasSize(1);
        TimePartitionAges.end(address, "window_hours");
        store.overrideRetention(
                new ExperimentRetention(ALPHA, "h200", WEEKS, WEEKS, Optional.of(Duration.ofDays(60))), Events.audit());
        given(ALPHA, TAKEN, Events.control(TAKEN, Events.run(Events.RUN, TAKEN)));
        assertThat(store.maintain(ALPHA, kept, END.plus(WEEKS).plus(TICK)).partitions())
                .isZero();
        assertThat(store.maintain(ALPHA, kept, END.plus(Duration.ofDays(60)).plus(TICK))
                        .partitions())
                .isOne();
        assertThat(texts("SELECT team FROM window_hours")).isEmpty();
    }

    @Test
    void aRowThatTheBrokerTookLateKeepsItsPartition() throws SQLException {
        given(ALPHA, END.plus(Duration.ofDays(3)), request());
        TimePartitionAges.end(address, "requests");
        assertThat(store.maintain(ALPHA, requestsFor(WEEKS), END.plusSeconds(1).plus(WEEKS)))
                .isEqualTo(NOTHING);
        assertThat(store.maintain(
                        ALPHA,
                        requestsFor(WEEKS),
                        END.plus(Duration.ofDays(3)).plus(WEEKS).plus(TICK)))
                .isEqualTo(ONE_PARTITION);
    }

    @Test
    void aTeamThatKeepsLongerKeepsThePartitionAndRowsOfTheOtherAreDeleted() throws SQLException {
        given(ALPHA, TAKEN, request());
        given(BETA, TAKEN, request());
        TimePartitionAges.end(address, "requests");
        Duration year = Duration.ofDays(365);
        assertThat(store.maintain(BETA, requestsFor(year), TAKEN)).isEqualTo(NOTHING);
        assertThat(store.maintain(ALPHA, requestsFor(WEEKS), END.plus(WEEKS).plus(TICK)))
                .isEqualTo(new MaintenanceResult(1, 0, 0, 0, 0));
        assertThat(teamsOfRequests()).containsExactly("beta");
        assertThat(store.maintain(ALPHA, requestsFor(WEEKS), END.plus(year).plus(TICK)))
                .as("whichever team's maintenance comes first")
                .isEqualTo(ONE_PARTITION);
    }

    @Test
    void rowsOfATeamOfWhichNoSinkSaidHowLongTheyAreKeptStay() throws SQLException {
        given(ALPHA, TAKEN, request());
        given(BETA, TAKEN, request());
        TimePartitionAges.end(address, "requests");
        assertThat(store.maintain(ALPHA, requestsFor(WEEKS), END.plus(Duration.ofDays(1_000))))
                .isEqualTo(new MaintenanceResult(1, 0, 0, 0, 0));
        assertThat(teamsOfRequests()).containsExactly("beta");
    }

    @Test
    void anExperimentThatIsKeptLongerKeepsThePartition() throws SQLException {
        given(ALPHA, TAKEN, Events.control(TAKEN, Events.run(Events.RUN, TAKEN)), request());
        given(
                ALPHA,
                TAKEN,
                Events.request(1, 100).setRun("01JD8Z6K3M5TQX9V2R7C0WHB4P").build());
        TimePartitionAges.end(address, "requests");
        store.overrideRetention(
                new ExperimentRetention(ALPHA, "h200", Duration.ofDays(60), Duration.ofDays(60)), Events.audit());
        assertThat(store.maintain(ALPHA, requestsFor(WEEKS), END.plus(WEEKS).plus(TICK)))
                .isEqualTo(new MaintenanceResult(1, 0, 0, 0, 0));
        assertThat(texts("SELECT run FROM requests")).containsExactly(Events.RUN);
        assertThat(store.maintain(
                        ALPHA, requestsFor(WEEKS), END.plus(Duration.ofDays(60)).plus(TICK)))
                .isEqualTo(ONE_PARTITION);
    }

    @Test
    void nothingIsDroppedByAClockThatIsAheadOfTheServers() throws SQLException {
        given(ALPHA, CLOCK.instant(), request());
        TimePartitionAges.end(address, "requests");
        MaintenanceResult done =
                store.maintain(ALPHA, requestsFor(WEEKS), CLOCK.instant().plus(Duration.ofDays(365)));
        assertThat(done.partitions()).isZero();
    }

    /** The transaction of a report holds what it read. */
    @Test
    void aPartitionThatIsReadIsDroppedAfterwardsAndWritersDoNotWait() throws SQLException {
        given(ALPHA, TAKEN, request());
        TimePartitionAges.end(address, "requests");
        Instant past = END.plus(WEEKS).plus(TICK);
        try (Connection report = DriverManager.getConnection(address.url())) {
            report.setAutoCommit(false);
            assertThat(StoredRows.texts(report, "SELECT team FROM requests")).hasSize(1);
            assertThat(store.maintain(ALPHA, requestsFor(WEEKS), past)).isEqualTo(NOTHING);
            given(ALPHA, TAKEN, Events.request(1, 100).build());
            report.rollback();
        }
        assertThat(store.maintain(ALPHA, requestsFor(WEEKS), past)).isEqualTo(ONE_PARTITION);
    }

    @Test
    void allRowsOfARunAreInThePartitionOfItsStart() throws SQLException {
        given(ALPHA, TAKEN, request(), Events.window(TAKEN).build());
        String tomorrow = texts("SELECT least_run_id((now() AT TIME ZONE 'UTC')::DATE + 1)")
                        .get(0) + "TQX9V2R7C0WHB4N0";
        given(ALPHA, TAKEN, Events.request(0, 100).setRun(tomorrow).build());
        given(ALPHA, TAKEN, Events.request(0, 100).setRun("not a ULID").build());
        assertThat(texts("SELECT tableoid::regclass FROM requests ORDER BY run"))
                .hasSize(3)
                .doesNotHaveDuplicates()
                .last()
                .isEqualTo("requests_default");
        assertThat(texts("EXPLAIN SELECT * FROM requests WHERE team = 'alpha' AND run = '" + tomorrow + "'"))
                .filteredOn(line -> line.contains(" on requests_"))
                .as("partitions that a query of one run opens")
                .hasSize(1);
        try (ResultReader reader = store.reader()) {
            assertThat(reader.requestCount(new RunKey(ALPHA, "not a ULID"))).isOne();
            assertThat(reader.windows(WindowQuery.of(new RunKey(ALPHA, Events.RUN), Metric.TTFT, 10)))
                    .hasSize(1);
        }
        assertThat(store.prune(new RunKey(ALPHA, tomorrow), PruneScope.RAW, Events.audit())
                        .total())
                .isOne();
        assertThat(store.maintain(ALPHA, requestsFor(WEEKS), TAKEN.plus(WEEKS).plus(TICK))
                        .requests())
                .isEqualTo(2);
    }

    @Test
    void partitionsOfAWeekAreMadeAheadAndOneForALongerGap() throws SQLException {
        String count =
                "SELECT COUNT(*) FROM time_partitions() WHERE until > (now() AT TIME ZONE 'UTC')::DATE GROUP BY parent"
                        + " ORDER BY parent";
        assertThat(texts(count))
                .as("requests, server_samples, window_hours, window_stats")
                .containsExactly("8", "8", "2", "2");
        try (Connection connection = DriverManager.getConnection(address.url());
                Statement statement = connection.createStatement()) {
            statement.execute("DO $$ DECLARE part REGCLASS; BEGIN FOR part IN SELECT stored FROM time_partitions()"
                    + " WHERE parent = 'server_samples' LOOP EXECUTE 'DROP TABLE ' || part; END LOOP;"
                    + " CREATE TABLE server_samples_until_20200302 PARTITION OF server_samples FOR VALUES FROM (MINVALUE)"
                    + " TO (1583107200000000); END $$");
        }
        given(ALPHA, CLOCK.instant(), Events.sample(CLOCK.instant()).build());
        store.maintain(ALPHA, Retention.DEFAULT, CLOCK.instant());
        assertThat(texts("SELECT COUNT(*) FROM time_partitions() WHERE parent = 'server_samples'"))
                .as("that of 2020, the gap until today, today and seven days")
                .containsExactly("10");
        given(ALPHA, TAKEN, Events.sample(TAKEN.plus(Duration.ofDays(300))).build());
        assertThat(texts("SELECT DISTINCT tableoid::regclass::TEXT = 'server_samples_default' FROM server_samples"))
                .as("the row of today has moved into its partition")
                .containsExactly("f");
    }

    /** As a team that sends one request of a run of each coming day, so that the default partition holds rows of all of them. */
    @Test
    void rowsOfAComingDayMoveIntoItsPartitionAndKeepNoTeamFromIt() throws SQLException {
        execute(
                "DO $$ DECLARE part REGCLASS; BEGIN FOR part IN SELECT stored FROM time_partitions()"
                        + " WHERE until > (now() AT TIME ZONE 'UTC')::DATE + 2 LOOP EXECUTE 'DROP TABLE ' || part; END LOOP; END $$");
        Instant midnight = CLOCK.instant().truncatedTo(ChronoUnit.DAYS);
        for (int day = 2; day < 40; day++) {
            Instant start = midnight.plus(Duration.ofDays(day));
            given(
                    ALPHA,
                    CLOCK.instant(),
                    Events.request(0, 100).setRun(run(start)).build(),
                    Events.window(start).setRun(run(start)).build(),
                    Events.sample(start).build());
        }
        assertThat(store.maintain(BETA, Retention.DEFAULT, CLOCK.instant())).isEqualTo(NOTHING);
        assertThat(texts(
                        "SELECT COUNT(*) FROM time_partitions() WHERE until > (now() AT TIME ZONE 'UTC')::DATE GROUP BY parent"
                                + " ORDER BY parent"))
                .as("requests, server_samples, window_hours, window_stats")
                .containsExactly("8", "8", "2", "2");
        given(
                BETA,
                CLOCK.instant(),
                Events.request(0, 100)
                        .setRun(run(midnight.plus(Duration.ofDays(5))))
                        .build());
        assertThat(texts("SELECT team || ' ' || COUNT(*) || ' ' || COUNT(DISTINCT tableoid) FROM requests"
                        + " WHERE tableoid <> 'requests_default'::regclass GROUP BY team ORDER BY team"))
                .as("of days 2 to 7, and in the partition of day 5")
                .containsExactly("alpha 6 6", "beta 1 1");
        for (String table : List.of("requests", "window_stats", "server_samples")) {
            assertThat(texts("SELECT COUNT(*) FROM " + table + " WHERE team = 'alpha'"))
                    .as(table)
                    .containsExactly("38");
        }
    }

    /** It waits for the lock that a long report holds for 2 s, for each table once. */
    @Test
    void aTableThatIsReadKeepsNoOtherFromItsPartitions() throws SQLException {
        execute(
                "DO $$ DECLARE part REGCLASS; BEGIN FOR part IN SELECT stored FROM time_partitions()"
                        + " WHERE until > (now() AT TIME ZONE 'UTC')::DATE + 2 LOOP EXECUTE 'DROP TABLE ' || part; END LOOP; END $$");
        try (Connection report = DriverManager.getConnection(address.url())) {
            report.setAutoCommit(false);
            assertThat(StoredRows.texts(report, "SELECT team FROM requests")).isEmpty();
            store.maintain(BETA, Retention.DEFAULT, CLOCK.instant());
            assertThat(texts("SELECT parent FROM time_partitions() GROUP BY parent"
                            + " HAVING max(until) > (now() AT TIME ZONE 'UTC')::DATE + 7 ORDER BY parent"))
                    .containsExactly("server_samples", "window_hours", "window_stats");
            report.rollback();
        }
        store.maintain(BETA, Retention.DEFAULT, CLOCK.instant());
        assertThat(texts("SELECT COUNT(*) FROM time_partitions() WHERE parent = 'requests'"))
                .containsExactly("8");
    }

    private static String run(Instant start) {
        return Ulid.next(InstantSource.fixed(start), new SplittableRandom(1));
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(address.url());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void windowsThatAreThinnedGiveTheirSpaceBack() throws SQLException {
        Instant first = TAKEN;
        store.write(new WriteBatch(
                IntStream.range(0, 6_000)
                        .<StoreChange>mapToObj(second -> new StoreChange.StoredEvent(
                                ALPHA,
                                first.plusSeconds(second),
                                Events.window(first.plusSeconds(second)).build()))
                        .toList(),
                List.of()));
        TimePartitionAges.end(address, "window_stats");
        String size = "SELECT pg_table_size('" + TimePartitionAges.ended("window_stats") + "')";
        long before = Long.parseLong(texts(size).get(0));
        assertThat(store.maintain(ALPHA, Retention.DEFAULT, END.plus(Duration.ofDays(2)))
                        .thinnedWindows())
                .isGreaterThan(5_800);
        assertThat(Long.parseLong(texts(size).get(0))).isLessThan(before / 10);
        try (ResultReader reader = store.reader()) {
            assertThat(reader.windows(WindowQuery.of(new RunKey(ALPHA, Events.RUN), Metric.TTFT, 10)))
                    .hasSizeBetween(100, 102);
        }
    }
}
