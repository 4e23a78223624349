package io.tidemark.producer.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Heartbeat;
import io.tidemark.events.LaneStepEnd;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class LaneBoardTest {
    private static final long SECOND = 1_000_000_000;

    private final LaneBoard board = new LaneBoard(new Share(0, 3), 0, Duration.ofSeconds(60));

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
        board.hear(beat("lane-1").setReadyStep(0).build(), 0);
        board.hear(beat("lane-2").setReadyStep(0).build(), 0);
    }

    @Test
    void aStepBeginsWhenEveryOtherLaneIsReady() {
        board.hear(beat("lane-1").setReadyStep(0).build(), 0);
        assertThat(board.ready(0)).isFalse();

        board.hear(beat("lane-2").setReadyStep(0).build(), 0);
        assertThat(board.ready(0)).isTrue();
        assertThat(board.ready(1)).isFalse();
    }

    @Test
    void aStepEndsWhenEveryOtherLaneSaysSo() {
        bothReady();
        board.hear(beat("lane-1").setStepEnd(end(0).setDue(5).build()).build(), 0);
        assertThat(board.ended(0)).isFalse();

        board.hear(beat("lane-2").setStepEnd(end(0).setDue(4).build()).build(), 0);
        assertThat(board.ended(0)).isTrue();
        assertThat(board.ends(0)).containsOnlyKeys("lane-1", "lane-2");
        assertThat(board.ended(1)).isFalse();
    }

    @Test
    void aLaneIsLostAfterTenSecondsOfSilenceAndNobodyWaitsForIt() {
        bothReady();
        board.hear(beat("lane-1").setStepEnd(end(0).build()).build(), 10 * SECOND);

        board.look(10 * SECOND);
        assertThat(board.anyLost()).isFalse();
        board.look(10 * SECOND + 1);
        assertThat(board.reasons()).containsExactly("lane-2 was lost: no heartbeat came from it for 10 s");
        assertThat(board.ended(0)).isTrue();
    }

    @Test
    void aLaneThatNeverCameIsLostToo() {
        board.hear(beat("lane-1").build(), 60 * SECOND);

        board.look(60 * SECOND + 1);
        assertThat(board.reasons()).containsExactly("lane-2 was lost: it did not join within 60 s");
    }

    @Test
    void aProcessThatEndsBeforeItsLaneHasSaidItsLastIsLost() {
        bothReady();
        board.hear(beat("lane-2").setClosing(true).build(), 0);

        board.gone("lane-1", "its process ended with 137");
        board.gone("lane-2", "its process ended with 0");
        assertThat(board.reasons()).containsExactly("lane-1 was lost: its process ended with 137");
        assertThat(board.closed()).isTrue();
    }

    @Test
    void aLaneThatHasSaidItsLastMayBeSilent() {
        bothReady();
        board.hear(beat("lane-1").setClosing(true).build(), 0);
        board.hear(beat("lane-2").setClosing(true).build(), 0);

        board.look(1_000 * SECOND);
        assertThat(board.anyLost()).isFalse();
        assertThat(board.closed()).isTrue();
    }

    @Test
    void aLaneThatStopsByItselfIsLostButNotOneThatWasTold() {
        bothReady();
        board.stopping();
        board.hear(beat("lane-1").setStepEnd(end(0).setGivenUp(true).build()).build(), 0);
        assertThat(board.reasons()).isEmpty();

        LaneBoard untold = new LaneBoard(new Share(0, 2), 0, Duration.ofSeconds(60));
        untold.hear(beat("lane-1").setStepEnd(end(0).setGivenUp(true).build()).build(), 0);
        assertThat(untold.reasons()).containsExactly("lane-1 was lost: it was stopped before its time");
    }

    @Test
    void whatAnotherLaneLostOnItsWayToKafkaIsAReason() {
        board.hear(beat("lane-1").setOverflow(3).build(), 0);

        assertThat(board.reasons()).containsExactly("3 events of lane-1 were lost on their way to Kafka");
    }
}
