package io.tidemark.producer.vllm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.primitives.ImmutableDoubleArray;
import io.tidemark.producer.plan.RampUp;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SummaryBlockTest {
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
        Goodput limits = Goodput.of(List.of(goodput));
        List<BenchRequest> requests = List.of(REQUEST);
        return new BenchReport(
                setup,
                new Selection(Selection.metrics(metrics), Selection.percentiles("99,99.9")),
                limits,
                requests,
                BenchFigures.of(requests, new BenchFigures.Terms(2, limits, PeakRule.EXACT)),
                List.of(),
                Optional.of(new Speculation(10, 40, 25, List.of(0.9, 0.7))));
    }

    @Test
    void aCapAndGoodputAndSpeculationHaveLinesOfTheirOwn() {
        BenchSetup setup = setup(Optional.of("org/model"), traffic(2, OptionalInt.of(4)));

        List<String> lines =
                SummaryBlock.of(report(setup, "e2el,client_queue_time,e2el_including_client_queue", "ttft:300"));

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

        List<String> lines = SummaryBlock.of(report(setup, "ttft,tpot,itl,e2el"));

        assertThat(lines)
                .noneMatch(line -> line.contains("tok/s"))
                .noneMatch(line -> line.contains("TTFT"))
                .noneMatch(line -> line.contains("configured"))
                .anyMatch(line -> line.startsWith("Mean E2EL (ms):"));
    }

    @Test
    void figuresAreRoundedAsPythonDoes() {
        // 0.125 is exact, so halves go to even; 1.005 lies below its decimal.
        BenchFigures.Terms terms = new BenchFigures.Terms(1.005, Goodput.of(List.of()), PeakRule.EXACT);
        BenchReport like = report(setup(Optional.of("t"), traffic(0.125, OptionalInt.empty())), "e2el");
        BenchReport report = new BenchReport(
                like.setup(),
                like.selection(),
                like.goodput(),
                like.requests(),
                BenchFigures.of(like.requests(), terms),
                List.of(),
                Optional.empty());

        assertThat(SummaryBlock.of(report))
                .contains("Request rate configured (RPS):           0.12      ")
                .contains("Benchmark duration (s):                  1.00      ");
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
        ObjectNode json = ResultJson.of(
                report(setup(Optional.empty(), traffic(Double.POSITIVE_INFINITY, OptionalInt.empty())), "itl"),
                ResultJson.Detail.SUMMARY);

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
        assertThat(RateChanges.of(new RampUp(RampUp.Strategy.LINEAR, 1, 5), 5))
                .extracting(RateChanges.Change::perSecond, RateChanges.Change::request)
                .containsExactly(tuple(1, 0), tuple(2, 1), tuple(3, 2), tuple(4, 3), tuple(5, 4));
        assertThat(RateChanges.of(new RampUp(RampUp.Strategy.EXPONENTIAL, 1, 5), 5))
                .extracting(RateChanges.Change::request)
                .containsExactly(0, 2, 3, 4, 4);
    }

    @Test
    void unknownMetricsAndPercentilesAreRefused() {
        assertThatThrownBy(() -> Selection.metrics("ttft,latency"))
                .hasMessageContaining("ttft,tpot,itl,e2el")
                .hasMessageContaining("ttft,latency");
        assertThatThrownBy(() -> Selection.percentiles("50,101")).hasMessageContaining("101");
        assertThatThrownBy(() -> Selection.percentiles("p99")).hasMessageContaining("p99");
    }
}
