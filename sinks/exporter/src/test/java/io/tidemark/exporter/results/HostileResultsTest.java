package io.tidemark.exporter.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.tidemark.events.BreachState;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.Finality;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Regression;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.SloBreach;
import io.tidemark.events.SloState;
import io.tidemark.events.StepResult;
import io.tidemark.events.WindowStats;
import io.tidemark.fixtures.poison.ExtremeValues;
import io.tidemark.fixtures.poison.ExtremeValues.Bent;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever an event holds, it is taken, and a page can be made that has the team's other run. */
final class HostileResultsTest {
    private static final ExtremeValues EXTREMES = new ExtremeValues(2_000, 100);
    private static final String OBJECTIVE = "ttft p95 < 250ms";
    private static final String OTHER_RUN = "01JD8Z6K3M5TQX9V2R7C0WHB4Q";
    private static final Instant NOW = Events.START.plusSeconds(60);
    private static final int COMBINATIONS = 1_000;

    /** A good event of each kind. */
    private static List<SpecificRecord> events() {
        SloState slo = Events.slo(OBJECTIVE, false);
        ObjectiveState objective = ObjectiveState.newBuilder(slo.getObjective())
                .setGoodLimitsNanos(Map.of("TTFT", 1_000_000L))
                .build();
        RunState run = Events.run(Events.RUN, Events.START);
        return List.of(
                Events.control(NOW, RunState.newBuilder(run).setEnded(NOW).build()),
                Events.control(
                        NOW, SloState.newBuilder(slo).setObjective(objective).build()),
                Events.control(NOW, Events.step(0)),
                Events.request(0, 100).setCachedTokens(1).build(),
                window(),
                Events.result(Finality.FINAL, 10)
                        .setObjectives(List.of(ExposedRun.firing()))
                        .build(),
                Events.breach(BreachState.OPENED, Finality.FINAL).build(),
                Events.heartbeat(1),
                Events.regression(NOW, ComparisonVerdict.REGRESSED));
    }

    private static WindowStats window() {
        return Events.window(NOW)
                .setWindowSeconds(0)
                .setSketch(Events.sketch(1_000_000))
                .build();
    }

    @ParameterizedTest
    @MethodSource("events")
    void eachFieldAtEachExtremeIsTakenAndThePageIsMade(SpecificRecord good) {
        survives(EXTREMES.singles(good));
    }

    @Test
    void randomCombinationsOfExtremesAreTakenAndThePageIsMade() {
        Random random = new Random(1);
        List<SpecificRecord> events = events();
        survives(Stream.generate(() -> EXTREMES.combination(events.get(random.nextInt(events.size())), random))
                .limit(COMBINATIONS)
                .iterator());
    }

    private static void survives(Iterator<Bent> events) {
        events.forEachRemaining(bent -> {
            try {
                assertThat(pageWith(bent.event()))
                        .as("%s", bent.what())
                        .allMatch(page -> page.lines()
                                .anyMatch(line -> line.startsWith("tidemark_requests_total")
                                        && line.contains(OTHER_RUN)
                                        && line.endsWith(" 1.0")));
            } catch (IOException | RuntimeException | StackOverflowError e) {
                throw new AssertionError(bent.what() + ": " + e, e);
            }
        });
    }

    /** In each of the text formats. */
    private static List<String> pageWith(SpecificRecord event) throws IOException {
        TeamResults results = new TeamResults(new Team("perf"), ResultLimits.DEFAULT, () -> NOW);
        for (String run : List.of(Events.RUN, OTHER_RUN)) {
            results.control(Events.control(NOW, Events.run(run, Events.START)));
        }
        results.control(Events.control(NOW, Events.slo(OBJECTIVE, false)));
        results.request(Events.request(0, 100).setRun(OTHER_RUN).build());
        take(results, event);
        results.request(Events.request(1, 100).build());
        results.window(window());
        ResultPoints points = new ResultPoints();
        results.addTo(points);
        results.addStateTo(points);
        MetricSnapshots snapshots = points.snapshots();
        ExpositionFormats formats = ExpositionFormats.init();
        return List.of(
                text(formats.getPrometheusTextFormatWriter(), snapshots),
                text(formats.getOpenMetricsTextFormatWriter(), snapshots));
    }

    private static void take(TeamResults results, SpecificRecord event) {
        if (event instanceof ControlEvent control) {
            results.control(control);
        } else if (event instanceof RequestEvent request) {
            results.request(request);
        } else if (event instanceof WindowStats window) {
            results.window(window);
        } else if (event instanceof StepResult step) {
            results.step(step);
        } else if (event instanceof SloBreach breach) {
            results.breach(breach);
        } else if (event instanceof Heartbeat heartbeat) {
            results.heartbeat(heartbeat);
        } else {
            results.regression((Regression) event);
        }
    }

    private static String text(ExpositionFormatWriter writer, MetricSnapshots snapshots) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        writer.write(text, snapshots);
        return text.toString(StandardCharsets.UTF_8);
    }
}
