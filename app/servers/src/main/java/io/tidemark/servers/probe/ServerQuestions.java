package io.tidemark.servers.probe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.events.ApiKind;
import io.tidemark.producer.openai.Redaction;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.scrape.HttpRefusal;
import io.tidemark.producer.scrape.PrometheusTextParser;
import io.tidemark.schemas.net.HttpQuery;
import io.tidemark.schemas.net.PassingStatuses;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Questions to one server over HTTP. What it does not answer stays unsaid.
 *
 * @param headers sent with every question but those for metrics
 */
public record ServerQuestions(HttpClient http, TargetPlan target, Map<String, String> headers) {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final Duration WARM_UP = Duration.ofMinutes(10);

    /** The status that a path answers with; empty if nothing answers. */
    public Optional<Integer> status(String path) throws InterruptedException {
        return get(target.endpoint(path), headers).map(HttpResponse::statusCode);
    }

    /** As {@code /version} says, which vLLM has. */
    public Optional<String> version() throws InterruptedException {
        return Optional.ofNullable(
                json(target.endpoint("/version")).path("version").textValue());
    }

    /** As {@code /v1/models} says. */
    public List<String> models() throws InterruptedException {
        List<String> names = new ArrayList<>();
        json(target.modelsUrl())
                .path("data")
                .forEach(card -> names.add(card.path("id").asText()));
        return names;
    }

    /** What {@code vllm:cache_config_info} says of the KV cache, summed over engines. */
    public KvCache kvCache() throws InterruptedException {
        long blocks = 0;
        long tokens = 0;
        for (URI page : target.scrapeUrls()) {
            for (PrometheusTextParser.Sample sample : samples(page)) {
                if (sample.name().equals("vllm:cache_config_info")) {
                    long engine = number(sample.label("num_gpu_blocks"));
                    blocks += engine;
                    tokens += engine * number(sample.label("block_size"));
                }
            }
        }
        return new KvCache(positive(blocks), positive(tokens));
    }

    /** A KV cache's size. */
    public record KvCache(OptionalLong blocks, OptionalLong tokens) {}

    /**
     * How a request was answered.
     *
     * @param description the request, its status and what the server reported
     */
    public record WarmUpAnswer(int status, String description) {
        public boolean isOk() {
            return status == 200;
        }

        /** Whether it may be another one soon. */
        public boolean mayPass() {
            return PassingStatuses.WARM_UP.contains(status);
        }
    }

    /**
     * Sends one short request, as a user's program does, and waits for its whole answer.
     *
     * @throws IOException if it is not answered
     */
    public WarmUpAnswer warmUp(WarmUpRequest asked, String model, int number) throws IOException, InterruptedException {
        URI url = target.endpoint(path(asked.api()));
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(asked.body(model, number)));
        headers.forEach(request::header);
        HttpResponse<String> answer = HttpQuery.send(http, request, WARM_UP);
        return new WarmUpAnswer(
                answer.statusCode(),
                "POST " + url + " answered " + HttpRefusal.text(answer, new Redaction(headers.values())));
    }

    /** Where requests of a kind go. */
    public static String path(ApiKind api) {
        return api == ApiKind.CHAT ? "/v1/chat/completions" : "/v1/completions";
    }

    /** Samples of a page in Prometheus' format; none if it does not answer. */
    List<PrometheusTextParser.Sample> samples(URI page) throws InterruptedException {
        return get(page, Map.of())
                .filter(answer -> answer.statusCode() == 200)
                .map(answer -> PrometheusTextParser.parse(answer.body()).samples())
                .orElse(List.of());
    }

    private JsonNode json(URI url) throws InterruptedException {
        Optional<HttpResponse<String>> answer = get(url, headers).filter(it -> it.statusCode() == 200);
        try {
            return answer.isPresent() ? JSON.readTree(answer.get().body()) : JSON.missingNode();
        } catch (JsonProcessingException e) {
            return JSON.missingNode(); // what is no JSON says nothing
        }
    }

    private Optional<HttpResponse<String>> get(URI url, Map<String, String> sent) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(url).GET();
        sent.forEach(request::header);
        try {
            return Optional.of(HttpQuery.send(http, request, SOON));
        } catch (IOException e) {
            return Optional.empty(); // no server answers, which is a valid result
        }
    }

    private static long number(String text) {
        return text.matches("\\d{1,15}") ? Long.parseLong(text) : 0;
    }

    private static OptionalLong positive(long value) {
        return value > 0 ? OptionalLong.of(value) : OptionalLong.empty();
    }
}
