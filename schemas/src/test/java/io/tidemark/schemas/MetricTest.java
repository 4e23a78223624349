package io.tidemark.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.events.MetricName;
import io.tidemark.events.RequestEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class MetricTest {
    private final RequestEvent request = SampleRequests.ok().build();

    @Test
    void ttftCountsFromSentAndTtftDueCountsTheWaitInTheClientToo() {
        assertThat(Metric.TTFT.nanos(request)).hasValue(50_000_000);
        assertThat(Metric.TTFT_DUE.nanos(request)).hasValue(52_000_000);
        assertThat(Metric.QUEUE_TIME.nanos(request)).hasValue(2_000_000);
    }

    @Test
    void e2eFromDueIsE2eAndTheWaitInTheClient() {
        assertThat(Metric.E2E_DUE.nanos(request))
                .hasValue(Metric.E2E.nanos(request).orElseThrow() + 2_000_000);
        assertThat(Metric.E2E_DUE.nanos(SampleRequests.ok().setSentNanos(null).build()))
                .isEmpty();
    }

    @Test
    void tpotSpreadsTheDecodeOverTheTokensAfterTheFirst() {
        assertThat(Metric.TPOT.nanos(request)).hasValue(20_000_000);
        assertThat(Metric.TPOT.nanos(SampleRequests.ok().setOutputTokens(1).build()))
                .isEmpty();
        // What comes in one chunk has no time between its tokens.
        assertThat(Metric.TPOT.nanos(SampleRequests.ok().setChunkCount(1).build()))
                .isEmpty();
    }

    @Test
    void aRequestThatGaveNoTokenHasNoLatency() {
        RequestEvent refused = SampleRequests.ok()
                .setFirstTokenNanos(null)
                .setLastTokenNanos(null)
                .build();
        assertThat(Metric.TTFT.nanos(refused)).isEmpty();
        assertThat(Metric.E2E.nanos(refused)).isEmpty();
    }

    @Test
    void ttftAndDecodeMakeE2e() {
        long decode = Metric.TPOT.nanos(request).orElseThrow() * 10;
        assertThat(Metric.E2E.nanos(request))
                .hasValue(Metric.TTFT.nanos(request).orElseThrow() + decode);
    }

    @ParameterizedTest
    @EnumSource(Metric.class)
    void namesGoBothWays(Metric metric) {
        assertThat(Metric.parse(metric.id())).isSameAs(metric);
        assertThat(Metric.of(metric.event())).isSameAs(metric);
    }

    @Test
    void everyMetricNameButUnknownHasADefinition() {
        assertThat(MetricName.values()).hasSize(Metric.values().length + 1);
        assertThatThrownBy(() -> Metric.of(MetricName.UNKNOWN)).hasMessageContaining("UNKNOWN");
        assertThatThrownBy(() -> Metric.parse("latency"))
                .hasMessageContaining("ttft_due")
                .hasMessageContaining("\"latency\"");
    }
}
