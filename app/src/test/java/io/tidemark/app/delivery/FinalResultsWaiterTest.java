package io.tidemark.app.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.app.cli.results.StoredRuns;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.sinks.store.StoreClosedException;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FinalResultsWaiterTest {
    private static final Duration A_MINUTE = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    private RunKey run;

    @BeforeEach
    void storeARunOfTwoSteps() {
        try (StoredRuns runs = new StoredRuns(store())) {
            run = new RunKey(
                    StoredRuns.TEAM, runs.add(1, StoredRuns.Kind.of("baseline")).get(0));
        }
    }

    @Test
    void aStoreThatCannotBeReadForAWhileIsWaitedFor() {
        inStore("ALTER TABLE step_results RENAME TO away");
        AtomicInteger looks = new AtomicInteger();
        NanoClock backAtTheThirdLook = () -> {
            if (looks.incrementAndGet() == 4) {
                inStore("ALTER TABLE away RENAME TO step_results");
            }
            return looks.get();
        };
        try (ResultReader reader = SqliteStore.openReader(store())) {
            assertThat(new FinalResultsWaiter(reader, backAtTheThirdLook).await(run, 2, A_MINUTE))
                    .hasSize(2);
        }
    }

    @Test
    void aRunWithoutStepsIsThereWhenItsEndIsStored() {
        inStore("CREATE TABLE ends AS SELECT ended_micros FROM runs");
        inStore("UPDATE runs SET ended_micros = NULL");
        AtomicInteger looks = new AtomicInteger();
        NanoClock endedAtTheThirdLook = () -> {
            if (looks.incrementAndGet() == 4) {
                inStore("UPDATE runs SET ended_micros = (SELECT ended_micros FROM ends)");
            }
            return looks.get();
        };
        try (ResultReader reader = SqliteStore.openReader(store())) {
            assertThat(new FinalResultsWaiter(reader, endedAtTheThirdLook).await(run, 0, A_MINUTE))
                    .hasSize(2);
        }
        assertThat(looks).hasValue(4);
    }

    @Test
    void aRunOfWhichSomethingNewComesIsWaitedForLonger() {
        int silent = looksUntilGivenUp(look -> {});
        int withNews = looksUntilGivenUp(look -> {
            if (look == 3) {
                inStore("UPDATE runs SET ended_micros = ended_micros + 1");
            }
        });
        assertThat(withNews).isGreaterThan(silent);
    }

    /** Of three steps, of which one never comes, at 20 s a look. */
    private int looksUntilGivenUp(IntConsumer atLook) {
        AtomicInteger looks = new AtomicInteger();
        NanoClock clock = () -> {
            atLook.accept(looks.incrementAndGet());
            return Duration.ofSeconds(20).toNanos() * looks.get();
        };
        try (ResultReader reader = SqliteStore.openReader(store())) {
            assertThat(new FinalResultsWaiter(reader, clock).await(run, 3, A_MINUTE))
                    .hasSize(2);
        }
        return looks.get();
    }

    @Test
    void aStoreThatStaysAwayIsSaidWhenTheTimeIsOver() {
        inStore("ALTER TABLE step_results RENAME TO away");
        AtomicInteger minutes = new AtomicInteger();
        NanoClock aMinuteALook =
                () -> Duration.ofMinutes(minutes.getAndIncrement()).toNanos();
        try (ResultReader reader = SqliteStore.openReader(store())) {
            FinalResultsWaiter finals = new FinalResultsWaiter(reader, aMinuteALook);
            assertThatThrownBy(() -> finals.await(run, 2, A_MINUTE))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining(store().toString());
        }
    }

    @Test
    void aReaderThatWasClosedIsNotWaitedFor() {
        AtomicInteger looks = new AtomicInteger();
        NanoClock aSecondALook =
                () -> Duration.ofSeconds(looks.getAndIncrement()).toNanos();
        ResultReader closed = SqliteStore.openReader(store());
        closed.close();

        assertThatThrownBy(() -> new FinalResultsWaiter(closed, aSecondALook).await(run, 2, A_MINUTE))
                .isInstanceOf(StoreClosedException.class)
                .hasMessage("store " + store() + " is closed");
        assertThat(looks).hasValue(2);
    }

    private Path store() {
        return folder.resolve("store.db");
    }

    private void inStore(String sql) {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + store());
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("PRAGMA legacy_alter_table = ON");
            statement.executeUpdate(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
