package io.tidemark.producer.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.producer.plan.workload.WorkloadOptions;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResponseCacheDetectorTest {
    private static final ResponseCacheDetector CACHES =
            ResponseCacheDetector.ofHeaders(WorkloadOptions.ANSWER_CACHE_HEADERS);

    @ParameterizedTest
    @CsvSource({
        "x-cache,HIT,true",
        "x-cache,Hit from cloudfront,true",
        "x-cache,TCP_HIT,true",
        "x-cache,MISS,false",
        "x-cache-hit,true,true",
        "x-cache-hit,false,false",
        "x-cache-status,SEMANTIC HIT,true",
        "x-semantic-cache,hit,true",
        "x-cache,white,false",
        "x-served-by,hit,false"
    })
    void anAnswerOfACacheIsToldByItsHeaders(String name, String value, boolean cached) {
        assertThat(CACHES.isCacheHit(Map.of(name, value))).isEqualTo(cached);
    }
}
