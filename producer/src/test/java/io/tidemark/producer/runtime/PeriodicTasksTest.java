package io.tidemark.producer.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.fixtures.TestResources;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.publish.Publisher;
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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    private static final Duration HEALTHY_FOR = Duration.ofSeconds(2);

    /** A failure is seen at the next look, 5 ms later; the rest is for a machine with other things to do. */
    private static final long SOON_NANOS = Duration.ofMinutes(1).toNanos();

    private final CountDownLatch runIsOver = new CountDownLatch(1);
    private final AtomicLong injectedNanos = new AtomicLong();

    @AfterEach
    void letHungThreadsGo() {
        runIsOver.countDown();
    }

    /** Does something to whoever asks it inside a method of that name, once the run has been healthy for a while. */
    private NanoClock clock(String method, Runnable inside) {
        long begun = NanoClock.SYSTEM.nanos();
        return () -> {
            long now = NanoClock.SYSTEM.nanos();
            boolean due = now - begun > HEALTHY_FOR.toNanos()
                    && StackWalker.getInstance()
                            .walk(frames -> frames.limit(12)
                                    .anyMatch(frame -> frame.getMethodName().equals(method)));
            if (due) {
                injectedNanos.compareAndSet(0, now);
                inside.run();
            }
            return now;
        };
    }

    private NanoClock failingIn(String method) {
        return clock(method, () -> {
            throw new IllegalStateException("injected");
        });
    }

    private void hang() {
        try {
            runIsOver.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static RunOutcome run(NanoClock clock) throws Exception {
        return run(clock, new MemoryPublisher());
    }

    private static RunOutcome run(NanoClock clock, Publisher publisher) throws Exception {
        try (RawServer server = new RawServer((request, out) -> {
            out.write(Sse.bytes(Sse.HEAD));
            out.write(Sse.part(Sse.content("a") + Sse.finish("stop") + Sse.usage(8, 1) + Sse.DONE));
            out.write(Sse.bytes(Sse.END));
            out.flush();
            return true;
        })) {
            RunDependencies parts =
                    RunDependencies.of(new Clocks(clock, InstantSource.system()), publisher, RunListener.silent());
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
        RunOutcome outcome = run(failingIn("publishHeartbeat"));

        assertThat(outcome.status()).isEqualTo(RunStatus.INVALID);
        assertThat(outcome.invalidReasons())
                .contains("the lane's heartbeats ended early: java.lang.IllegalStateException: injected");
        assertThat(outcome.steps()).as("no step is begun after it").hasSize(1);
        assertThat(NanoClock.SYSTEM.nanos() - injectedNanos.get())
                .as("noticed at once, not when the step of 30 min ends")
                .isLessThan(SOON_NANOS);
    }

    @ParameterizedTest
    @CsvSource({
        "publishHeartbeat, the lane's heartbeats",
        "giveUpLate, the check of the client's time-outs",
    })
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void workThatHangsOnTheLanesThreadEndsTheRunAsInvalid(String method, String name) throws Exception {
        MemoryPublisher published = new MemoryPublisher();

        RunOutcome outcome = run(clock(method, this::hang), published);

        assertThat(outcome.status()).isEqualTo(RunStatus.INVALID);
        assertThat(outcome.invalidReasons())
                .singleElement(InstanceOfAssertFactories.STRING)
                .matches(name + " hung: one round lasted over 1\\d s");
        assertThat(published.events(ControlEvent.class))
                .last()
                .extracting(ControlEvent::getState, InstanceOfAssertFactories.type(RunState.class))
                .returns(RunStatus.INVALID, RunState::getStatus);
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void aLanesThreadThatHangsInOtherWorkEndsTheRunAsInvalid() throws Exception {
        RunOutcome outcome = run(clock("due", this::hang));

        assertThat(outcome.status()).isEqualTo(RunStatus.INVALID);
        assertThat(outcome.invalidReasons()).containsExactly("the lane's thread hung: one round lasted over 11 s");
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void aPublisherThatHangsEndsTheRunAsInvalid() throws Exception {
        AtomicInteger beats = new AtomicInteger();
        Publisher publisher = new MemoryPublisher() {
            @Override
            public void publish(Heartbeat heartbeat) {
                if (beats.incrementAndGet() > HEALTHY_FOR.toSeconds()) {
                    hang();
                }
                super.publish(heartbeat);
            }
        };

        RunOutcome outcome = run(NanoClock.SYSTEM, publisher);

        assertThat(outcome.status()).isEqualTo(RunStatus.INVALID);
        assertThat(outcome.invalidReasons())
                .first(InstanceOfAssertFactories.STRING)
                .matches("the hand-over of events to the publisher hung: one round lasted over 1\\d s");
        assertThat(outcome.overflow()).as("events that it never took").isPositive();
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void timeOutsThatFailGoOnAndEndTheRunAsInvalid() throws Exception {
        RunOutcome outcome = run(failingIn("giveUpLate"));

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
