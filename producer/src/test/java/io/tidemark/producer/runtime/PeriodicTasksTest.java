package io.tidemark.producer.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.RunStatus;
import io.tidemark.fixtures.TestResources;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.run.LoadRun;
import io.tidemark.producer.run.RunDependencies;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.run.RunOutcome;
import io.tidemark.producer.testing.MemoryPublisher;
import io.tidemark.producer.testing.RawServer;
import io.tidemark.producer.testing.Sse;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("integration")
class PeriodicTasksTest {
    private static final String PLAN = """
            experiment: test
            workload: {kind: synthetic, prompt_tokens: 8, output_tokens: 1}
            steps: [{rate: 5, duration: 30m}, {rate: 5, duration: 30m}]
            limits: {schedule_lag_p99: 60s}
            warm_up_client: false
            first_request: false
            """;

    /** Fails whoever asks it inside a method of that name, from the given second on. */
    private static NanoClock failingIn(String method, Duration from) {
        long begun = NanoClock.SYSTEM.nanos();
        return () -> {
            long now = NanoClock.SYSTEM.nanos();
            boolean inside = now - begun > from.toNanos()
                    && StackWalker.getInstance()
                            .walk(frames -> frames.limit(12)
                                    .anyMatch(frame -> frame.getMethodName().equals(method)));
            if (inside) {
                throw new IllegalStateException("injected");
            }
            return now;
        };
    }

    private static RunOutcome run(NanoClock clock) throws Exception {
        try (RawServer server = new RawServer((request, out) -> {
            out.write(Sse.bytes(Sse.HEAD));
            out.write(Sse.part(Sse.content("a") + Sse.finish("stop") + Sse.usage(8, 1) + Sse.DONE));
            out.write(Sse.bytes(Sse.END));
            out.flush();
            return true;
        })) {
            RunDependencies parts = RunDependencies.of(
                    new Clocks(clock, InstantSource.system()), new MemoryPublisher(), RunListener.silent());
            RunSpec spec = RunSpecFixture.of(
                    PlanLoader.parse(
                            PLAN, "plan.yaml", TestResources.path("README.md").resolveSibling("")),
                    server.url());
            return new LoadRun(spec, parts).execute();
        }
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void heartbeatsThatDieInTheMiddleOfAStepEndTheRunAsInvalid() throws Exception {
        RunOutcome outcome = run(failingIn("publishHeartbeat", Duration.ofSeconds(2)));

        assertThat(outcome.status()).isEqualTo(RunStatus.INVALID);
        assertThat(outcome.invalidReasons())
                .contains("the lane's heartbeats ended early: java.lang.IllegalStateException: injected");
        assertThat(outcome.steps()).as("no step is begun after it").hasSize(1);
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void timeOutsThatFailGoOnAndEndTheRunAsInvalid() throws Exception {
        RunOutcome outcome = run(failingIn("giveUpLate", Duration.ofSeconds(2)));

        assertThat(outcome.status()).isEqualTo(RunStatus.INVALID);
        assertThat(outcome.invalidReasons())
                .contains("the check of the client's time-outs failed: java.lang.IllegalStateException: injected");
    }

    @Test
    void aDeadTaskIsNamedAndCancelledOnesAreNot() {
        AtomicLong asked = new AtomicLong();
        PeriodicTask dead = new PeriodicTask() {
            @Override
            public void cancel() {
                asked.incrementAndGet();
            }

            @Override
            public Optional<String> failure() {
                return asked.get() == 0 ? Optional.of("the sweep ended early") : Optional.empty();
            }
        };
        PeriodicTasks work = new PeriodicTasks(List.of(dead), List.of(Optional::empty));

        assertThat(work.failure()).contains("the sweep ended early");
        work.cancel();
        assertThat(work.failure()).isEmpty();
    }
}
