package io.tidemark.console.live;

import static io.tidemark.fixtures.runs.Events.RUN;
import static io.tidemark.fixtures.runs.Events.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.console.view.ViewJson;
import io.tidemark.events.BreachState;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.Finality;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.RunState;
import io.tidemark.events.SloBreach;
import io.tidemark.events.SloState;
import io.tidemark.events.StepResult;
import io.tidemark.events.WindowStats;
import io.tidemark.fixtures.poison.ExtremeValues;
import io.tidemark.fixtures.poison.ExtremeValues.Bent;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever an event holds, it is taken, and the team's other run is shown. */
final class HostileRunsTest {
    private static final ExtremeValues EXTREMES = new ExtremeValues(2_000, 100);
    private static final String OBJECTIVE = "ttft p95 < 250ms";
    private static final String OTHER_RUN = "01JD8Z6K3M5TQX9V2R7C0WHB4Q";
    private static final Instant NOW = START.plusSeconds(60);
    private static final int COMBINATIONS = 1_000;

    /** A good event of each kind. */
    private static List<SpecificRecord> events() {
        SloState slo = Events.slo(OBJECTIVE, false);
        ObjectiveState objective = ObjectiveState.newBuilder(slo.getObjective())
                .setWindowSeconds(10)
                .build();
        return List.of(
                Events.control(
                        NOW,
                        RunState.newBuilder(Events.run(RUN, START))
                                .setEnded(NOW)
                                .build()),
                Events.control(
                        NOW, SloState.newBuilder(slo).setObjective(objective).build()),
                Events.control(NOW, Events.step(0)),
                window(),
                Events.result(Finality.FINAL, 10).build(),
                Events.breach(BreachState.OPENED, Finality.FINAL).build(),
                Events.heartbeat(1));
    }

    private static WindowStats window() {
        return Events.window(NOW).setSketch(Events.sketch(1_000_000)).build();
    }

    @ParameterizedTest
    @MethodSource("events")
    void eachFieldAtEachExtremeIsTakenAndRunsAreShown(SpecificRecord good) {
        survives(EXTREMES.singles(good));
    }

    @Test
    void randomCombinationsOfExtremesAreTakenAndRunsAreShown() {
        Random random = new Random(1);
        List<SpecificRecord> events = events();
        survives(Stream.generate(() -> EXTREMES.combination(events.get(random.nextInt(events.size())), random))
                .limit(COMBINATIONS)
                .iterator());
    }

    private static void survives(Iterator<Bent> events) {
        events.forEachRemaining(bent -> {
            try {
                assertThat(shownWith(bent.event())).as("%s", bent.what()).contains(OTHER_RUN);
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError(bent.what() + ": " + e, e);
            }
        });
    }

    private static List<String> shownWith(SpecificRecord event) {
        TeamRuns runs = new TeamRuns(new Team("perf"), () -> NOW, () -> {});
        for (String run : List.of(RUN, OTHER_RUN)) {
            runs.control(Events.control(NOW, Events.run(run, START)));
        }
        runs.control(Events.control(NOW, Events.slo(OBJECTIVE, false)));
        take(runs, event);
        runs.window(window());
        runs.drain().forEach(pending -> assertThat(ViewJson.of(pending.view())).isNotEmpty());
        runs.takeChanged().forEach(view -> assertThat(ViewJson.of(view)).isNotEmpty());
        return runs.views().stream().map(view -> view.head().run()).toList();
    }

    private static void take(TeamRuns runs, SpecificRecord event) {
        if (event instanceof ControlEvent control) {
            runs.control(control);
        } else if (event instanceof WindowStats window) {
            runs.window(window);
        } else if (event instanceof StepResult step) {
            runs.step(step);
        } else if (event instanceof SloBreach breach) {
            runs.breach(breach);
        } else {
            runs.heartbeat((Heartbeat) event);
        }
    }
}
