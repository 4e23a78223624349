package io.tidemark.producer.scrape;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.producer.http.TlsFailureText;
import io.tidemark.producer.openai.Redaction;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.schemas.net.HttpQuery;
import io.tidemark.schemas.net.PassingStatuses;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Asks a target what it is and what it serves, before any load is sent. */
public final class TargetProbe {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final HttpClient http;
    private final Map<String, String> headers;
    private final Redaction redaction;
    private final Duration timeout;

    /** @param headers sent with every question, see {@link io.tidemark.producer.client.PlanHeaders} */
    public TargetProbe(HttpClient http, Map<String, String> headers) {
        this(http, headers, TIMEOUT);
    }

    TargetProbe(HttpClient http, Map<String, String> headers, Duration timeout) {
        this.http = http;
        this.timeout = timeout;
        this.headers = Map.copyOf(headers);
        this.redaction = new Redaction(headers.values());
    }

    /**
     * What a target reported.
     *
     * @param target with its model known
     * @param served models it says it serves; empty when it does not say
     * @param doubt why its list of models does not say that it serves the one that was named
     * @param modelTokens most tokens of a request with its answer, as {@code max_model_len} of vLLM and SGLang says; empty if nothing says it
     */
    public record ProbeResult(
            TargetPlan target,
            Optional<String> version,
            List<String> served,
            Optional<Doubt> doubt,
            OptionalLong modelTokens) {
        public ProbeResult {
            served = List.copyOf(served);
        }

        public ProbeResult(TargetPlan target, Optional<String> version, List<String> served) {
            this(target, version, served, Optional.empty(), OptionalLong.empty());
        }

        /** Of the target. */
        public String name() {
            return target.name();
        }
    }

    /**
     * A list of models that does not fit the model that was named. The list is advice: gateways hide it, or list patterns and other names.
     *
     * @param mayPass whether it may be another one soon, for the server is not ready
     */
    public record Doubt(String description, boolean mayPass) {}

    /**
     * Asks. Where the plan names the model, the first request decides whether it is served.
     *
     * @throws TargetException if it does not answer, refuses the key, or names no model where the plan does not
     */
    public ProbeResult probe(TargetPlan target) throws InterruptedException {
        try {
            return probed(target, get(target.modelsUrl()));
        } catch (HttpTimeoutException e) {
            if (target.model().isEmpty()) {
                throw unanswered(target.modelsUrl(), e);
            }
            String description = doubted(target) + "GET " + target.modelsUrl() + " gave " + e.getMessage();
            return new ProbeResult(
                    target,
                    version(target),
                    List.of(),
                    Optional.of(new Doubt(description, false)),
                    OptionalLong.empty());
        }
    }

    private ProbeResult probed(TargetPlan target, HttpResponse<String> answer) throws InterruptedException {
        if (answer.statusCode() == 401) {
            throw new TargetException("target " + target.url() + " refused the API key (HTTP 401"
                    + (headers.containsKey("authorization") ? ")" : "); none was given: see api_key in the plan"));
        }
        List<String> served = models(answer);
        boolean named = !target.model().isEmpty();
        TargetPlan asked = named ? target : target.withModel(only(target, served, answer));
        Optional<Doubt> doubt = named ? doubt(target, served, answer) : Optional.empty();
        return new ProbeResult(asked, version(target), served, doubt, modelTokens(asked.model(), answer));
    }

    private static OptionalLong modelTokens(String model, HttpResponse<String> response) {
        for (JsonNode card : cards(response)) {
            if (card.path("id").asText().equals(model)
                    && card.path("max_model_len").asLong() > 0) {
                return OptionalLong.of(card.path("max_model_len").asLong());
            }
        }
        return OptionalLong.empty();
    }

    private String only(TargetPlan target, List<String> served, HttpResponse<String> answer) {
        if (isNotReady(answer)) {
            throw new TargetException("target " + target.url() + " is not ready: " + asked(answer) + " answered "
                    + HttpRefusal.text(answer, redaction)
                    + ". If it is still loading, wait for it (run --ready-timeout 10m)");
        }
        if (served.size() != 1) {
            throw new TargetException("target " + target.url() + " serves " + named(served, answer)
                    + ": say which one (--model NAME, one run for each)");
        }
        return served.get(0);
    }

