package io.tidemark.web.oidc;

import io.tidemark.schemas.net.HttpQuery;
import io.tidemark.schemas.oauth.TokenAnswer;
import io.tidemark.schemas.oauth.TokenRequest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/** Asks a provider for the token of a code (RFC 6749, section 4.1.3; RFC 7636, section 4.5). Thread-safe. */
final class CodeExchange {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int MAX_BODY_BYTES = 1 << 18;
    private static final int LONGEST_REASON = 200;
    private static final int SERVER_ERRORS = 500;

    /** A provider that hangs holds no more threads of this server. */
    private static final int AT_A_TIME = 8;

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
        TokenAnswer answer = answer(request(endpoint, secretInBody, code), endpoint, code);
        if (answer.status() >= SERVER_ERRORS) {
            throw code.login().failed(LoginProblem.UNREACHABLE, endpoint + " answers " + answer.status());
        }
        if (!answer.isOk()) {
            throw code.login()
                    .failed(
                            LoginProblem.REFUSED,
                            endpoint + " gives " + client + " no token: HTTP " + answer.status() + reason(answer));
        }
        String token = answer.token("id_token");
        if (token.isEmpty()) {
            throw code.login().failed(LoginProblem.REFUSED, endpoint + " answers without id_token");
        }
        return token;
    }

    private HttpRequest.Builder request(URI endpoint, boolean secretInBody, Code code) {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "authorization_code");
        form.put("code", code.code());
        form.put("redirect_uri", code.login().redirectUri());
        form.put("code_verifier", code.login().verifier());
        Optional<String> inHeader = client.secret().filter(secret -> !secretInBody);
        if (inHeader.isEmpty()) {
            form.put("client_id", client.id());
            client.secret().ifPresent(secret -> form.put("client_secret", secret));
        }
        HttpRequest.Builder request = TokenRequest.of(endpoint, form);
        inHeader.ifPresent(secret -> request.header("Authorization", TokenRequest.basic(client.id(), secret)));
        return request;
    }

    private TokenAnswer answer(HttpRequest.Builder request, URI endpoint, Code code) throws LoginFailedException {
        if (!free.tryAcquire()) {
            throw code.login()
                    .failed(LoginProblem.UNREACHABLE, endpoint + " has " + AT_A_TIME + " questions to answer");
        }
        try {
            return TokenAnswer.of(HttpQuery.send(http, request, TIMEOUT, MAX_BODY_BYTES));
        } catch (IOException e) {
            throw code.login().failed(LoginProblem.UNREACHABLE, endpoint + " cannot be asked: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw code.login().failed(LoginProblem.UNREACHABLE, "interrupted while waiting for " + endpoint);
        } finally {
            free.release();
        }
    }

    /** Without what a terminal would obey. */
    private static String reason(TokenAnswer answer) {
        String error = answer.error().replaceAll("\\p{Cntrl}", "?");
        return error.isEmpty() ? "" : ", " + error.substring(0, Math.min(error.length(), LONGEST_REASON));
    }
}
