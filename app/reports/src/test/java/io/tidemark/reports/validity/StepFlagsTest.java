package io.tidemark.reports.validity;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.reports.validity.RunRemarks.StepFlags;
import io.tidemark.schemas.IncompleteSignals;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepFlagsTest {
    private static final String RESTARTED = "the server restarted: its counters began again 1 time";

    @Test
    void incompleteSignalsOfAStepAndItsSegmentsAreOneFlag() {
        List<List<String>> segments =
                List.of(List.of(IncompleteSignals.flag(7)), List.of(IncompleteSignals.flag(11), RESTARTED));
        assertThat(StepFlags.of(List.of(IncompleteSignals.flag(9), RESTARTED), segments))
                .containsExactly(RESTARTED, "server signals are incomplete: the last scrape was 9 s before the end");
    }

    @Test
    void incompleteSignalsOfSegmentsAloneAreCounted() {
        List<List<String>> segments =
                List.of(List.of(IncompleteSignals.flag(7)), List.of(), List.of(IncompleteSignals.flag(11)));
        assertThat(StepFlags.of(List.of(), segments)).containsExactly("server signals are incomplete in 2 segments");
    }

    @Test
    void otherFlagsAreToldOnce() {
        assertThat(StepFlags.of(List.of("a", "b"), List.of(List.of("b", "c"), List.of("c"))))
                .containsExactly("a", "b", "c");
    }
}
