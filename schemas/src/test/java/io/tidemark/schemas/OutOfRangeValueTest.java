package io.tidemark.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutOfRangeValueTest {
    @ParameterizedTest
    @ValueSource(doubles = {40, -0.25, -1e18, -1e-7, Double.NEGATIVE_INFINITY})
    void itsTextIsReadAsItWasWritten(double value) {
        OutOfRangeValue unused = new OutOfRangeValue(Signal.KV_USAGE, "vllm:kv_cache_usage_perc", value);

        Map<String, String> info = new HashMap<>();
        unused.addTo(info);

        assertThat(OutOfRangeValue.of(info)).containsExactly(unused);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "40", "vllm:kv_cache_usage_perc much", "vllm:kv_cache_usage_perc 4.0.0", "<b>page</b> 40.0"})
    void otherTextIsNone(String text) {
        assertThat(OutOfRangeValue.of(Map.of("tidemark:out_of_range.engine.kv.usage_ratio", text)))
                .isEmpty();
    }

    @Test
    void aSampleWithoutOneHasNone() {
        assertThat(OutOfRangeValue.of(Map.of())).isEmpty();
    }
}
