package io.tidemark.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class RunLabelsTest {
    @Test
    void probesOfASearchAndRunsOfATuneAreTrials() {
        Map<String, String> probe = Map.of(RunLabels.SEARCH, "s1", RunLabels.SEARCH_ROLE, RunLabels.PROBE);
        Map<String, String> tuned = Map.of("tune", "t1", RunLabels.TUNE_START, "3");
        assertThat(RunLabels.isTrial(probe)).isTrue();
        assertThat(RunLabels.isTrial(tuned)).isTrue();
        assertThat(RunLabels.isProbe(tuned)).isFalse();
    }

    @Test
    void aRunThatAUserLabelsIsNone() {
        assertThat(RunLabels.isTrial(Map.of())).isFalse();
        assertThat(RunLabels.isTrial(Map.of("tune", "winter", "gpu", "h200"))).isFalse();
    }
}
