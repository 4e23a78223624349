package io.tidemark.producer.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.schemas.time.Clocks;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ScrapedActivityTest {
    private static MetricsScraper page(String host, String text) {
        Clocks clocks = new Clocks(() -> 0, () -> Instant.EPOCH);
        return new MetricsScraper(
                () -> text, clocks, new MetricsScraper.Source("t", URI.create("http://" + host + ":8000/metrics")));
    }

    @Test
    void whatARouterSaysOfItsEnginesIsNotAddedToWhatTheySay() throws Exception {
        MetricsScraper engine = page("engine", """
                vllm:num_requests_running{engine="0"} 3
                vllm:num_requests_waiting{engine="0"} 2
                vllm:kv_cache_usage_perc{engine="0"} 0.5
                """);
        MetricsScraper router = page("router", """
                llm_d_epp_request_running{model_name="m"} 9
                llm_d_epp_average_kv_cache_utilization{name="pool"} 0.7
                """);

        assertThat(ScrapedActivity.of(List.of(router, engine)))
                .contains(new ScrapedActivity(5, OptionalDouble.of(0.5)));
        assertThat(ScrapedActivity.of(List.of(router))).contains(new ScrapedActivity(9, OptionalDouble.of(0.7)));
    }
}
