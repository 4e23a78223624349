package io.tidemark.producer.tokens;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.producer.http.Question;
import io.tidemark.producer.plan.TargetPlan;
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
 * A server's {@code POST /tokenize}, as vLLM and SGLang have it: {@code {"model","prompt"}} or {@code {"model","messages"}} gives
 * {@code count}. Answers are kept; not thread-safe.
 */
public final class ServerTokenizer implements TokenCounter {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final URI url;
    private final String model;
    private final Tokenize server;
    private final Map<String, Integer> known = new HashMap<>();

    /** @param headers sent with every question, see {@link io.tidemark.producer.client.OwnHeaders} */
    public ServerTokenizer(HttpClient http, TargetPlan target, Map<String, String> headers) {
        this(http, target, headers, TIMEOUT);
    }

    ServerTokenizer(HttpClient http, TargetPlan target, Map<String, String> headers, Duration timeout) {
        this(target, over(new Asking(http, target.endpoint("/tokenize"), Map.copyOf(headers), timeout)));
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
        ObjectNode body =
                JSON.createObjectNode().put("model", model).put("prompt", text).put("add_special_tokens", false);
        return ask(body);
    }

    /** Tokens of a chat with its template: the user's messages, each answered but the last. */
    int countChat(List<String> said) throws InterruptedException {
        ObjectNode body = JSON.createObjectNode().put("model", model).put("add_generation_prompt", true);
        ArrayNode messages = body.putArray("messages");
        for (int i = 0; i < said.size(); i++) {
            messages.addObject().put("role", i % 2 == 0 ? "user" : "assistant").put("content", said.get(i));
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
        JsonNode count = send(asked).path("count");
        if (!count.isInt()) {
            throw new TokenizerException(url() + " gave no count");
        }
        known.put(asked, count.intValue());
        return count.intValue();
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

    private static Tokenize over(Asking asking) {
        return body -> {
            HttpRequest.Builder request = HttpRequest.newBuilder(asking.url())
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(body));
            asking.headers().forEach(request::header);
            HttpResponse<String> answer = Question.ask(asking.http(), request, asking.timeout());
            if (answer.statusCode() != 200) {
                throw new TokenizerException(asking.url() + " answered HTTP " + answer.statusCode());
            }
            return answer.body();
        };
    }

    /** Over HTTP. */
    private record Asking(HttpClient http, URI url, Map<String, String> headers, Duration timeout) {}
}
