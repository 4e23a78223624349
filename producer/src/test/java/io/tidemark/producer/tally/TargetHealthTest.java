package io.tidemark.producer.tally;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.fixtures.TestResources;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.run.InterleavedStep;
import io.tidemark.producer.runtime.RunSpecFixture;
import io.tidemark.producer.workers.WorkerShare;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetHealthTest {
    private static RequestEvent event(int second, Outcome outcome, Optional<Integer> status, String text) {
        RequestEvent.Builder event = FailureTallyTest.failed(second, outcome).setErrorText(text);
        status.ifPresent(code -> event.setHttpStatus(code).setFirstByteNanos(1_000L));
        return event.build();
    }

    private static RequestEvent ok(int second) {
        return event(second, Outcome.OK, Optional.of(200), "");
    }

    private static RequestEvent refused(int second) {
        return event(second, Outcome.CONNECTION_REFUSED, Optional.empty(), "Connection refused");
    }

    private static RequestEvent denied(int second) {
        return event(second, Outcome.HTTP_ERROR, Optional.of(401), "Incorrect API key");
    }

    private static TargetHealth after(TargetHealth health, int count, RequestEvent event) {
        for (int n = 0; n < count; n++) {
            health.ended(event);
        }
        return health;
    }

    @Test
    void aRunWithoutOneSuccessSaysItsFirstCauseAndHowMany() {
        TargetHealth health = new TargetHealth(false);
        after(after(health, 1, denied(0)), 299, refused(1));

        assertThat(health.failure().map(TargetFailure::description))
                .contains("300 of 300 requests failed: HTTP 401: Incorrect API key");
        assertThat(health.failure().map(TargetFailure::stoppedTheRun)).contains(false);
    }

    @Test
    void twentyRefusalsInARowStopARunAndNineteenDoNot() {
        assertThat(after(new TargetHealth(true), 19, denied(0)).refuses()).isFalse();
        TargetHealth interrupted = after(new TargetHealth(true), 19, denied(0));
        interrupted.ended(ok(1));
        assertThat(after(interrupted, 19, denied(2)).refuses()).isFalse();

        TargetHealth stopped = after(new TargetHealth(true), 20, denied(0));

        assertThat(stopped.refuses()).isTrue();
        assertThat(stopped.failure().map(TargetFailure::description))
                .contains("20 of 20 requests failed: HTTP 401: Incorrect API key; the run was stopped after 20 in a row"
                        + " (keep_going: true continues)");
        assertThat(after(new TargetHealth(false), 400, denied(0)).refuses()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "307, true",
        "400, true",
        "401, true",
        "403, true",
        "404, true",
        "405, true",
        "413, true",
        "422, true",
        "408, false",
        "409, false",
        "425, false",
        "429, false",
        "499, false",
        "500, false",
        "503, false"
    })
    void whatAnotherTimeDoesNotChangeIsARefusal(int status, boolean permanent) {
        RequestEvent answer = event(0, Outcome.HTTP_ERROR, Optional.of(status), "no");

        assertThat(after(new TargetHealth(true), 20, answer).refuses()).isEqualTo(permanent);
    }

    @Test
    void aTargetThatDiesIsSaidOnceWithTheTimeAndTheCount() {
        TargetHealth health = new TargetHealth(true);
        after(health, 12, ok(0));
        after(health, 9, refused(3));
        assertThat(health.takeOutageChange())
                .as("fewer than ten may be a restart")
                .isEmpty();
        health.ended(refused(4));

        assertThat(health.takeOutageChange().map(TargetOutage::description))
                .contains("the target stopped answering: since 2026-01-01T00:00:03Z none of 10 requests was answered"
                        + " (the last: connection refused: Connection refused)");
        assertThat(health.takeOutageChange()).isEmpty();
        after(health, 78, refused(5));
        assertThat(health.failure().map(TargetFailure::description))
                .hasValueSatisfying(
                        description -> assertThat(description).contains("none of 88 requests was answered"));

        health.ended(ok(9));

        assertThat(health.takeOutageChange().map(TargetOutage::description))
                .contains("the target answers again since 2026-01-01T00:00:09Z: 88 requests got no answer from"
                        + " 2026-01-01T00:00:03Z on (the last: connection refused: Connection refused)");
        assertThat(health.failure()).isEmpty();
    }

    @Test
    void whatThisClientCancelledOrDroppedSaysNothingOfTheTarget() {
        TargetHealth health = new TargetHealth(true);
        after(health, 50, event(0, Outcome.CANCELLED, Optional.empty(), "given up"));
        after(health, 50, event(0, Outcome.DROPPED, Optional.empty(), "limits.in_flight"));

        assertThat(health.failure()).isEmpty();
        assertThat(health.takeOutageChange()).isEmpty();
    }

    @Test
    void aStepAgainstATargetThatRefusesTheKeyTellsTheCausesByCount() {
        Plan plan = PlanLoader.parse(
                """
                experiment: test
                workload: {kind: synthetic, prompt_tokens: 8, output_tokens: 4}
                steps: [{concurrency: 4, requests: 40}]
                """, "plan.yaml", TestResources.path("README.md").resolveSibling(""));
        InterleavedStep step = new InterleavedStep(
                RunSpecFixture.of(plan, URI.create("http://127.0.0.1:1")), WorkerShare.WHOLE, new SplittableRandom(1));
        step.answering(401, 0);

        assertThat(step.runToEnd()).isTrue();

        List<FailureCause.Counted> causes = step.failures();
        assertThat(causes).singleElement().satisfies(counted -> {
            assertThat(counted.requests()).isEqualTo(40);
            assertThat(counted.cause().description()).isEqualTo("HTTP 401");
        });
        assertThat(step.health().refuses()).isTrue();
    }
}
