package io.tidemark.producer.scrape;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.producer.http.TlsFailureText;
import io.tidemark.producer.openai.ErrorBodyParser;
import io.tidemark.producer.openai.ErrorText;
import io.tidemark.producer.openai.RequestFailure;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.schemas.net.HttpQuery;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Asks a target what it is and what it serves, before any load is sent. */
public final class TargetProbe {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int MAX_CHARACTERS = 200;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final HttpClient http;
    private final Map<String, String> headers;

    /** @param headers sent with every question, see {@link io.tidemark.producer.client.PlanHeaders} */
    public TargetProbe(HttpClient http, Map<String, String> headers) {
        this.http = http;
        this.headers = Map.copyOf(headers);
    }

    /**
     * What a target said.
     *
     * @param target with its model known
     * @param served models it says it serves; empty when it does not say
     */
    public record ProbeResult(TargetPlan target, Optional<String> version, List<String> served) {
        public ProbeResult {
            served = List.copyOf(served);
        }

        /** Of the target. */
        public String name() {
            return target.name();
        }
    }

    /**
     * Asks.
     *
     * @throws TargetException if it does not answer, refuses the key, or does not serve the model
     */
    public ProbeResult probe(TargetPlan target) throws InterruptedException {
        HttpResponse<String> answer = get(target.modelsUrl());
        requireReady(target, answer);
        List<String> served = models(answer);
        String model = target.model();
        if (model.isEmpty()) {
            if (served.size() != 1) {
                throw new TargetException("target " + target.url() + " serves " + named(served, answer)
                        + ": say which one (use --model)");
            }
            model = served.get(0);
        }
        if (!served.isEmpty() && !served.contains(model)) {
            throw new TargetException("target " + target.url() + " serves no model \"" + model + "\"; it serves: "
                    + String.join(", ", served) + " (use --model)");
        }
        return new ProbeResult(target.withModel(model), version(target), served);
    }

    private static String named(List<String> served, HttpResponse<String> answer) {
        if (!served.isEmpty()) {
            return String.join(", ", served);
        }
        return "no model that it names" + (answer.statusCode() == 200 ? "" : " (/v1/models: " + said(answer) + ")");
    }

    /** Such as "HTTP 503, Loading model". */
    private static String said(HttpResponse<String> answer) {
        RequestFailure failure = ErrorBodyParser.parse(answer.body().getBytes(StandardCharsets.UTF_8));
        String text = ErrorText.masked(failure.text()).strip();
        return "HTTP " + answer.statusCode()
                + (text.isEmpty() ? "" : ", " + text.substring(0, Math.min(text.length(), MAX_CHARACTERS)));
    }

    private void requireReady(TargetPlan target, HttpResponse<String> response) {
        if (response.statusCode() >= 500) {
            throw new TargetException("target " + target.url() + " is not ready: /v1/models answered " + said(response)
                    + ". If it is still loading, wait for it (run --ready-timeout 10m)");
        }
        if (response.statusCode() == 401 || response.statusCode() == 403) {
            throw new TargetException("target " + target.url() + " refused the API key (HTTP " + response.statusCode()
                    + (headers.containsKey("authorization") ? ")" : "); none was given: see api_key in the plan"));
        }
    }

    private static List<String> models(HttpResponse<String> response) {
        List<String> names = new ArrayList<>();
        if (response.statusCode() == 200) {
            json(response.body())
                    .path("data")
                    .forEach(card -> names.add(card.path("id").asText()));
        }
        return names;
    }

    private Optional<String> version(TargetPlan target) throws InterruptedException {
        HttpResponse<String> response = get(target.endpoint("/version"));
        return response.statusCode() == 200
                ? Optional.ofNullable(json(response.body()).path("version").textValue())
                : Optional.empty();
    }

    private HttpResponse<String> get(URI url) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(url).GET();
        headers.forEach(request::header);
        try {
            return HttpQuery.send(http, request, TIMEOUT);
        } catch (IOException e) {
            Optional<String> certificate = TlsFailureText.describe(e);
            if (certificate.isPresent()) {
                throw new TargetException("target " + url + " cannot be asked: " + certificate.get(), e);
            }
            throw new TargetException("target " + url + " does not answer: " + why(url, e) + ". Is it up?", e);
        }
    }

    /** In words where the exception has none. */
    private static String why(URI url, IOException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException) {
                return "the host name " + url.getHost() + " cannot be resolved";
            }
        }
        if (e instanceof ConnectException && e.getMessage() == null) {
            return "nothing accepts connections there";
        }
        return e.getClass().getSimpleName() + (e.getMessage() == null ? "" : ", " + e.getMessage());
    }

    private static JsonNode json(String body) {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException e) {
            return JSON.missingNode();
        }
    }
}
