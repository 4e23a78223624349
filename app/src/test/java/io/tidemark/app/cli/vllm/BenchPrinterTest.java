package io.tidemark.app.cli.vllm;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.importers.vllm.bench.BenchRequest;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BenchPrinterTest {
    @Test
    void eachReasonIsPrintedOnceWithTheMostFrequentFirst() {
        List<BenchRequest> requests = Stream.of(
                        "HTTP_ERROR HTTP 429", "TIMEOUT", "HTTP_ERROR HTTP 429", "TIMEOUT", "TIMEOUT")
                .map(BenchPrinterTest::failed)
                .toList();

        assertThat(BenchPrinter.failures(requests))
                .containsExactly(
                        "5 requests failed, by what made each fail:", "  3 x TIMEOUT", "  2 x HTTP_ERROR HTTP 429");
    }

    @Test
    void onlySoManyReasonsAreListed() {
        List<BenchRequest> requests =
                IntStream.range(0, 12).mapToObj(i -> failed("reason " + i)).toList();

        assertThat(BenchPrinter.failures(requests)).hasSize(12).last().isEqualTo("  and 2 other reasons");
    }

    @Test
    void nothingIsSaidWhenNothingFailed() {
        assertThat(BenchPrinter.failures(List.of())).isEmpty();
    }

    private static BenchRequest failed(String reason) {
        return BenchRequest.failed(100, 0, 0, reason);
    }
}
