package io.tidemark.producer.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.scrape.TargetControl.PrefixCounts;
import io.tidemark.producer.scrape.TargetControl.TargetCounters;
import io.tidemark.producer.testing.RawServer;
import io.tidemark.producer.testing.Sse;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.NanoClock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
class HttpTargetControlTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private HttpTargetControl control(RawServer server, Duration timeout) {
        MetricsScraper.Source page = new MetricsScraper.Source("gpu-1", URI.create(server.url() + "/metrics"));
        Clocks clocks = new Clocks(NanoClock.SYSTEM, InstantSource.system());
        return new HttpTargetControl(
                new HttpTargetControl.HttpSettings(http, Map.of("Authorization", "Bearer k"), timeout),
                TargetPlan.at(server.url(), "m"),
                List.of(new MetricsScraper(http, clocks, page, timeout)));
    }

    private static RawServer answering(Map<String, Integer> statuses, String page) throws IOException {
        return new RawServer((request, out) -> {
            String body = request.path().equals("/metrics") ? page : "";
            out.write(Sse.bytes("HTTP/1.1 " + statuses.getOrDefault(request.path(), 404)
                    + " X\r\nContent-Type: text/plain\r\nContent-Length: " + body.length() + "\r\n\r\n" + body));
            out.flush();
            return true;
        });
    }

    @Test
    void vllmIsAskedToForget() throws Exception {
        try (RawServer server = answering(Map.of("/reset_prefix_cache", 200), "")) {
            assertThat(control(server, TIMEOUT).resetPrefixCache().done()).isTrue();
            assertThat(server.requests())
                    .singleElement()
                    .satisfies(request -> assertThat(request.head())
                            .startsWith("POST /reset_prefix_cache ")
                            .containsIgnoringCase("authorization: bearer k"));
        }
    }

    @Test
    void sglangIsAskedByItsOwnName() throws Exception {
        try (RawServer server = answering(Map.of("/flush_cache", 200), "")) {
            assertThat(control(server, TIMEOUT).resetPrefixCache().description())
                    .isEqualTo("done");
        }
    }

    @Test
    void refusalsSayWhoRefusedHow() throws Exception {
        try (RawServer server = answering(Map.of("/reset_prefix_cache", 500), "")) {
            TargetControl.Reset reset = control(server, TIMEOUT).resetPrefixCache();

            assertThat(reset.done()).isFalse();
            assertThat(reset.description()).isEqualTo("/reset_prefix_cache: HTTP 500, /flush_cache: HTTP 404");
        }
    }

    @Test
    void aServerThatDoesNotAnswerIsNotWaitedForLong() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        try (RawServer server = new RawServer((request, out) -> {
            over.await();
            return false;
        })) {
            assertThat(control(server, Duration.ofMillis(200))
                            .resetPrefixCache()
                            .description())
                    .isEqualTo("/reset_prefix_cache: no answer in 0.2 s, /flush_cache: no answer in 0.2 s");
        } finally {
            over.countDown();
        }
    }

    @Test
    void itsPageSaysWhatItCounted() throws Exception {
        String page = """
                # TYPE vllm:prefix_cache_queries_total counter
                vllm:prefix_cache_queries_total{engine="0",model_name="m"} 4000
                # TYPE vllm:prefix_cache_hits_total counter
                vllm:prefix_cache_hits_total{engine="0",model_name="m"} 3000
                # TYPE vllm:request_success_total counter
                vllm:request_success_total{engine="0",finished_reason="stop",model_name="m"} 5
                vllm:request_success_total{engine="0",finished_reason="length",model_name="m"} 7
                """;
        try (RawServer server = answering(Map.of("/metrics", 200), page)) {
            assertThat(control(server, TIMEOUT).counters())
                    .contains(new TargetCounters(OptionalLong.of(12), Optional.of(new PrefixCounts(4000, 3000))));
        }
    }

    @Test
    void aServerWithoutAPageCountsNothing() throws Exception {
        try (RawServer server = answering(Map.of(), "")) {
            assertThat(control(server, TIMEOUT).counters()).isEmpty();
        }
    }
}
