package io.tidemark.web.oidc;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tidemark.schemas.net.BoundedText;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Asks a provider for the token of a code (RFC 6749, section 4.1.3; RFC 7636, section 4.5). Thread-safe. */
final class CodeExchange {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int MAX_BODY_BYTES = 1 << 18;
    private static final int LONGEST_REASON = 200;
    private static final int OK = 200;
    private static final int SERVER_ERRORS = 500;

    /** A provider that hangs holds no more threads of this server. */
    private static final int AT_A_TIME = 8;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final OidcClient client;
    private final HttpClient http;
    private final Semaphore free = new Semaphore(AT_A_TIME);

    /** A code, and what belongs to it. */
    record Code(String code, PendingLogins.Login login) {}

    CodeExchange(OidcClient client) {
        this.client = client;
        this.http = HttpClient.newBuilder()
                .connectTimeout(CONNECT_TIMEOUT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    /** The id token of a code. The other tokens of the answer are not kept. */
    String idToken(URI endpoint, boolean secretInBody, Code code) throws LoginFailedException {
        HttpResponse<String> answer = answer(request(endpoint, secretInBody, code), code);
        JsonNode body = json(answer.body());
        if (answer.statusCode() >= SERVER_ERRORS) {
            throw failed(LoginProblem.UNREACHABLE, code, endpoint + " answers " + answer.statusCode());
        }
        if (answer.statusCode() != OK) {
            throw failed(
                    LoginProblem.REFUSED,
                    code,
                    endpoint + " gives " + client + " no token: HTTP " + answer.statusCode() + reason(body));
        }
        String token = body.path("id_token").asText();
        if (token.isEmpty()) {
            throw failed(LoginProblem.REFUSED, code, endpoint + " answers without id_token");
        }
        return token;
    }

    private HttpRequest request(URI endpoint, boolean secretInBody, Code code) {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "authorization_code");
        form.put("code", code.code());
        form.put("redirect_uri", code.login().redirectUri());
        form.put("code_verifier", code.login().verifier());
        HttpRequest.Builder request = HttpRequest.newBuilder(endpoint)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Accept", "application/json");
        if (client.secret().isEmpty() || secretInBody) {
            form.put("client_id", client.id());
            client.secret().ifPresent(secret -> form.put("client_secret", secret));
        } else {
            request.header("Authorization", "Basic " + basic(client.secret().get()));
        }
        return request.POST(HttpRequest.BodyPublishers.ofString(encoded(form))).build();
    }

    /** RFC 6749, section 2.3.1: both are encoded as in a form. */
    private String basic(String secret) {
        String both = encoded(client.id()) + ":" + encoded(secret);
        return Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.UTF_8));
    }

    private HttpResponse<String> answer(HttpRequest request, Code code) throws LoginFailedException {
        if (!free.tryAcquire()) {
            throw failed(LoginProblem.UNREACHABLE, code, request.uri() + " has " + AT_A_TIME + " questions to answer");
        }
        CompletableFuture<HttpResponse<String>> answer =
                http.sendAsync(request, info -> new BoundedText(MAX_BODY_BYTES));
        try {
            return answer.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw failed(LoginProblem.UNREACHABLE, code, request.uri() + " cannot be asked: " + e.getCause());
        } catch (TimeoutException e) {
            throw failed(LoginProblem.UNREACHABLE, code, request.uri() + " does not answer within " + TIMEOUT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(LoginProblem.UNREACHABLE, code, "interrupted while waiting for " + request.uri());
        } finally {
            answer.cancel(true);
            free.release();
        }
    }

    private static LoginFailedException failed(LoginProblem problem, Code code, String message) {
        return new LoginFailedException(problem, code.login().returnPath(), message);
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }

    /** The two fields of RFC 6749, section 5.2, without what a terminal would obey. */
    private static String reason(JsonNode body) {
        String said = Stream.of("error", "error_description")
                .map(field -> body.path(field).asText(""))
                .filter(text -> !text.isBlank())
                .collect(Collectors.joining(", "))
                .replaceAll("\\p{Cntrl}", "?");
        return said.isEmpty() ? "" : ", " + said.substring(0, Math.min(said.length(), LONGEST_REASON));
    }

    static String encoded(Map<String, String> form) {
        return form.entrySet().stream()
                .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
