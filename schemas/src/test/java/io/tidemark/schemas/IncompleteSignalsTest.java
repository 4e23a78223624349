package io.tidemark.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.schemas.IncompleteSignals.FailedScrapes;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IncompleteSignalsTest {
    @Test
    void theTextOfManyInstancesIsShort() {
        List<FailedScrapes> pages = IntStream.range(0, 1_000)
                .mapToObj(i -> new FailedScrapes("pod-" + i + ":8000", 2, 10))
                .toList();
        assertThat(IncompleteSignals.ofFailed(pages))
                .isEqualTo("server signals are incomplete: 2 of 10 scrapes of pod-0:8000 failed,"
                        + " 2 of 10 scrapes of pod-1:8000 failed, 2 of 10 scrapes of pod-2:8000 failed,"
                        + " and some of 997 further instances");
    }
}
