package io.tidemark.app.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.events.MetricName;
import io.tidemark.events.MovedSide;
import io.tidemark.events.MovedSignal;
import io.tidemark.events.SloBreach;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class BreachLinesTest {
    private static final Instant AT = Instant.parse("2020-11-01T12:00:00Z");
    private static final String FINDING =
            "p90 of tpot over 10 s is 91.2 ms, limit 40 ms: 63 of 70 are worse. Provisional: it may be retracted.";

    private final BreachLines lines = new BreachLines();

    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    private static SloBreach breach(String description, MovedSignal... moved) {
        return SloBreach.newBuilder()
                .setBreach("one")
                .setRun("run")
                .setStep(0)
                .setTarget("gpu")
                .setObjective("tpot p90 < 40ms over 10s")
                .setMetric(MetricName.TPOT)
                .setState(BreachState.OPENED)
                .setEvidence(Finality.PROVISIONAL)
                .setOpened(AT)
                .setUpdated(AT)
                .setLimit(40e6)
                .setValue(91.2e6)
                .setWorst(91.2e6)
                .setDescription(FINDING)
                .setCorrelatedSignals(List.of(moved))
                .setCorrelationSummary(description)
                .build();
    }

    private static MovedSignal move(MovedSide side, String description) {
        return MovedSignal.newBuilder()
                .setSignal("id")
                .setBefore(1)
                .setDuring(2)
                .setScore(3)
                .setSide(side)
                .setDescription(description)
                .build();
    }

    private static long nanos(int seconds) {
        return Duration.ofSeconds(seconds).toNanos();
    }

    @Test
    void aBreachIsToldOnceWithTheFirstTwoThatMoved() {
        List<SloBreach> known = List.of(breach(
                "Moved with it: ...",
                move(MovedSide.SERVER, "GPU clock 1,910 -> 583 MHz"),
                move(MovedSide.SERVER, "time of an engine step 15 -> 106 ms"),
                move(MovedSide.SERVER, "running batch 2 -> 15 requests")));
        assertThat(lines.nextLines(known, nanos(1)))
                .containsExactly(
                        "  breach    p90 of tpot over 10 s is 91.2 ms, limit 40 ms: 63 of 70 are worse.",
                        "            Moved with it: GPU clock 1,910 -> 583 MHz; time of an engine step 15 -> 106 ms.");
        assertThat(lines.nextLines(known, nanos(2))).isEmpty();
        assertThat(lines.remaining(known)).isEmpty();
    }

    @Test
    void theClientsOwnIsCalledThat() {
        List<SloBreach> known = List.of(breach(
                "The client's own: ...",
                move(MovedSide.CLIENT, "client's lag behind its schedule, p99, 0.1 -> 2,218 ms"),
                move(MovedSide.SERVER, "running batch 2 -> 15 requests")));
        assertThat(lines.nextLines(known, 0))
                .last()
                .isEqualTo("            The client's own: client's lag behind its schedule, p99, 0.1 -> 2,218 ms.");
    }

    @Test
    void whatMovedWithNothingIsToldWhenThereHasBeenTimeToSeeOrTheStepEnds() {
        List<SloBreach> known = List.of(breach("No server signal moved."));
        assertThat(lines.nextLines(known, nanos(0))).isEmpty();
        assertThat(lines.nextLines(known, nanos(7))).isEmpty();
        assertThat(lines.nextLines(known, nanos(8))).last().isEqualTo("            No server signal moved.");
        assertThat(new BreachLines().remaining(known)).hasSize(2);
    }
}
