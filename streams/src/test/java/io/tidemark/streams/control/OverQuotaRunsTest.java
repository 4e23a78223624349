package io.tidemark.streams.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.LoadKind;
import io.tidemark.events.StepState;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.streams.run.MapStore;
import io.tidemark.streams.run.RunStore;
import io.tidemark.streams.windows.SeriesQuota;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class OverQuotaRunsTest {
    private static final Instant START = Instant.ofEpochSecond(1_700_000_000L);

    private final MapStore kept = new MapStore();
    private final OverQuotaRuns refused = new OverQuotaRuns(kept.store());

    private final List<String> dropped = new ArrayList<>();

    private void drop(String run, byte[] definition) {
        assertThat(definition).isNotEmpty();
        dropped.add(run);
    }

    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    private static ControlEvent step(int number, int nameBytes) {
        return ControlEvent.newBuilder()
                .setAt(START)
                .setState(StepState.newBuilder()
                        .setRun("a run")
                        .setStep(number)
                        .setTarget("t".repeat(nameBytes))
                        .setLoadKind(LoadKind.RATE)
                        .setLoad(1)
                        .setStarted(START)
                        .setMeasureFrom(START)
                        .build())
                .build();
    }

    @Test
    void whatWasSaidLastIsGivenOnce() {
        refused.save("run", step(0, 1), this::drop);
        refused.save("run", step(1, 1), this::drop);
        refused.save("run", step(0, 2), this::drop);
        refused.save("another", step(0, 3), this::drop);
        assertThat(refused.take("run")).containsExactly(step(0, 2), step(1, 1));
        assertThat(refused.take("run")).isEmpty();
        assertThat(kept.count("")).isEqualTo(1);
    }

    @Test
    void aRestartForgetsNothingAndMakesNoBookOfThem() {
        refused.save("run", step(0, 1), this::drop);
        RunStore restarted = new RunStore(kept.store());
        assertThat(restarted.load(new SeriesQuota(1).reservation(), 0, (run, reason) -> {
                    throw new AssertionError(reason);
                }))
                .isEmpty();
        assertThat(restarted.refused().take("run")).containsExactly(step(0, 1));
    }

    @Test
    void beyondTheRoomTheRunsThatBeganFirstAreForgotten() {
        int large = OverQuotaRuns.MAX_BYTES / 4;
        for (String run : List.of("1", "2", "3", "4", "5")) {
            refused.save(run, step(0, large), this::drop);
        }
        assertThat(refused.take("1")).isEmpty();
        assertThat(refused.take("2")).isEmpty();
        assertThat(refused.take("3")).hasSize(1);
        refused.save("6", step(0, OverQuotaRuns.MAX_BYTES), this::drop);
        assertThat(refused.take("6")).isEmpty();
        assertThat(refused.take("5")).hasSize(1);
        assertThat(dropped).as("not what was taken").containsExactly("1", "2", "6");
    }
}
