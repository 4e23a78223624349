package io.tidemark.importers.vllm.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.primitives.ImmutableDoubleArray;
import io.tidemark.producer.plan.load.RampUp;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SummaryWriterTest {
    private static final BenchRequest REQUEST = new BenchRequest(
            true, 10, 5, new BenchRequest.Timing(1.0, 0.5, 0.25, ImmutableDoubleArray.of(0.25), 0.5), "", "");

    private static BenchSetup setup(Optional<String> tokenizer, BenchSetup.Traffic traffic) {
        return new BenchSetup(
                "20261120-101500", "vllm", Optional.empty(), "org/model", tokenizer, 1, Map.of("tp", "1"), traffic);
    }

    private static BenchSetup.Traffic traffic(double rate, OptionalInt cap) {
        return new BenchSetup.Traffic(rate, 1.0, cap, Optional.empty());
    }

    private static BenchReport report(BenchSetup setup, String metrics, String... goodput) {
        VllmGoodputLimits limits = VllmGoodputLimits.of(List.of(goodput));
        List<BenchRequest> requests = List.of(REQUEST);
        return new BenchReport(
                setup,
                new MetricSelection(MetricSelection.metrics(metrics), MetricSelection.percentiles("99,99.9")),
                limits,
                requests,
                BenchmarkAggregates.of(
                        requests, new BenchmarkAggregates.Parameters(2, limits, PeakConcurrencyRule.EXACT)),
                List.of(),
                Optional.of(new SpeculationStats(10, 40, 25, List.of(0.9, 0.7))));
    }

    @Test
    void aCapAndGoodputAndSpeculationHaveLinesOfTheirOwn() {
        BenchSetup setup = setup(Optional.of("org/model"), traffic(2, OptionalInt.of(4)));

        List<String> lines =
                SummaryWriter.of(report(setup, "e2el,client_queue_time,e2el_including_client_queue", "ttft:300"));

        assertThat(lines.stream().map(String::stripTrailing))
                .containsExactly("""
                ============ Serving Benchmark Result ============
                Successful requests:                     1
                Failed requests:                         0
                Maximum request concurrency:             4
                Request rate configured (RPS):           2.00
                Benchmark duration (s):                  2.00
                Total input tokens:                      10
                Total generated tokens:                  5
                Request throughput (req/s):              0.50
                Request goodput (req/s):                 0.50
                Output token throughput (tok/s):         2.50
                Peak output token throughput (tok/s):    2.00
                Peak concurrent requests:                1.00
                Total token throughput (tok/s):          7.50
                ----------------End-to-end Latency----------------
                Mean E2EL (ms):                          500.00
                Median E2EL (ms):                        500.00
                P99 E2EL (ms):                           500.00
                P99.9 E2EL (ms):                         500.00
                ---------------Client-side Queueing---------------
                Mean Client Queue Time (ms):             500.00
                Median Client Queue Time (ms):           500.00
                P99 Client Queue Time (ms):              500.00
                P99.9 Client Queue Time (ms):            500.00
                --------Queue-inclusive End-to-end Latency--------
                Mean E2EL incl. Client Queue (ms):       1000.00
                Median E2EL incl. Client Queue (ms):     1000.00
                P99 E2EL incl. Client Queue (ms):        1000.00
                P99.9 E2EL incl. Client Queue (ms):      1000.00
                ---------------Speculative Decoding---------------
                Acceptance rate (%):                     62.50
                Acceptance length:                       3.50
                Drafts:                                  10
                Draft tokens:                            40
                Accepted tokens:                         25
                Per-position acceptance (%):
                  Position 0:                            90.00
                  Position 1:                            70.00
                ==================================================
                """.lines().toArray(String[]::new));
    }

    @Test
    void withoutATokenizerNothingThatCountsTokensIsPrinted() {
        BenchSetup setup = setup(Optional.empty(), traffic(Double.POSITIVE_INFINITY, OptionalInt.empty()));

        List<String> lines = SummaryWriter.of(report(setup, "ttft,tpot,itl,e2el"));

        assertThat(lines)
                .noneMatch(line -> line.contains("tok/s"))
                .noneMatch(line -> line.contains("TTFT"))
                .noneMatch(line -> line.contains("configured"))
                .anyMatch(line -> line.startsWith("Mean E2EL (ms):"));
    }

    @Test
    void figuresAreRoundedAsPythonDoes() {
        // 0.125 is exact, so halves go to even; 1.005 lies below its decimal.
        BenchmarkAggregates.Parameters terms =
                new BenchmarkAggregates.Parameters(1.005, VllmGoodputLimits.of(List.of()), PeakConcurrencyRule.EXACT);
        BenchReport like = report(setup(Optional.of("t"), traffic(0.125, OptionalInt.empty())), "e2el");
        BenchReport report = new BenchReport(
                like.setup(),
                like.selection(),
                like.goodput(),
                like.requests(),
                BenchmarkAggregates.of(like.requests(), terms),
                List.of(),
                Optional.empty());

        assertThat(SummaryWriter.of(report))
                .contains("Request rate configured (RPS):           0.12      ")
                .contains("Benchmark duration (s):                  1.00      ");
    }

    @Test
    void aLatencyBetweenTokensThatNoAnswerHasIsNotKnown() {
        // One token in one chunk, sent when it was due.
        BenchRequest single = new BenchRequest(
                true, 10, 1, new BenchRequest.Timing(1.0, 0, 0.25, ImmutableDoubleArray.of(), 0.25), "", "");

        assertThat(latencies(List.of(single)))
                .contains("Mean TTFT (ms):                          250.00")
                .contains("Mean TPOT (ms):                          not known")
                .contains("Median TPOT (ms):                        not known")
                .contains("P99 ITL (ms):                            not known")
                .contains("Mean Client Queue Time (ms):             0.00");
    }

    @Test
    void ofSeveralTokensInOneChunkTheTimeBetweenThemIsNotKnownEither() {
        BenchRequest chunk = new BenchRequest(
                true, 10, 24, new BenchRequest.Timing(1.0, 0, 0.25, ImmutableDoubleArray.of(), 0.25), "", "");

        assertThat(latencies(List.of(chunk))).contains("Mean TPOT (ms):                          not known");
        assertThat(latencies(List.of(chunk, REQUEST))).contains("Mean TPOT (ms):                          31.25");
    }

    @Test
    void whereNothingSucceededNoLatencyIsKnown() {
        assertThat(latencies(List.of(BenchRequest.failed(10, 1.0, 0.5, "TIMEOUT"))))
                .filteredOn(line -> line.contains("(ms):"))
                .isNotEmpty()
                .allMatch(line -> line.endsWith(" not known"));
    }

    private static List<String> latencies(List<BenchRequest> requests) {
        BenchReport like =
                report(setup(Optional.of("t"), traffic(2, OptionalInt.of(4))), "ttft,tpot,itl,client_queue_time");
        BenchmarkAggregates.Parameters terms =
                new BenchmarkAggregates.Parameters(2, like.goodput(), PeakConcurrencyRule.EXACT);
        BenchReport report = new BenchReport(
                like.setup(),
                like.selection(),
                like.goodput(),
                requests,
                BenchmarkAggregates.of(requests, terms),
                List.of(),
                Optional.empty());
        return SummaryWriter.of(report).stream().map(String::stripTrailing).toList();
    }

    @Test
    void theFileIsNamedByWhatWasAsked() {
        BenchSetup.Traffic ramp = new BenchSetup.Traffic(
                Double.POSITIVE_INFINITY,
                1.0,
                OptionalInt.empty(),
                Optional.of(new RampUp(RampUp.Strategy.LINEAR, 1, 9)));

        assertThat(setup(Optional.empty(), traffic(2, OptionalInt.of(4))).fileName())
                .isEqualTo("vllm-2.0qps-concurrency4-model-20261120-101500.json");
        assertThat(setup(Optional.empty(), traffic(Double.POSITIVE_INFINITY, OptionalInt.empty()))
                        .fileName())
                .isEqualTo("vllm-infqps-model-20261120-101500.json");
        assertThat(setup(Optional.empty(), ramp).fileName())
                .isEqualTo("vllm-ramp-up-linear-1qps-9qps-model-20261120-101500.json");
    }

    @Test
    void theFileHasMetadataAsTextsAndNullsWhereNothingWasAsked() {
        ObjectNode json = ResultJsonWriter.of(
                report(setup(Optional.empty(), traffic(Double.POSITIVE_INFINITY, OptionalInt.empty())), "itl"),
                ResultJsonWriter.Detail.SUMMARY);

        assertThat(json.path("tp").textValue()).isEqualTo("1");
        assertThat(json.path("request_rate").textValue()).isEqualTo("inf");
        assertThat(json.path("label").isNull()).isTrue();
        assertThat(json.path("max_concurrency").isNull()).isTrue();
        assertThat(json.path("request_goodput").isNull()).isTrue();
        assertThat(json.path("spec_decode_num_drafts").isIntegralNumber()).isTrue();
        assertThat(json.has("ttfts")).isFalse();
        assertThat(json.path("queue_times")).hasSize(1);
        assertThat(json.has("p99.9_itl_ms")).isFalse();
    }

    @Test
    void aRampUpReachesEachWholeRateOnce() {
        // 5 requests: 1, 2, 3, 4, 5 and 1, 1.5, 2.2, 3.3, 5 a second.
        assertThat(RampUpRateChanges.of(new RampUp(RampUp.Strategy.LINEAR, 1, 5), 5))
                .extracting(RampUpRateChanges.Change::perSecond, RampUpRateChanges.Change::request)
                .containsExactly(tuple(1, 0), tuple(2, 1), tuple(3, 2), tuple(4, 3), tuple(5, 4));
        assertThat(RampUpRateChanges.of(new RampUp(RampUp.Strategy.EXPONENTIAL, 1, 5), 5))
                .extracting(RampUpRateChanges.Change::request)
                .containsExactly(0, 2, 3, 4, 4);
    }

    @Test
    void unknownMetricsAndPercentilesAreRefused() {
        assertThatThrownBy(() -> MetricSelection.metrics("ttft,latency"))
                .hasMessageContaining("ttft,tpot,itl,e2el")
                .hasMessageContaining("ttft,latency");
        assertThatThrownBy(() -> MetricSelection.percentiles("50,101")).hasMessageContaining("101");
        assertThatThrownBy(() -> MetricSelection.percentiles("p99")).hasMessageContaining("p99");
    }
}
