package io.tidemark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Signal;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows 17 and 14: in mid-run the scraped server is another process whose counters begin again; its clock is an hour ahead. */
@Tag("faults")
class RestartedTargetTest {
    private static final double TOKENS_PER_SECOND = 100;
    private static final Duration AHEAD = Duration.ofHours(1);

    /** The rate is over a second or two of a busy machine, never what a counter of a million would give. */
    private static final double MAX_PER_SECOND = 100 * TOKENS_PER_SECOND;

    @TempDir
    private Path folder;

    /** A server's counter of tokens since its process began. */
    private record Served(Instant began, double already) {
        String page() {
            double seconds =
                    Duration.between(began, InstantSource.system().instant()).toMillis() / 1000.0;
            return String.format(
                    Locale.ROOT,
                    "# TYPE vllm:generation_tokens_total counter%nvllm:generation_tokens_total{model_name=\"m\"} %.1f%n"
                            + "# TYPE process_start_time_seconds gauge%nprocess_start_time_seconds %.3f%n",
                    already + seconds * TOKENS_PER_SECOND,
                    began.toEpochMilli() / 1000.0);
        }
    }

    @Test
    void countersThatBeginAgainGiveNoNegativeRatesAndAWrongClockIsNamed() throws Exception {
        FaultSettings settings = FaultSettings.of(new FaultSettings.Defaults("17 restarted target", 60, 30, 1));
        KafkaCluster.Shape shape = KafkaCluster.Shape.of(1);
        AtomicReference<Served> served =
                new AtomicReference<>(new Served(InstantSource.system().instant(), 1_000_000));
        try (ClusterFixture scene = ClusterFixture.start(folder, shape)) {
            TeamFixture team = scene.team("alpha", shape);
            FaultScenario row = new FaultScenario("17 restarted target", team);
            scene.host("host");
            try (MetricsPageServer page = MetricsPageServer.start(
                    team.sender(),
                    Clock.offset(Clock.systemUTC(), AHEAD),
                    () -> served.get().page())) {
                assertThat(page).isNotNull();
                RealTimeLoad load = row.begin(settings);
                row.strike(load, settings, () -> {
                    served.set(new Served(InstantSource.system().instant(), 0));
                    return "the server's counter fell from a million to 0 in another process";
                });
                row.lastMustBeExact(load); // a scrape that comes late amends the windows beside which it is shown
                mustBeSound(row, team);
            }
        }
    }

    private static void mustBeSound(FaultScenario row, TeamFixture team) {
        List<Double> rates = team.results().finals(RealTimeLoad.RUN).values().stream()
                .map(records -> records.get(records.size() - 1))
                .map(RestartedTargetTest::rate)
                .filter(Objects::nonNull)
                .toList();
        assertThat(rates).isNotEmpty().allSatisfy(rate -> assertThat(rate).isBetween(0.0, MAX_PER_SECOND));
        List<String> flags = team.results().step(RealTimeLoad.RUN).orElseThrow().getFlags();
        assertThat(flags)
                .anyMatch(flag -> flag.startsWith("the server restarted: its counters began again 1 time"))
                .anyMatch(flag -> flag.startsWith("the server's clock is 3") && flag.contains("s ahead"));
        row.tell(rates.size() + " windows with a rate of tokens, all within [0, " + MAX_PER_SECOND + "]; flags "
                + flags);
    }

    private static @Nullable Double rate(WindowStats window) {
        return window.getSignals().get(Signal.GENERATION_TOKENS.id());
    }
}
