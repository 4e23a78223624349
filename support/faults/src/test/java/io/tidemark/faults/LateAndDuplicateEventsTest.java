package io.tidemark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.WindowStats;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Row 11: events that come twice, 15 s out of order after their seconds were final, or nearly five minutes after their time. */
@Tag("faults")
class LateAndDuplicateEventsTest {
    private static final DeliveryAnomalies MISCHIEF =
            new DeliveryAnomalies(0.9, 0.1, 0.05, Duration.ofSeconds(15), 0.001, Duration.ofSeconds(290));

    @TempDir
    private Path folder;

    @Test
    void theLastFinalWindowsHoldEachEventOnce() throws Exception {
        FaultSettings settings = FaultSettings.of(new FaultSettings.Defaults("11 late and twice", 200, 40, 0));
        KafkaCluster.Shape shape = KafkaCluster.Shape.of(1);
        try (ClusterFixture scene = ClusterFixture.start(folder, shape)) {
            TeamFixture team = scene.team("alpha", shape);
            FaultScenario row = new FaultScenario("11 late and twice", team);
            scene.host("host");
            RealTimeLoad load = row.begin(settings, MISCHIEF);
            row.lastMustBeExact(load);
            long late = team.results().finals(RealTimeLoad.RUN).values().stream()
                    .map(records -> records.get(records.size() - 1))
                    .filter(window -> window.getWindowSeconds() == 0)
                    .mapToLong(WindowStats::getLate)
                    .max()
                    .orElse(0);
            List<String> lines = team.ledger().lines();
            long twice = lines.size() - lines.stream().distinct().count();
            row.tell(twice + " events sent twice, " + late + " values counted as late");
            assertThat(twice).isPositive();
            assertThat(late).isPositive();
        }
    }
}
