package io.tidemark.producer.workers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Heartbeat;
import io.tidemark.events.LaneStepEnd;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class WorkerRegistryTest {
    private static final long SECOND = 1_000_000_000;

    private final WorkerRegistry board = new WorkerRegistry(new WorkerShare(0, 3), 0, Duration.ofSeconds(60));

    private static Heartbeat.Builder beat(String lane) {
        return Heartbeat.newBuilder()
                .setRun("run")
                .setLane(lane)
                .setLaneSeq(0)
                .setAt(Instant.EPOCH)
                .setPublishedThrough(Instant.EPOCH)
                .setTokenBatches(0)
                .setRequests(0);
    }

    private static LaneStepEnd.Builder end(int step) {
        return LaneStepEnd.newBuilder().setStep(step);
    }

    private void bothReady() {
        board.recordHeartbeat(beat("lane-1").setReadyStep(0).build(), 0);
        board.recordHeartbeat(beat("lane-2").setReadyStep(0).build(), 0);
    }

    @Test
    void aStepBeginsWhenEveryOtherLaneIsReady() {
        board.recordHeartbeat(beat("lane-1").setReadyStep(0).build(), 0);
        assertThat(board.allReady(0)).isFalse();

        board.recordHeartbeat(beat("lane-2").setReadyStep(0).build(), 0);
        assertThat(board.allReady(0)).isTrue();
        assertThat(board.allReady(1)).isFalse();
    }

    @Test
    void aStepEndsWhenEveryOtherLaneSaysSo() {
        bothReady();
        board.recordHeartbeat(
                beat("lane-1").setStepEnd(end(0).setDue(5).build()).build(), 0);
        assertThat(board.allEnded(0)).isFalse();

        board.recordHeartbeat(
                beat("lane-2").setStepEnd(end(0).setDue(4).build()).build(), 0);
        assertThat(board.allEnded(0)).isTrue();
        assertThat(board.stepEnds(0)).containsOnlyKeys("lane-1", "lane-2");
        assertThat(board.allEnded(1)).isFalse();
    }

    @Test
    void aLaneIsLostAfterTenSecondsOfSilenceAndNobodyWaitsForIt() {
        bothReady();
        board.recordHeartbeat(beat("lane-1").setStepEnd(end(0).build()).build(), 10 * SECOND);

        board.detectSilence(10 * SECOND);
        assertThat(board.anyLost()).isFalse();
        board.detectSilence(10 * SECOND + 1);
        assertThat(board.invalidReasons()).containsExactly("lane-2 was lost: no heartbeat came from it for 10 s");
        assertThat(board.allEnded(0)).isTrue();
    }

    @Test
    void aLaneThatNeverCameIsLostToo() {
        board.recordHeartbeat(beat("lane-1").build(), 60 * SECOND);

        board.detectSilence(60 * SECOND + 1);
        assertThat(board.invalidReasons()).containsExactly("lane-2 was lost: it did not join within 1 min");
    }

    @Test
    void aProcessThatEndsBeforeItsLaneHasSaidItsLastIsLost() {
        bothReady();
        board.recordHeartbeat(beat("lane-2").setClosing(true).build(), 0);

        board.processEnded("lane-1", "its process ended with 137");
        board.processEnded("lane-2", "its process ended with 0");
        assertThat(board.invalidReasons()).containsExactly("lane-1 was lost: its process ended with 137");
        assertThat(board.allFinished()).isTrue();
    }

    @Test
    void aLaneThatHasSaidItsLastMayBeSilent() {
        bothReady();
        board.recordHeartbeat(beat("lane-1").setClosing(true).build(), 0);
        board.recordHeartbeat(beat("lane-2").setClosing(true).build(), 0);

        board.detectSilence(1_000 * SECOND);
        assertThat(board.anyLost()).isFalse();
        assertThat(board.allFinished()).isTrue();
    }

    @Test
    void aLaneThatStopsByItselfIsLostButNotOneThatWasTold() {
        bothReady();
        board.stopping();
        board.recordHeartbeat(
                beat("lane-1").setStepEnd(end(0).setGivenUp(true).build()).build(), 0);
        assertThat(board.invalidReasons()).isEmpty();

        WorkerRegistry untold = new WorkerRegistry(new WorkerShare(0, 2), 0, Duration.ofSeconds(60));
        untold.recordHeartbeat(
                beat("lane-1").setStepEnd(end(0).setGivenUp(true).build()).build(), 0);
        assertThat(untold.invalidReasons()).containsExactly("lane-1 was lost: it was stopped before its time");
    }

    @Test
    void whatAnotherLaneLostOnItsWayToKafkaIsAReason() {
        board.recordHeartbeat(beat("lane-1").setOverflow(3).build(), 0);

        assertThat(board.invalidReasons()).containsExactly("3 events of lane-1 were lost on their way to Kafka");
    }
}