    private Optional<Doubt> doubt(TargetPlan target, List<String> served, HttpResponse<String> answer) {
        String description = doubted(target);
        if (answer.statusCode() >= 400 && answer.statusCode() != 404) {
            return Optional.of(new Doubt(
                    description + asked(answer) + " answered " + HttpRefusal.text(answer, redaction),
                    isNotReady(answer)));
        }
        boolean named = served.isEmpty() || served.stream().anyMatch(name -> isNameOf(target.model(), name));
        return named
                ? Optional.empty()
                : Optional.of(new Doubt(description + asked(answer) + " names " + String.join(", ", served), false));
    }

    private static String doubted(TargetPlan target) {
        return "target " + target.url() + " does not say that it serves model \"" + target.model() + "\": ";
    }

    private static boolean isNotReady(HttpResponse<String> answer) {
        return PassingStatuses.MODEL_LIST.contains(answer.statusCode());
    }

    private static String asked(HttpResponse<String> answer) {
        return "GET " + answer.uri();
    }

    /** Gateways list patterns such as {@code openai/*}, and Ollama the tag {@code latest} that need not be given. */
    private static boolean isNameOf(String model, String listed) {
        String pattern = Pattern.quote(listed).replace("*", "\\E.*\\Q");
        return model.matches(pattern) || listed.equals(model + ":latest");
    }

    private String named(List<String> served, HttpResponse<String> answer) {
        if (!served.isEmpty()) {
            return String.join(", ", served);
        }
        return "no model that it names"
                + (answer.statusCode() == 200
                        ? ""
                        : " (" + asked(answer) + ": " + HttpRefusal.text(answer, redaction) + ")");
    }

    /** In {@code data}; Together and others send the list alone. */
    private static JsonNode cards(HttpResponse<String> response) {
        JsonNode list = json(response.body());
        return list.isArray() ? list : list.path("data");
    }

    private static List<String> models(HttpResponse<String> response) {
        List<String> names = new ArrayList<>();
        if (response.statusCode() == 200) {
            cards(response).forEach(card -> modelName(card).ifPresent(names::add));
        }
        return names;
    }

    /** A card with an id by the API's documentation; some servers list names alone, or name the field otherwise. */
    private static Optional<String> modelName(JsonNode card) {
        return Stream.of(card, card.path("id"), card.path("name"), card.path("model"))
                .filter(JsonNode::isTextual)
                .map(JsonNode::textValue)
                .filter(name -> !name.isBlank())
                .findFirst();
    }

    private Optional<String> version(TargetPlan target) throws InterruptedException {
        try {
            HttpResponse<String> response = get(target.endpoint("/version"));
            return response.statusCode() == 200
                    ? Optional.ofNullable(json(response.body()).path("version").textValue())
                    : Optional.empty();
        } catch (HttpTimeoutException e) {
            return Optional.empty();
        }
    }

    /** @throws HttpTimeoutException if a server that accepted the connection does not answer in time */
    private HttpResponse<String> get(URI url) throws InterruptedException, HttpTimeoutException {
        HttpRequest.Builder request = HttpRequest.newBuilder(url).GET();
        headers.forEach(request::header);
        try {
            return HttpQuery.send(http, request, timeout);
        } catch (HttpConnectTimeoutException e) {
            throw unanswered(url, e);
        } catch (HttpTimeoutException e) {
            throw e;
        } catch (IOException e) {
            throw unanswered(url, e);
        }
    }

    private static TargetException unanswered(URI url, IOException e) {
        return TlsFailureText.describe(e)
                .map(certificate -> new TargetException("target " + url + " cannot be asked: " + certificate, e))
                .orElseGet(() ->
                        new TargetException("target " + url + " does not answer: " + why(url, e) + ". Is it up?", e));
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
