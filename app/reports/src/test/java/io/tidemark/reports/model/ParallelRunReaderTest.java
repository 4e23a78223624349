package io.tidemark.reports.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.reports.model.ReportReader.ParallelRunReader;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParallelRunReaderTest {
    private static final List<RunKey> RUNS = IntStream.range(0, 9)
            .mapToObj(number -> new RunKey(new Team("perf"), "run-" + number))
            .toList();

    @TempDir
    private Path folder;

    @BeforeAll
    static void trustEvents() {
        TrustedEventClasses.trust();
    }

    @Test
    void answersComeInTheOrderOfTheRunsEachFromAReaderOfItsOwn() {
        try (ResultStore store = SqliteStore.open(folder.resolve("store.db"));
                ResultReader reader = store.reader()) {
            Set<ResultReader> readers = ConcurrentHashMap.newKeySet();
            List<String> read = ParallelRunReader.read(reader, RUNS, (own, run) -> {
                readers.add(own);
                return run.run() + " " + own.requestCount(run);
            });
            assertThat(read)
                    .containsExactlyElementsOf(
                            RUNS.stream().map(run -> run.run() + " 0").toList());
            assertThat(readers).hasSize(RUNS.size()).doesNotContain(reader);
        }
    }

    @Test
    void whatOneRunFailsWithIsWhatAllFailWith() {
        try (ResultStore store = SqliteStore.open(folder.resolve("store.db"));
                ResultReader reader = store.reader()) {
            assertThatThrownBy(() -> ParallelRunReader.read(reader, RUNS, (own, run) -> {
                        if (run.equals(RUNS.get(4))) {
                            throw new IllegalArgumentException("run " + run.run() + " is not in the store");
                        }
                        return run;
                    }))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("run run-4 is not in the store");
            assertThat(reader.teams()).isEmpty();
        }
    }
}
