package io.tidemark.app.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.results.StoredRuns;
import io.tidemark.app.cli.shared.OptionConverters;
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

    @Test
    void onlyRunsThatBeganLongerAgoAreChosen() {
        Path file = home.resolve("store.db");
        List<String> ids;
        try (StoredRuns runs = new StoredRuns(file)) {
            ids = runs.add(3, StoredRuns.Kind.of("baseline"));
        }
        try (ResultReader reader = SqliteStore.openReader(file)) {
            // One run an hour: they began 13.5, 12.5 and 11.5 hours ago.
            assertThat(chosen(reader, Duration.ofMinutes(810), "--older-than", "12h"))
                    .containsExactlyInAnyOrder(ids.get(0), ids.get(1));
        }
    }

    private static List<String> chosen(ResultReader reader, Duration after) {
        return chosen(reader, after, "--experiment", "H200 tuning");
    }

    private static List<String> chosen(ResultReader reader, Duration after, String... options) {
        Prune prune = new Prune();
        CommandLine line = new CommandLine(prune);
        OptionConverters.register(line);
        line.parseArgs(options);
        Instant now = StoredRuns.START.plus(after);
        return prune.selection.runs(reader, now).stream()
                .map(run -> run.key().run())
                .toList();
    }
}
