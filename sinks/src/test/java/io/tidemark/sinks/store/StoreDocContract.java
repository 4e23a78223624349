package io.tidemark.sinks.store;

import static io.tidemark.fixtures.runs.Events.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.events.WindowStats;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.deadletter.DeadLetterCode;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.retention.Retention;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What docs/reference/store.md says holds in a database. */
public abstract class StoreDocContract {
    protected static final Path PAGE = Path.of("../docs/reference/store.md");

    private static final Team TEAM = new Team("perf");

    /** A store that is empty. */
    protected abstract ResultStore open() throws Exception;

    /** To the database of that store. */
    protected abstract Connection connect() throws SQLException;

    @BeforeEach
    void fill() throws Exception {
        try (ResultStore store = open()) {
            for (SpecificRecord event : List.of(
                    Events.control(START, Events.run(Events.RUN, START)),
                    Events.control(START, Events.step(0)),
                    Events.request(0, 100).build(),
                    minute(),
                    Events.breach(BreachState.OPENED, Finality.FINAL).build(),
                    Events.result(Finality.FINAL, 19)
                            .setMeasureUntil(START.plusSeconds(10))
                            .setOutputTokens(1_900)
                            .build())) {
                store.write(new WriteBatch(List.of(new StoreChange.StoredEvent(TEAM, START, event)), List.of()));
            }
            store.maintain(TEAM, Retention.FOR_GOOD, START.plus(Duration.ofHours(2)));
            SourcePartition windows = new SourcePartition(TEAM, "windows", 0);
            for (int offset = 0; offset < 2; offset++) {
                StoreChange aside = new StoreChange.DeadLettered(
                        windows, "id", offset, START, DeadLetterCode.MALFORMED, "too short");
                store.write(new WriteBatch(List.of(aside), List.of()));
            }
        }
    }

    private static WindowStats minute() {
        LogHistogram sketch = new LogHistogram();
        sketch.add(100_000_000);
        return Events.window(START.plusSeconds(60))
                .setWindowSeconds(60)
                .setCount(1)
                .setSketch(ByteBuffer.wrap(sketch.encode()))
                .build();
    }

    @TestFactory
    List<DynamicTest> everyExampleGivesTheRunThatIsThere() throws Exception {
        return blocks("sql").stream()
                .map(query -> DynamicTest.dynamicTest(
                        query.lines().findFirst().orElseThrow(),
                        () -> assertThat(rows(query)).isPositive()))
                .toList();
    }

    @TestFactory
    List<DynamicTest> everyViewIsListedAndHasARow() throws Exception {
        return Pattern.compile("(?m)^\\| `([a-z_]+)` \\| ")
                .matcher(section("## Views", "```sql"))
                .results()
                .map((MatchResult match) -> match.group(1))
                .map(view -> DynamicTest.dynamicTest(
                        view, () -> assertThat(rows("SELECT * FROM " + view)).isEqualTo(1)))
                .toList();
    }

    @Test
    void viewsGiveTimestampsAndMilliseconds() throws Exception {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT CAST(started AS VARCHAR(19)) AS started, p99_ms,"
                        + " output_tokens_per_second, highest_pass FROM step_percentiles JOIN history USING (run, started)"
                        + " JOIN capacity ON 1 = 1")) {
            row.next();
            assertThat(row.getString("started").replace('T', ' ')).startsWith("2026-03-01 ");
            assertThat(row.getDouble("p99_ms")).isEqualTo(100);
            assertThat(row.getDouble("output_tokens_per_second")).isEqualTo(190);
            assertThat(row.getDouble("highest_pass")).isEqualTo(2);
        }
    }

    protected static List<String> blocks(String language) throws Exception {
        return Pattern.compile("(?s)```" + language + "\n(.*?)```")
                .matcher(Files.readString(PAGE))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    private static String section(String from, String until) throws Exception {
        String page = Files.readString(PAGE);
        return page.substring(page.indexOf(from), page.indexOf(until, page.indexOf(from)));
    }

    private long rows(String query) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            long count = 0;
            while (rows.next()) {
                count++;
            }
            return count;
        }
    }
}
