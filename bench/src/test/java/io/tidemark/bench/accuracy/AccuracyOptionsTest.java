package io.tidemark.bench.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.bench.accuracy.AccuracyOptions.Neighbour;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccuracyOptionsTest {
    private static final String LAUNCHER = "tidemark=bin/tidemark";

    @Test
    void allButTheLauncherHasADefault() {
        assertThat(AccuracyOptions.of(List.of(LAUNCHER)))
                .isEqualTo(new AccuracyOptions(
                        List.of(1, 10, 100, 500, 1_000),
                        3,
                        List.of(Neighbour.NOTHING, Neighbour.UP),
                        new AccuracyOptions.Commands(Path.of("bin/tidemark"), Optional.empty())));
    }

    @Test
    void eachOptionIsRead() {
        assertThat(AccuracyOptions.of(List.of("rounds=1", "streams=1,10", "vllm=vllm", "beside=up", LAUNCHER)))
                .isEqualTo(new AccuracyOptions(
                        List.of(1, 10),
                        1,
                        List.of(Neighbour.UP),
                        new AccuracyOptions.Commands(Path.of("bin/tidemark"), Optional.of("vllm"))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "streams=0",
                "streams=1001",
                "streams=",
                "streams=a",
                "rounds=0",
                "rounds=11",
                "rounds=1,2",
                "beside=down",
                "vllm",
                "round=3",
                "tidemark=twice"
            })
    void anythingElseIsRefusedBeforeACommandIsStarted(String word) {
        assertThatThrownBy(() -> AccuracyOptions.of(List.of(LAUNCHER, word)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(word.split("=", 2)[0]);
    }

    @Test
    void theLauncherMustBeGiven() {
        assertThatThrownBy(() -> AccuracyOptions.of(List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tidemark=FILE");
    }
}
