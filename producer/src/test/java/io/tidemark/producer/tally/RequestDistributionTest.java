package io.tidemark.producer.tally;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RequestDistributionTest {
    private static RequestDistribution of(Map<String, Integer> weights, int toA, int toB) {
        RequestDistribution requests = new RequestDistribution(weights);
        IntStream.range(0, toA).forEach(i -> requests.add("a"));
        IntStream.range(0, toB).forEach(i -> requests.add("b"));
        return requests;
    }

    @Test
    void sharesAsTheWeightsAskedAreToldAndNotCalledUneven() {
        assertThat(of(Map.of("a", 3, "b", 1), 300, 100).remark("target")).hasValue("requests by target: a 300, b 100");
    }

    @Test
    void sharesFarFromTheWeightsAreCalledUneven() {
        assertThat(of(Map.of("a", 3, "b", 1), 200, 200).remark("target"))
                .hasValue("requests by target: a 200, b 200 (uneven: asked were a 75 %, b 25 %)");
    }

    @Test
    void aTargetThatGotNothingIsUneven() {
        assertThat(of(Map.of("a", 1, "b", 1), 40, 0).remark("target"))
                .hasValue("requests by target: a 40, b 0 (uneven: 50 % is an equal share)");
    }

    @Test
    void fewRequestsSayNothingOfShares() {
        assertThat(of(Map.of("a", 1, "b", 1), 15, 0).remark("target")).hasValue("requests by target: a 15, b 0");
    }

    @Test
    void aSingleTargetIsNotWorthAWord() {
        assertThat(of(Map.of("a", 1), 40, 0).remark("target")).isEmpty();
    }
}
