package io.tidemark.producer.workers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.schemas.time.Clocks;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class FollowerWorkerGroupTest {
    private final AtomicLong nanos = new AtomicLong();
    private final FollowerWorkerGroup group = new FollowerWorkerGroup(
            new WorkerShare(1, 2), new Clocks(nanos::get, InstantSource.fixed(Instant.EPOCH)), Optional::empty);

    @BeforeAll
    static void trustEvents() {
        TrustedEventClasses.trust();
    }

    private void seconds(long after) {
        nanos.set(Duration.ofSeconds(after).toNanos());
    }

    private void leaderBeats(boolean closing) {
        group.heartbeat(Heartbeat.newBuilder()
                .setRun("run")
                .setLane("lane-0")
                .setLaneSeq(0)
                .setAt(Instant.EPOCH)
                .setPublishedThrough(Instant.EPOCH)
                .setTokenBatches(0)
                .setRequests(0)
                .setClosing(closing)
                .build());
    }

    private void announced(RunStatus status) {
        group.control(ControlEvent.newBuilder()
                .setAt(Instant.EPOCH)
                .setState(RunState.newBuilder()
                        .setRun("run")
                        .setExperiment("tuning")
                        .setPhase("baseline")
                        .setStatus(status)
                        .setStarted(Instant.EPOCH)
                        .build())
                .build());
    }

    @Test
    void aLeaderThatFallsSilentIsLostAfterTenSeconds() {
        announced(RunStatus.RUNNING);
        leaderBeats(false);
        seconds(10);
        assertThat(group.mayContinue()).isTrue();

        seconds(11);
        assertThat(group.mayContinue()).isFalse();
        assertThat(group.invalidReasons()).containsExactly("the lane that leads the run fell silent");
    }

    @Test
    void nobodyWaitsForALeaderThatDiedBeforeThisLaneCame() throws InterruptedException {
        seconds(100);
        announced(RunStatus.RUNNING);
        seconds(130);
        assertThat(group.mayContinue()).isTrue();

        seconds(131);
        assertThat(group.beginStep(0, 0)).isEmpty();
        assertThat(group.invalidReasons()).isNotEmpty();
    }

    @Test
    void aLeaderThatSaidItsLastIsNotLost() {
        announced(RunStatus.RUNNING);
        leaderBeats(true);
        seconds(100);

        assertThat(group.invalidReasons()).isEmpty();
    }

    @Test
    void theRunsEndIsTheLanesEnd() {
        announced(RunStatus.RUNNING);
        leaderBeats(false);
        announced(RunStatus.ABORTED);

        assertThat(group.mayContinue()).isFalse();
        assertThat(group.invalidReasons()).isEmpty();
    }
}
