package io.tidemark.app.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Outcome;
import io.tidemark.producer.tally.StepCounts;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgressTextTest {
    private static StepCounts ended(Map<Outcome, Long> outcomes) {
        long all = outcomes.values().stream().mapToLong(Long::longValue).sum();
        return new StepCounts(all, all, all, 0, all, all, StepCounts.Now.NONE, 1, outcomes);
    }

    @Test
    void aStepSaysWhatBecameOfThoseThatWereNotOk() {
        assertThat(ProgressText.failed(ended(Map.of(Outcome.OK, 953L, Outcome.TLS, 3L, Outcome.HTTP_ERROR, 1_044L))))
                .contains("1,047 of 2,000 requests were not ok: http error 1,044, tls 3");
    }

    @Test
    void aStepOfWhichAllWereOkSaysNothing() {
        assertThat(ProgressText.failed(ended(Map.of(Outcome.OK, 2L)))).isEmpty();
        assertThat(ProgressText.failed(ended(Map.of()))).isEmpty();
    }
}
