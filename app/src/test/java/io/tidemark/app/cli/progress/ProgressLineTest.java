package io.tidemark.app.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.live.LiveRunState;
import io.tidemark.app.live.RunDisplay;
import io.tidemark.app.live.SloTally;
import io.tidemark.events.LoadKind;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.publish.Backlog;
import io.tidemark.producer.record.RequestObserver;
import io.tidemark.producer.tally.RunProgress;
import io.tidemark.producer.tally.StepCounts;
import io.tidemark.producer.tally.StepOfferedLoad;
import io.tidemark.producer.tally.StepSummary;
import io.tidemark.producer.tally.StepThroughput;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** A step of 10 req/s for 100 requests after a warm-up of 2 s: 12 s. */
class ProgressLineTest {
    private static final String PLAN = """
            experiment: x
            workload: {kind: synthetic, prompt_tokens: 10, output_tokens: 4}
            steps: [{rate: 10, requests: 100, warm_up: 2s}, {concurrency: 8, requests: 100}]
            slo: {objectives: [errors < 2%]}
            """;

    private final StringWriter out = new StringWriter();
    private final Plan plan = PlanLoader.parse(PLAN, "plan.yaml", Path.of("."));
    private final SloTally slo = new SloTally(plan.objectives(), RequestObserver.none());
    private Backlog backlog = Backlog.NONE;
    private long nowNanos;

    private ProgressLine line(boolean interactive, boolean verbose) {
        PrintWriter writer = new PrintWriter(out);
        return new ProgressLine(
                new ProgressOutput(new Terminal(writer, writer, interactive, false, () -> 120), verbose),
                plan,
                new RunDisplay.Sources(slo, new LiveRunState("R"), () -> backlog),
                () -> nowNanos);
    }

    private static StepCounts counts(long ended, int inFlight) {
        return new StepCounts(
                ended + inFlight,
                ended + inFlight,
                ended,
                0,
                ended + inFlight,
                ended + inFlight,
                new StepCounts.Now(inFlight, 0),
                inFlight,
                Map.of(Outcome.OK, ended));
    }

    private static RunProgress open(int seconds, long ended, int inFlight) {
        return new RunProgress(
                0,
                2,
                new RunProgress.ByCount(ended + inFlight, 100),
                new StepOfferedLoad(LoadKind.RATE, 10, OptionalDouble.of(9.9), OptionalDouble.of(9.8)),
                Duration.ofSeconds(seconds),
                counts(ended, inFlight),
                new RunProgress.Latencies(OptionalLong.of(1_000_000), OptionalLong.empty(), OptionalLong.empty()));
    }

    private static RunProgress closed(int seconds, long ended, int inFlight) {
        RunProgress like = open(seconds, ended, inFlight);
        return new RunProgress(
                1,
                2,
                like.extent(),
                new StepOfferedLoad(LoadKind.CONCURRENCY, 8, OptionalDouble.empty(), OptionalDouble.of(9.8)),
                like.elapsed(),
                like.counts(),
                like.latencies());
    }

    private static StepSummary summary(RunProgress progress) {
        return new StepSummary(
                progress.step(),
                progress.load(),
                progress.counts(),
                OptionalLong.empty(),
                StepThroughput.NONE,
                List.of());
    }

    private void answered() {
        slo.requestEnded(RequestEvent.newBuilder()
                .setRun("R")
                .setStep(0)
                .setLane("lane")
                .setLaneSeq(0)
                .setRequest("lane-0")
                .setTarget("t")
                .setModel("m")
                .setPart(StepPart.MEASURED)
                .setOutcome(Outcome.OK)
                .setDue(Instant.EPOCH)
                .build());
    }

    private List<String> lines() {
        return List.of(out.toString().split("\n"));
    }

    /** 3 of 12 s are a quarter: 5 of 20 cells. */
    @Test
    void aTerminalHasABarTheTimeLeftAndEachObjectiveWithItsValue() {
        ProgressLine line = line(true, false);
        line.progress(open(3, 8, 2));
        answered();
        line.progress(open(6, 38, 2));

        assertThat(lines())
                .containsExactly(
                        "   10 req/s  █████░░░░░░░░░░░░░░░   9 s left   errors < 2%: -",
                        "\r\u001b[1A\u001b[J   10 req/s  ██████████░░░░░░░░░░   6 s left   errors < 2%: 0 %");
    }

