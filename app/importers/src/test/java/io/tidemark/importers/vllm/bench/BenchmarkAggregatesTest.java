package io.tidemark.importers.vllm.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.common.primitives.ImmutableDoubleArray;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BenchmarkAggregatesTest {
    private static final double TOLERANCE = 1e-9;

    /** Starts at {@code start}, first message after 0.2 s, then gaps. */
    private static BenchRequest request(double start, int outputTokens, double... gaps) {
        ImmutableDoubleArray itls = ImmutableDoubleArray.copyOf(gaps);
        double latency = 0.2 + itls.stream().sum();
        return new BenchRequest(
                true, 100, outputTokens, new BenchRequest.Timing(start, 0, 0.2, itls, latency), "text", "");
    }

    private static BenchmarkAggregates figures(
            PeakConcurrencyRule rule, List<String> goodput, BenchRequest... requests) {
        return BenchmarkAggregates.of(
                List.of(requests), new BenchmarkAggregates.Parameters(10, VllmGoodputLimits.of(goodput), rule));
    }

    private static BenchmarkAggregates figures(BenchRequest... requests) {
        return figures(PeakConcurrencyRule.EXACT, List.of(), requests);
    }

    @Test
    void tpotIsPerRequestAndLeavesOutThoseWithOneToken() {
        // 4 tokens in 3 messages: (0.8 - 0.2) / 3 = 200 ms.
        BenchmarkAggregates figures = figures(request(0, 4, 0.3, 0.3), request(1, 1));

        assertThat(figures.of(VllmBenchMetric.TPOT).meanMillis()).isEqualTo(200, within(TOLERANCE));
        assertThat(figures.of(VllmBenchMetric.E2EL).meanMillis()).isEqualTo(500, within(TOLERANCE));
    }

    @Test
    void itlsOfAllRequestsArePooled() {
        BenchmarkAggregates figures = figures(request(0, 4, 0.1, 0.1, 0.1), request(1, 2, 0.5));

        assertThat(figures.of(VllmBenchMetric.ITL).meanMillis()).isEqualTo(200, within(TOLERANCE));
        assertThat(figures.of(VllmBenchMetric.ITL).medianMillis()).isEqualTo(100, within(TOLERANCE));
    }

    @Test
    void aFailedRequestCountsNowhereButAmongTheFailed() {
        BenchmarkAggregates figures = figures(request(0, 4, 0.3), BenchRequest.failed(100, 0.1, 0, "HTTP_ERROR 500"));

        assertThat(figures.completed()).isEqualTo(1);
        assertThat(figures.failed()).isEqualTo(1);
        assertThat(figures.inputTokens()).isEqualTo(100);
        assertThat(figures.of(VllmBenchMetric.TTFT).percentileMillis(0)).isEqualTo(200, within(TOLERANCE));
        assertThat(figures.peakConcurrentRequests()).isEqualTo(1);
    }

    @Test
    void throughputIsOverTheWholeDuration() {
        BenchmarkAggregates figures = figures(request(0, 40, 0.3), request(1, 60, 0.3));

        assertThat(figures.requestThroughput()).isEqualTo(0.2, within(TOLERANCE));
        assertThat(figures.outputThroughput()).isEqualTo(10, within(TOLERANCE));
        assertThat(figures.totalTokenThroughput()).isEqualTo(30, within(TOLERANCE));
    }

    @ParameterizedTest
    @CsvSource({"ttft:200, 0.2", "ttft:199, 0", "tpot:201, 0.2", "tpot:150, 0.1", "e2el:500, 0.1", "e2el:100, 0"})
    void goodRequestsAreWithinTheLimit(String limit, double perSecond) {
        // The second has one token, so its TPOT counts as 0.
        BenchmarkAggregates figures =
                figures(PeakConcurrencyRule.EXACT, List.of(limit), request(0, 4, 0.3, 0.3), request(1, 1));

        assertThat(figures.requestGoodput()).isEqualTo(perSecond, within(TOLERANCE));
    }

    @Test
    void aGoodRequestIsWithinAllLimits() {
        BenchmarkAggregates figures = figures(
                PeakConcurrencyRule.EXACT, List.of("ttft:500", "e2el:500"), request(0, 4, 0.3, 0.3), request(1, 1));

        assertThat(figures.requestGoodput()).isEqualTo(0.1, within(TOLERANCE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"itl:5", "ttft", "ttft:", "ttft:x", "ttft:-1", ":5"})
    void otherGoodputIsRefused(String pair) {
        assertThatThrownBy(() -> VllmGoodputLimits.of(List.of(pair)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(pair);
    }

    /** [0, 0.5), [0.5, 1.0), [0.9, 1.4): two overlap; but all three touch second 0, and so would a cap of 2 be exceeded. */
    @Test
    void theExactPeakIsBelowTheOneBySeconds() {
        BenchRequest[] requests = {request(0, 2, 0.3), request(0.5, 2, 0.3), request(0.9, 2, 0.3)};

        assertThat(figures(PeakConcurrencyRule.EXACT, List.of(), requests).peakConcurrentRequests())
                .isEqualTo(2);
        assertThat(figures(PeakConcurrencyRule.SECONDS, List.of(), requests).peakConcurrentRequests())
                .isEqualTo(3);
    }

    @Test
    void whoLeavesMakesRoomForWhoComesAtThatMoment() {
        BenchmarkAggregates figures = figures(request(0, 2, 0.25), request(0.45, 2, 0.25));

        assertThat(figures.peakConcurrentRequests()).isEqualTo(1);
    }

    @Test
    void thePeakOfTokensCountsMessages() {
        // Messages at 0.2, 0.5, 0.8 | 1.1 and 0.7 | 1.2: four in second 0, two in second 1.
        BenchmarkAggregates figures = figures(request(0, 400, 0.3, 0.3, 0.3), request(0.5, 400, 0.5));

        assertThat(figures.peakOutputTokensPerSecond()).isEqualTo(4);
    }

    @Test
    void withoutAnyRequestEverythingIsZero() {
        BenchmarkAggregates figures = figures(BenchRequest.failed(100, 0, 0, "refused"));

        assertThat(figures.requestThroughput()).isZero();
        assertThat(figures.peakOutputTokensPerSecond()).isZero();
        assertThat(figures.peakConcurrentRequests()).isZero();
        assertThat(figures.of(VllmBenchMetric.TTFT).meanMillis()).isZero();
    }
}
