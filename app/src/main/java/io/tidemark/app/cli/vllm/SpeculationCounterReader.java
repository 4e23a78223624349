package io.tidemark.app.cli.vllm;

import io.tidemark.importers.vllm.bench.SpeculationStats;
import io.tidemark.importers.vllm.bench.SpeculationStatsPage;
import io.tidemark.schemas.net.HttpQuery;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** Reads the counters of speculative decoding from a target's metrics page, as vLLM's client does before and after. */
final class SpeculationCounterReader {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final HttpClient http;

    SpeculationCounterReader(HttpClient http) {
        this.http = http;
    }

    /** Empty when the page is not there or has none of them. */
    Optional<SpeculationStats.Counters> read(URI page) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(page).GET();
        try {
            HttpResponse<String> response = HttpQuery.send(http, request, TIMEOUT);
            return response.statusCode() == 200 ? SpeculationStatsPage.read(response.body()) : Optional.empty();
        } catch (IOException e) {
            // A server without a metrics page has nothing to say about speculation; that it is away is reported by its
            // scraper.
            return Optional.empty();
        }
    }
}
