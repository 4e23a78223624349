package io.tidemark.app.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.results.StoredRuns;
import io.tidemark.events.RunStatus;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

final class RunSelectionTest {
    private static final Duration SOON = Duration.ofHours(4);
    private static final Duration LATE = Duration.ofDays(2);

    @Command
    private static final class Prune {
        @Mixin
        private final StoreCommand.RunSelection selection = new StoreCommand.RunSelection();
    }

    @TempDir
    private Path home;

    @Test
    void aRunThatGoesOnIsLeftAloneAndOneThatIsLostIsNot() {
        Path file = home.resolve("store.db");
        List<String> ids;
        try (StoredRuns runs = new StoredRuns(file)) {
            runs.add(1, StoredRuns.Kind.of("baseline"));
            ids = runs.add(2, StoredRuns.Kind.of("killed").ended(RunStatus.RUNNING));
            runs.lose(ids.get(0), "its process was killed");
        }
        try (ResultReader reader = SqliteStore.openReader(file)) {
            assertThat(chosen(reader, SOON)).hasSize(2).contains(ids.get(0)).doesNotContain(ids.get(1));
            assertThat(chosen(reader, LATE))
                    .as("no run says nothing of its end for so long")
                    .hasSize(3);
        }
    }

    private static List<String> chosen(ResultReader reader, Duration after) {
        Prune prune = new Prune();
        new CommandLine(prune).parseArgs("--experiment", "H200 tuning");
        Instant now = StoredRuns.START.plus(after);
        return prune.selection.runs(reader, now).stream()
                .map(run -> run.key().run())
                .toList();
    }
}
