package io.tidemark.producer.run;

import static io.tidemark.producer.testing.Sse.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.LoadKind;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunStatus;
import io.tidemark.events.StepState;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.runtime.RunSpec;
import io.tidemark.producer.runtime.RunSpecFixture;
import io.tidemark.producer.tally.RunProgress;
import io.tidemark.producer.tally.StepCounts;
import io.tidemark.producer.tally.StepThroughput;
import io.tidemark.producer.testing.MemoryPublisher;
import io.tidemark.producer.testing.RawServer;
import io.tidemark.producer.testing.Sse;
import io.tidemark.schemas.Metric;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each kind of load against a server that takes 20 ms for an answer. */
@Tag("integration")
class LoadKindsTest {
    private static final String SYNTHETIC = "{kind: synthetic, prompt_tokens: 8, output_tokens: 3}";
    private static final String CONVERSATIONS =
            "{kind: conversations, starters: {count: 3, tokens: 8}, turns: 3, output_tokens: 3, follow_ups: [Go on.]}";

    private final MemoryPublisher published = new MemoryPublisher();

    private LoadRun run(String steps, String workload, URI url, RunListener listener) {
        String plan = """
                experiment: test
                workload: %s
                %s
                steps: [%s]
                limits: {schedule_lag_p99: 60s}
                warm_up_client: false
                first_request: false
                """.formatted(workload, steps.contains("rate") ? "arrivals: constant" : "", steps);
        Plan read = PlanLoader.parse(plan, "plan.yaml", Path.of("."));
        RunSpec spec = RunSpecFixture.of(read, url);
        return new LoadRun(spec, RunDependencies.of(RunSpecFixture.clocks(), published, listener));
    }

    private static RawServer server() throws Exception {
        return new RawServer((request, out) -> {
            LockSupport.parkNanos(20_000_000);
            out.write(Sse.answer(3));
            out.flush();
            return true;
        });
    }

    private StepState ended() {
        return published.events(ControlEvent.class).stream()
                .map(ControlEvent::getState)
                .filter(StepState.class::isInstance)
                .map(StepState.class::cast)
                .filter(state -> state.getEnded() != null)
                .reduce((first, last) -> last)
                .orElseThrow();
    }

    @Test
    void aClosedLoopKeepsSoManyInFlightAndNeverMore() throws Exception {
        try (RawServer server = server()) {
            RunOutcome outcome = run("{concurrency: 4, requests: 40}", SYNTHETIC, server.url(), RunListener.silent())
                    .execute();

            assertThat(outcome.status()).isEqualTo(RunStatus.ENDED);
            assertThat(outcome.steps().get(0).counts().inFlightPeak()).isEqualTo(4);
            assertThat(outcome.steps().get(0).counts().measuredDue()).isEqualTo(40);
            assertThat(server.requests()).hasSize(40);
            assertThat(ended().getLoadKind()).isEqualTo(LoadKind.CONCURRENCY);
            assertThat(ended().getLoad()).isEqualTo(4);
            assertThat(ended().getInFlightPeakAt()).isNotNull();
        }
    }

    @Test
    void aStepBeginsWithItsConnectionsOpen() throws Exception {
        try (RawServer server = server()) {
            run("{concurrency: 4, requests: 4}", SYNTHETIC, server.url(), RunListener.silent())
                    .execute();

            assertThat(published.events(RequestEvent.class))
                    .hasSize(4)
                    .allMatch(RequestEvent::getConnectionReused)
                    .allMatch(request -> request.getConnectStartNanos() == null);
        }
    }

