package io.tidemark.analysis.signal;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.signal.CorrelatedSignal.Stage;
import io.tidemark.analysis.signal.CorrelatedSignal.Trouble;
import io.tidemark.events.MovedSide;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class CorrelatedSignalTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "WAITING | 0.4 | 37 | queue length 0.4 -> 37 requests",
                "KV_USAGE | 0.3 | 0.995 | KV cache use 30 -> 99.5 %",
                "STEP_SECONDS | 0.02 | 0.1234 | time of an engine step 20 -> 123 ms",
                "CLIENT_LAG | 1000000 | 2500000000 | client's lag behind its schedule, p99, 1 -> 2,500 ms",
                "GPU_CLOCK | 1980000000 | 1200000000 | GPU clock 1,980 -> 1,200 MHz",
                "GPU_POWER | 699.6 | 99.96 | GPU power 700 -> 100 W",
                "GPU_TEMP | 60 | 71.25 | GPU temperature 60 -> 71.3 °C",
                "GPU_MEMORY | 0 | 1610612736 | GPU memory in use 0 -> 1.5 GiB",
                "RESTARTS | 0 | 1 | restarts of the server 0 -> 1",
                "DUE | 0.004 | 0.456 | requests due 0.004 -> 0.456 per second",
                "PROMPT_LENGTH | 512 | 12345 | prompt length 512 -> 12,300 tokens"
            })
    void aMoveIsShownInTheUnitOfTheSignal(CorrelatedSignal signal, double before, double during, String shown) {
        assertThat(signal.describeMove(before, during)).isEqualTo(shown);
    }

    @ParameterizedTest
    @EnumSource
    void everySignalIsFoundByItsId(CorrelatedSignal signal) {
        assertThat(CorrelatedSignal.byId(signal.id())).contains(signal);
        assertThat(signal.describeMove(1, 2)).startsWith(signal.description());
        assertThat(signal.shortestSeconds()).isIn(3, 5, 10);
    }

    @Test
    void anIdThatNoSignalHasIsNotFound() {
        assertThat(CorrelatedSignal.byId("engine.no_such_signal")).isEmpty();
    }

    @Test
    void idsAreUnique() {
        assertThat(Arrays.stream(CorrelatedSignal.values()).map(CorrelatedSignal::id))
                .doesNotHaveDuplicates();
    }

    @Test
    void aSignalBelongsToTheSideOfItsStage() {
        assertThat(CorrelatedSignal.CLIENT_LAG.side()).isEqualTo(MovedSide.CLIENT);
        assertThat(CorrelatedSignal.DUE.side()).isEqualTo(MovedSide.LOAD);
        assertThat(CorrelatedSignal.WAITING.side()).isEqualTo(MovedSide.SERVER);
        assertThat(CorrelatedSignal.FAILED.side()).isEqualTo(MovedSide.OUTCOME);
    }

    @Test
    void onlyWhatNoServerMovesComesFirst() {
        assertThat(Arrays.stream(Stage.values()).filter(Stage::isGiven))
                .containsExactly(Stage.CLIENT, Stage.AWAY, Stage.LOAD, Stage.HARDWARE);
    }

    @Test
    void aMoveIsWorseInTheDirectionOfTrouble() {
        assertThat(Trouble.UP.is(1)).isTrue();
        assertThat(Trouble.UP.is(-1)).isFalse();
        assertThat(Trouble.UP.is(0)).isFalse();
        assertThat(Trouble.DOWN.is(-1)).isTrue();
        assertThat(Trouble.DOWN.is(0)).isFalse();
        assertThat(Trouble.EITHER.is(-1)).isTrue();
        assertThat(CorrelatedSignal.GPU_CLOCK.worseDirection()).isEqualTo("down");
        assertThat(CorrelatedSignal.GPU_UTIL.worseDirection()).isEmpty();
    }

    @Test
    void aMoveCountsFromItsShareOfWhatWasBeforeAndFromItsLeastAmount() {
        assertThat(CorrelatedSignal.RUNNING.rule().least(2)).isEqualTo(3);
        assertThat(CorrelatedSignal.RUNNING.rule().least(20)).isEqualTo(10);
        assertThat(CorrelatedSignal.RUNNING.rule().least(-20)).isEqualTo(10);
    }

    @Test
    void onlyRequestsThatAreDueVaryByChance() {
        assertThat(CorrelatedSignal.DUE.noiseBound(25, 4)).isEqualTo(15);
        assertThat(CorrelatedSignal.DUE.noiseBound(0.1, 9)).isEqualTo(2);
        assertThat(CorrelatedSignal.WAITING.noiseBound(25, 4)).isZero();
    }
}
