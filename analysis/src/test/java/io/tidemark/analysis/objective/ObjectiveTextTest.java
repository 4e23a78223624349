package io.tidemark.analysis.objective;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.serde.TrustedEventClasses;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObjectiveTextTest {
    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    @ParameterizedTest
    @CsvSource({
        "ttft_due p95 < 2s over 1m for 5s clear 10s min 20, ttft_due p95 < 2s",
        "errors < 2% class chat over 10s level 1% flapping 4/30m, errors < 2% class chat",
        "good(ttft <= 1s) >= 90% clear_at 50% firing 0s flapping off, good(ttft <= 1s) >= 90%",
        "first token over all for chat, first token over all for chat"
    })
    void whatIsAskedOfAStepHasNoneOfTheOptionsOfABreach(String name, String asked) {
        assertThat(ObjectiveText.asked(ObjectiveState.newBuilder().setName(name).build()))
                .isEqualTo(asked);
    }
}