    @Test
    void whenAllIsDueTheAnswersAreCounted() {
        ProgressLine line = line(true, false);
        line.progress(open(12, 60, 40));
        line.progress(open(13, 99, 1));

        assertThat(lines().get(0)).contains("   40 answers left   ");
        assertThat(lines().get(1)).contains("   1 answer left   ");
    }

    /** A quarter of 100 requests took 5 s, so that three quarters take 15 s. */
    @Test
    void withoutARateTheTimeLeftIsThatOfThePace() {
        ProgressLine line = line(true, false);
        line.progress(closed(5, 17, 8));

        assertThat(lines())
                .containsExactly("    8 concurrent  █████░░░░░░░░░░░░░░░   about 15 s left   errors < 2%: -");
    }

    @Test
    void anEndedStepStaysOnTheTerminal() {
        ProgressLine line = line(true, false);
        answered();
        line.progress(open(12, 100, 0));
        line.stepEnded(summary(open(12, 100, 0)));
        line.progress(closed(0, 0, 0));

        assertThat(lines().subList(1, 3))
                .containsExactly(
                        "\r\u001b[1A\u001b[J   10 req/s  ████████████████████   100 requests   errors < 2%: 0 %",
                        "    8 concurrent  ░░░░░░░░░░░░░░░░░░░░   time left not known yet   errors < 2%: 0 %");
    }

    @Test
    void aPipeHasALineAtTheStartOfAStepAndOneAtItsEnd() {
        ProgressLine line = line(false, false);
        line.progress(open(1, 0, 1));
        nowNanos = Duration.ofSeconds(11).toNanos();
        line.progress(open(11, 89, 1));
        answered();
        line.progress(open(12, 100, 0));
        line.stepEnded(summary(open(12, 100, 0)));

        assertThat(lines())
                .containsExactly(
                        "  step 1/2  10 req/s, about 12 s",
                        "  step 1/2  10 req/s, 100 requests in 12 s   errors < 2%: 0 %");
    }

    @Test
    void aFirstRequestThatIsRefusedIsToldOnce() {
        ProgressLine line = line(false, false);
        line.firstRequestRefused("POST http://h/v1/chat/completions answered HTTP_ERROR, HTTP 503, loading");
        line.firstRequestRefused("POST http://h/v1/chat/completions answered HTTP_ERROR, HTTP 503, loading");

        assertThat(lines())
                .containsExactly(
                        "  waiting   POST http://h/v1/chat/completions answered HTTP_ERROR, HTTP 503, loading: it is sent again, for server.ready.timeout at most");
    }

    @Test
    void detailsStandInMoreRows() {
        ProgressLine line = line(true, true);
        line.progress(open(3, 8, 2));

        assertThat(lines())
                .containsExactly(
                        "   10 req/s  █████░░░░░░░░░░░░░░░   9 s left   errors < 2%: -",
                        "             10/100   drawn 9.9, sent 9.8/s   in flight 2   lag p99 1 ms",
                        "             errors 0");
    }

    @Test
    void aPipeHasDetailsEachTenSeconds() {
        ProgressLine line = line(false, true);
        line.progress(open(1, 0, 1));
        nowNanos = Duration.ofSeconds(9).toNanos();
        line.progress(open(10, 79, 1));
        nowNanos = Duration.ofSeconds(10).toNanos();
        line.progress(open(11, 89, 1));

        assertThat(lines()).hasSize(3).element(2).asString().startsWith("             90/100   drawn 9.9");
    }

    @Test
    void thatKafkaIsAwayIsShownWithoutDetailsToo() {
        backlog = new Backlog(1_000, 200, Duration.ofMillis(64_300));
        ProgressLine line = line(true, false);
        line.progress(open(3, 8, 2));

        assertThat(lines())
                .element(1)
                .isEqualTo("             kafka away since 1 min 4 s: 1,200 events wait, 200 of them in the spool");
    }
}
