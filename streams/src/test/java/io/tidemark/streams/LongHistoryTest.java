package io.tidemark.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Finality;
import io.tidemark.events.MetricName;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LongHistoryTest {
    private static final int SECONDS = 500;

    @TempDir
    private Path stateDir;

    /** 500 s of requests at once make far more window records than a tick may: the rest comes in the next ones. */
    @Test
    void aHistoryIsSettledInPartsAndEachWindowIsFinalOnceAndInOrder() {
        try (TeamDriver team = new TeamDriver(stateDir)) {
            team.pass(Duration.ofSeconds(SECONDS + 1));
            for (int second = 0; second < SECONDS; second++) {
                team.send(Given.ok(second, second, 100, 200).build());
            }
            team.send(Given.heartbeat(SECONDS, 0, SECONDS).setClosing(true).build());

            team.pass(Duration.ofSeconds(1));
            List<Long> ends = new ArrayList<>(finalEnds(team));
            assertThat(ends).isNotEmpty().hasSizeLessThan(SECONDS);
            team.pass(Duration.ofSeconds(20));
            ends.addAll(finalEnds(team));

            assertThat(ends)
                    .startsWith(LongStream.rangeClosed(1, SECONDS).boxed().toArray(Long[]::new))
                    .doesNotHaveDuplicates();
        }
    }

    /** A lane that says once a second that it has published nothing since second 0. */
    @Test
    void windowsDoNotWaitForALaneThatIsMoreThanADayBehindTheData() {
        try (TeamDriver team = TeamDriver.at(stateDir, Given.at(100_000))) {
            team.send(Given.ok(0, 0, 100, 200).build());
            team.send(Given.ok(1, 90_000, 100, 200).build());
            for (int second = 0; second < 5; second++) {
                team.send(Given.heartbeat(0, 0, 2).setLaneSeq(second).build());
                team.pass(Duration.ofSeconds(1));
            }

            assertThat(team.read(Topic.WINDOWS, WindowStats.class))
                    .filteredOn(window -> window.getEnd().equals(Given.at(1)) && window.getMetric() == MetricName.E2E)
                    .isNotEmpty()
                    .allMatch(window -> window.getFinality() == Finality.INCOMPLETE);
            assertThat(team.stores().runs().keySet())
                    .filteredOn(key -> key.contains("/SECOND/"))
                    .isNotEmpty()
                    .allMatch(key -> key.contains("/SECOND/" + Given.at(90_000).getEpochSecond() + "/"));
        }
    }

    private static List<Long> finalEnds(TeamDriver team) {
        return team.read(Topic.WINDOWS, WindowStats.class).stream()
                .filter(window -> window.getFinality() == Finality.FINAL && window.getWindowSeconds() == 10)
                .filter(window -> window.getMetric() == MetricName.E2E)
                .map(window -> window.getEnd().getEpochSecond() - TeamDriver.EPOCH.getEpochSecond())
                .toList();
    }
}
