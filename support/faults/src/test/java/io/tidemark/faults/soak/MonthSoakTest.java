package io.tidemark.faults.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MonthSoakTest {
    @TempDir
    private Path folder;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @Test
    void anHourWithAFaultEveryFewMinutesIsRightInTheStore() throws SQLException {
        try (MonthSoak soak = soak(new MonthSoak.Size(3_600, 3, 1_800))) {
            soak.run();
            soak.measure(1);
            soak.print();
            assertThat(printed()).contains("heap, MiB", "state run-state", "store rows window_stats");
            assertThat(soak.faults()).containsKeys("host killed", "sink killed", "broker away");
            assertThat(soak.tallies().get(StoreOracle.Kind.WINDOWS).checked()).isGreaterThan(20_000);
            assertThat(soak.tallies().get(StoreOracle.Kind.REQUESTS).checked()).isGreaterThan(5_000);
            assertThat(soak.isClean()).as(printed()).isTrue();
        }
        theOracleFindsWhatIsMissingAndWrong();
    }

    /** Held against a store of another run, and against one that has more requests than were sent. */
    private void theOracleFindsWhatIsMissingAndWrong() throws SQLException {
        try (StoreOracle oracle = new StoreOracle(folder.resolve("store.db"), MonthSoak.TEAM)) {
            oracle.check(oneRequest("0100000000NEVER00000000000"), 600);
            assertThat(oracle.tallies().get(StoreOracle.Kind.WINDOWS).missing()).isEqualTo(6);
            assertThat(oracle.tallies().get(StoreOracle.Kind.REQUESTS).missing())
                    .isEqualTo(1);
            oracle.check(oneRequest("0100000000SAAK000000000000"), 600);
            assertThat(oracle.tallies().get(StoreOracle.Kind.WINDOWS).wrong()).isGreaterThan(3_000);
            assertThat(oracle.tallies().get(StoreOracle.Kind.REQUESTS).wrong()).isGreaterThan(500);
            oracle.checkStep(oneRequest("0100000000SAAK000000000000"));
            assertThat(oracle.tallies().get(StoreOracle.Kind.STEPS).wrong()).isEqualTo(1);
            assertThat(oracle.isClean()).isFalse();
        }
    }

    private static SoakRun oneRequest(String name) {
        SoakRun run = new SoakRun(new SoakRun.Plan(name, "soak", "soak", 0, 3_600, 0));
        run.delivered().add(5, new LoadEvents.Answer(0, 100_000_000, 1_000_000));
        return run;
    }

    @Test
    @Tag("long")
    void aDayOfEveryKindOfFaultIsRightInTheStore() throws SQLException {
        try (MonthSoak soak = soak(MonthSoak.Size.ofDays(1, 11))) {
            soak.run();
            soak.print();
            assertThat(soak.isClean()).as(printed()).isTrue();
        }
    }

    @Test
    void aLineThatRisesGrowsAndOneThatWaversDoesNot() {
        assertThat(TrendLine.of(
                                "rising",
                                3,
                                IntStream.range(0, 10)
                                        .mapToObj(day -> 100.0 + day + day % 2)
                                        .toList())
                        .grows())
                .isTrue();
        assertThat(TrendLine.of(
                                "wavering",
                                3,
                                IntStream.range(0, 10)
                                        .mapToObj(day -> 100.0 + day % 2)
                                        .toList())
                        .grows())
                .isFalse();
        assertThat(TrendLine.of(
                                "constant",
                                3,
                                IntStream.range(0, 10).mapToObj(day -> 7.0).toList())
                        .grows())
                .isFalse();
        assertThat(TrendLine.of(
                                "topic of longer numbers, MiB",
                                3,
                                IntStream.range(0, 10)
                                        .mapToObj(day -> 100.0 + day * 0.9)
                                        .toList())
                        .grows())
                .isFalse();
        assertThat(TrendLine.of(
                                "topic that gathers, MiB",
                                3,
                                IntStream.range(0, 10)
                                        .mapToObj(day -> 100.0 + day * 3)
                                        .toList())
                        .grows())
                .isTrue();
        assertThat(TrendLine.of(
                                "falling",
                                3,
                                IntStream.range(0, 10)
                                        .mapToObj(day -> 100.0 - day)
                                        .toList())
                        .grows())
                .isFalse();
        assertThat(TrendLine.of(
                                "of two days",
                                3,
                                IntStream.range(0, 2)
                                        .mapToObj(day -> 100.0 + day)
                                        .toList())
                        .isFitted())
                .isFalse();
    }

    private MonthSoak soak(MonthSoak.Size size) throws SQLException {
        return new MonthSoak(size, folder, new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    private String printed() {
        return printed.toString(StandardCharsets.UTF_8);
    }
}