    @Test
    void whatWaitsForTheCapIsSentInOrderAndItsWaitingIsRecorded() throws Exception {
        try (RawServer server = server()) {
            RunOutcome outcome = run(
                            "{rate: 1000, requests: 20, max_concurrency: 2}",
                            SYNTHETIC,
                            server.url(),
                            RunListener.silent())
                    .execute();

            // 20 due within 20 ms, 2 at a time, 20 ms each: the last waits for nine pairs, less the 20 ms until it is
            // due.
            List<RequestEvent> requests = published.events(RequestEvent.class);
            assertThat(outcome.status()).isEqualTo(RunStatus.ENDED);
            assertThat(requests).hasSize(20).allMatch(request -> request.getOutcome() == Outcome.OK);
            assertThat(outcome.steps().get(0).counts().inFlightPeak()).isEqualTo(2);
            assertThat(outcome.steps().get(0).flow().conversations().queued()).isBetween(1L, 18L);
            long longest = requests.stream()
                    .mapToLong(request -> Metric.QUEUE_TIME.nanos(request).orElseThrow())
                    .max()
                    .orElseThrow();
            assertThat(longest).isGreaterThan(150_000_000);
            assertThat(requests.stream()
                            .sorted(Comparator.comparing(RequestEvent::getDue))
                            .map(request -> request.getDue().plusNanos(request.getSentNanos())))
                    .isSorted();
        }
    }

    @Test
    void aConversationResendsTheRealAnswersAndKeepsItsName() throws Exception {
        try (RawServer server = server()) {
            run("{rate: 100, requests: 9}", CONVERSATIONS, server.url(), RunListener.silent())
                    .execute();

            Map<String, List<RequestEvent>> byConversation = published.events(RequestEvent.class).stream()
                    .collect(Collectors.groupingBy(RequestEvent::getConversation));
            assertThat(byConversation.values()).allSatisfy(turns -> {
                assertThat(turns).extracting(RequestEvent::getTurn).containsExactly(0, 1, 2);
                assertThat(turns.get(1).getDue())
                        .isCloseTo(
                                turns.get(0).getDue().plusNanos(turns.get(0).getEndNanos()),
                                within(2, ChronoUnit.MICROS));
            });
            assertThat(server.requests().stream()
                            .filter(request -> request.body().contains("\"assistant\"")))
                    .hasSize(2 * byConversation.size());
        }
    }

    @Test
    void aTurnThatFailsBreaksItsConversationOff() throws Exception {
        RawServer.Script failsSecondTurns = (request, out) -> {
            boolean second = request.body().contains("\"assistant\"");
            out.write(second ? Sse.bytes("HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n") : Sse.answer(3));
            out.flush();
            return true;
        };
        try (RawServer server = new RawServer(failsSecondTurns)) {
            RunOutcome outcome = run("{rate: 100, requests: 8}", CONVERSATIONS, server.url(), RunListener.silent())
                    .execute();

            Map<String, List<RequestEvent>> byConversation = published.events(RequestEvent.class).stream()
                    .collect(Collectors.groupingBy(RequestEvent::getConversation));
            StepThroughput.Conversations told = outcome.steps().get(0).flow().conversations();
            assertThat(byConversation.values())
                    .isNotEmpty()
                    .allSatisfy(turns -> assertThat(turns)
                            .extracting(RequestEvent::getOutcome)
                            .containsExactly(Outcome.OK, Outcome.HTTP_ERROR));
            assertThat(told.begun()).isEqualTo(byConversation.size());
            assertThat(told.brokenOff()).isEqualTo(byConversation.size());
            assertThat(ended().getConversationsBrokenOff()).isEqualTo(byConversation.size());
        }
    }

    @Test
    void aClosedLoopDoesNotSpinAgainstAServerThatRefuses() throws Exception {
        URI nobody;
        try (RawServer server = server()) {
            nobody = server.url();
        }
        RunOutcome outcome = run("{concurrency: 2, duration: 1s}", SYNTHETIC, nobody, RunListener.silent())
                .execute();

        // Each place is due at 0, after 0.1, 0.3 and 0.7 s, and then only after 1.5 s, beyond the step.
        StepCounts counts = outcome.steps().get(0).counts();
        assertThat(counts.outcomes()).containsOnlyKeys(Outcome.CONNECTION_REFUSED);
        assertThat(counts.due()).isBetween(2L, 8L).isEqualTo(counts.ended());
    }

    private static String busy(String headers) {
        return "HTTP/1.1 503 x\r\n" + headers + "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
    }

