package io.tidemark.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.SloBreach;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults drawn at random, played in virtual time and judged by the team's topology: is the right signal first? */
class MovedWithTest {
    private static final int TRIALS = 30;
    private static final double NEARLY_ALL = 0.9;

    @TempDir
    private Path folder;

    private MovedTrial trial(List<MovedKind> kinds, long seed) throws IOException, InterruptedException {
        String name = kinds.get(0) + "-" + kinds.get(kinds.size() - 1) + "-" + seed;
        return MovedTrial.of(MovedDraw.of(kinds, seed), folder.resolve(name));
    }

    @Test
    void ofAThrottledGpuItsSignalComesFirst() throws Exception {
        assertTheSignalComesFirst(MovedKind.THROTTLED_GPU);
    }

    @Tag("long")
    @Test
    void ofABurstItsSignalComesFirst() throws Exception {
        assertTheSignalComesFirst(MovedKind.BURST);
    }

    private void assertTheSignalComesFirst(MovedKind kind) throws Exception {
        assertThat(trial(List.of(kind), 1).named()).first().isIn(kind.right());
    }

    @Test
    void aLaggingClientIsCalledTheClients() throws Exception {
        SloBreach breach = trial(List.of(MovedKind.SLOW_CLIENT), 1).breach().orElseThrow();
        assertThat(breach.getCorrelationSummary())
                .startsWith("The client's own: client's lag behind its schedule, p99, ")
                .endsWith("No server signal moved.");
    }

    @Tag("long")
    @Test
    void ofFaultsDrawnAtRandomTheRightSignalComesFirstInNearlyAll() throws Exception {
        MovedTable table = table(Stream.of(MovedKind.values()).map(List::of).toList(), TRIALS);
        assertThat(table.rightShare()).isGreaterThan(NEARLY_ALL);
    }

    @Tag("long")
    @Test
    void ofTwoFaultsAtOnceNearlyAllBreachesNameBoth() throws Exception {
        MovedTable table = table(MovedPairs.ALL, TRIALS / 3);
        assertThat(table.allNamedShare()).isGreaterThan(NEARLY_ALL);
    }

    private MovedTable table(List<List<MovedKind>> all, int trials) throws IOException, InterruptedException {
        MovedTable table = new MovedTable();
        for (List<MovedKind> kinds : all) {
            for (long seed = 1; seed <= trials; seed++) {
                table.add(trial(kinds, seed));
            }
        }
        System.out.println(table.text());
        return table;
    }
}
