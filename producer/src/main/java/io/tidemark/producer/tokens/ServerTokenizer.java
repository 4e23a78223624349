package io.tidemark.producer.tokens;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.schemas.net.HttpQuery;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A server's {@code POST /tokenize}. As vLLM and SGLang have it: {@code {"model","prompt"}} or {@code {"model","messages"}} gives
 * {@code count}. As llama.cpp has it: {@code {"content"}} gives {@code tokens}, an array, and no count; chats are not counted. The
 * first answer shows which it is. Answers are kept; not thread-safe.
 */
public final class ServerTokenizer implements TokenCounter {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final URI url;
    private final String model;
    private final Tokenize server;
    private final Map<String, Integer> known = new HashMap<>();
    private boolean readsContent;

    /** @param headers sent with every question, see {@link io.tidemark.producer.client.PlanHeaders} */
    public ServerTokenizer(HttpClient http, TargetPlan target, Map<String, String> headers) {
        this(http, target, headers, TIMEOUT);
    }

    ServerTokenizer(HttpClient http, TargetPlan target, Map<String, String> headers, Duration timeout) {
        this(target, over(new TokenizeEndpoint(http, target.endpoint("/tokenize"), Map.copyOf(headers), timeout)));
    }

    /** @param server answers what {@code POST /tokenize} of the target answers */
    public ServerTokenizer(TargetPlan target, Tokenize server) {
        this.url = target.endpoint("/tokenize");
        this.model = target.model();
        this.server = server;
    }

    /** {@code POST /tokenize}. */
    @FunctionalInterface
    public interface Tokenize {
        /**
         * Gives the answer's JSON to a body of JSON.
         *
         * @throws TokenizerException if it is refused
         */
        String answer(String body) throws IOException, InterruptedException;
    }

    @Override
    public int count(String text) throws InterruptedException {
        if (readsContent) {
            return ask(content(text));
        }
        ObjectNode prompt =
                JSON.createObjectNode().put("model", model).put("prompt", text).put("add_special_tokens", false);
        Integer before = known.get(prompt.toString());
        if (before != null) {
            return before;
        }
        JsonNode answer = send(prompt.toString());
        if (!hasNoTokens(answer) || text.isEmpty()) {
            return keep(prompt.toString(), answer);
        }
        readsContent = true;
        return ask(content(text));
    }

    private static ObjectNode content(String text) {
        return JSON.createObjectNode().put("content", text).put("add_special", false);
    }

    /** As llama.cpp answers a question without {@code content}. */
    private static boolean hasNoTokens(JsonNode answer) {
        return !answer.has("count")
                && answer.path("tokens").isArray()
                && answer.path("tokens").isEmpty();
    }

    /** Tokens of a chat with its template: the user's messages, each answered but the last. */
    int countChat(List<String> turns) throws InterruptedException {
        if (readsContent) {
            throw new TokenizerException(url() + " counts texts, no chats");
        }
        ObjectNode body = JSON.createObjectNode().put("model", model).put("add_generation_prompt", true);
        ArrayNode messages = body.putArray("messages");
        for (int i = 0; i < turns.size(); i++) {
            messages.addObject().put("role", i % 2 == 0 ? "user" : "assistant").put("content", turns.get(i));
        }
        return ask(body);
    }

    URI url() {
        return url;
    }

    private int ask(ObjectNode body) throws InterruptedException {
        String asked = body.toString();
        Integer before = known.get(asked);
        if (before != null) {
            return before;
        }
        return keep(asked, send(asked));
    }

    private int keep(String asked, JsonNode answer) {
        JsonNode count = answer.path("count");
        JsonNode tokens = answer.path("tokens");
        if (!count.isInt() && (!tokens.isArray() || tokens.isEmpty())) {
            throw new TokenizerException(url() + " gave no count");
        }
        int counted = count.isInt() ? count.intValue() : tokens.size();
        known.put(asked, counted);
        return counted;
    }

    private JsonNode send(String body) throws InterruptedException {
        try {
            return JSON.readTree(server.answer(body));
        } catch (JsonProcessingException e) {
            throw new TokenizerException(url() + " answered with something else than JSON", e);
        } catch (IOException e) {
            throw new TokenizerException(url() + " does not answer: " + e, e);
        }
    }

    private static Tokenize over(TokenizeEndpoint asking) {
        return body -> {
            HttpRequest.Builder request = HttpRequest.newBuilder(asking.url())
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(body));
            asking.headers().forEach(request::header);
            HttpResponse<String> answer = HttpQuery.send(asking.http(), request, asking.timeout());
            if (answer.statusCode() != 200) {
                throw new TokenizerException(asking.url() + " answered HTTP " + answer.statusCode());
            }
            return answer.body();
        };
    }

    /** Over HTTP. */
    private record TokenizeEndpoint(HttpClient http, URI url, Map<String, String> headers, Duration timeout) {}
}