    private RunOutcome against(String refusal, String step) throws Exception {
        try (RawServer server = new RawServer((request, out) -> {
            out.write(bytes(refusal));
            out.flush();
            return true;
        })) {
            return run(step, SYNTHETIC, server.url(), RunListener.silent()).execute();
        }
    }

    @Test
    void aPlaceOfAClosedLoopWaitsAsLongAsTheServerAsksAndNotBeyondTheStep() throws Exception {
        RunOutcome outcome = against(busy("Retry-After: 30\r\n"), "{concurrency: 3, duration: 3s}");

        assertThat(outcome.steps().get(0).counts().outcomes()).isEqualTo(Map.of(Outcome.HTTP_ERROR, 3L));
        assertThat(outcome.steps().get(0).flags())
                .anyMatch(flag -> flag.startsWith("virtual users of the closed loop paused 3 times, "));
    }

    @Test
    void aDateToWaitForIsReadByTheAnswersOwn() throws Exception {
        RunOutcome outcome = against(
                busy("Date: Tue, 15 Nov 2022 08:12:31 GMT\r\nRetry-After: Tue, 15 Nov 2022 08:13:01 GMT\r\n"),
                "{concurrency: 2, duration: 1s}");

        assertThat(outcome.steps().get(0).counts().outcomes()).isEqualTo(Map.of(Outcome.HTTP_ERROR, 2L));
    }

    @Test
    void aRefusalWithoutAWaitIsNotHammeredEither() throws Exception {
        RunOutcome outcome = against(busy(""), "{concurrency: 2, duration: 1s}");

        // As where nobody answers: at 0, after 0.1, 0.3 and 0.7 s, and then only after 1.5 s.
        assertThat(outcome.steps().get(0).counts().due()).isBetween(2L, 8L);
    }

    @Test
    void theFirstOnesOfAClosedLoopBeginOverItsRampUp() throws Exception {
        try (RawServer server = server()) {
            run("{concurrency: 4, duration: 1s, ramp_up: 800ms}", SYNTHETIC, server.url(), RunListener.silent())
                    .execute();
        }
        Instant first = published.events(RequestEvent.class).stream()
                .map(RequestEvent::getDue)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        // One place is there at first; the second comes 200 ms later.
        assertThat(published.events(RequestEvent.class).stream()
                        .filter(event -> event.getDue().equals(first)))
                .hasSize(1);
    }

    @Test
    void requestsThatAreDueAllAtOnceHaveNoRate() throws Exception {
        try (RawServer server = server()) {
            RunOutcome outcome = run("{rate: inf, requests: 12}", SYNTHETIC, server.url(), RunListener.silent())
                    .execute();

            assertThat(outcome.steps().get(0).load().description()).isEqualTo("all at once");
            assertThat(server.requests()).hasSize(12);
            assertThat(ended().getLoad()).isZero();
            assertThat(ended().getDrawnRate()).isNull();
        }
    }

    @Test
    void cancelledAtHalfNothingThatWasDueVanishes() throws Exception {
        LoadRun[] run = new LoadRun[1];
        RunListener listener = new RunListener() {
            @Override
            public void progress(RunProgress progress) {
                if (progress.counts().due() > 100) {
                    run[0].cancel();
                }
            }
        };
        try (RawServer server = server()) {
            run[0] = run("{rate: 500, requests: 10000, max_concurrency: 3}", SYNTHETIC, server.url(), listener);
            RunOutcome outcome = run[0].execute();

            StepCounts counts = outcome.steps().get(0).counts();
            assertThat(outcome.status()).isEqualTo(RunStatus.ABORTED);
            assertThat(counts.due()).isGreaterThan(100).isEqualTo(counts.ended());
            assertThat(published.events(RequestEvent.class)).hasSize((int) counts.due());
            assertThat(counts.outcomes().get(Outcome.CANCELLED)).isPositive();
            assertThat(ended().getRequestsByLane().values()).containsExactly(counts.due());
        }
    }
}
