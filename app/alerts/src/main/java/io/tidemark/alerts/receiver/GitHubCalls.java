package io.tidemark.alerts.receiver;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.alerts.config.ReceiverKind.GitHub;
import io.tidemark.alerts.config.ReceiverKind.GitHubAccess;
import io.tidemark.alerts.receiver.HttpReply.Answered;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/** Calls of GitHub's REST API for one repository, by a token or as an App. Not thread-safe. */
final class GitHubCalls {
    private static final int FORBIDDEN = 403;
    private static final Duration SPARE = Duration.ofMinutes(5);
    private static final String VERSION = "2022-11-28";

    private final GitHub target;
    private final HttpSender http;
    private final InstantSource clock;
    private final Optional<GitHubAppJwt> app;
    private Optional<AppToken> appToken = Optional.empty();

    /** What an App writes with, for an hour. */
    private record AppToken(String token, Instant expiresAt) {}

    GitHubCalls(GitHub target, HttpSender http, InstantSource clock) {
        this.target = target;
        this.http = http;
        this.clock = clock;
        this.app = target.access() instanceof GitHubAccess.App access
                ? Optional.of(new GitHubAppJwt(access))
                : Optional.empty();
    }

    HttpReply get(String path) {
        return call("GET", path, "");
    }

    SendResult post(String path, JsonNode body) {
        return result(call("POST", path, Json.text(body)));
    }

    SendResult patch(String path, JsonNode body) {
        return result(call("PATCH", path, Json.text(body)));
    }

    /** GitHub answers 403 as well as 429 to too many requests (GitHub REST API, "Rate limits"). */
    static SendResult result(HttpReply reply) {
        boolean limited = reply instanceof Answered answered
                && answered.status() == FORBIDDEN
                && (answered.retryAfter().isPresent()
                        || "0"
                                .equals(answered.headers()
                                        .firstValue("x-ratelimit-remaining")
                                        .orElse("")));
        return limited
                ? new SendResult.Retry(((Answered) reply).retryAfter(), ((Answered) reply).reason())
                : reply.result();
    }

    private HttpReply call(String method, String path, String body) {
        if (target.access() instanceof GitHubAccess.Token token) {
            return send(method, repository(path), token.token().reveal(), body);
        }
        if (appToken.isEmpty()
                || clock.instant().plus(SPARE).isAfter(appToken.get().expiresAt())) {
            HttpReply reply = askForToken();
            if (!(reply instanceof Answered answered) || !answered.isSuccess()) {
                return reply;
            }
            appToken = token(Json.answer(answered.body()));
        }
        return appToken.map(token -> send(method, repository(path), token.token(), body))
                .orElseGet(
                        () -> new HttpReply.Unreachable("GitHub answered without a token for the App's installation"));
    }

    private HttpReply askForToken() {
        String installation = ((GitHubAccess.App) target.access()).installation();
        String jwt = app.orElseThrow().at(clock.instant());
        URI url = URI.create(target.url() + "/app/installations/" + installation + "/access_tokens");
        return send("POST", url, jwt, "");
    }

    private static Optional<AppToken> token(JsonNode answer) {
        try {
            String token = answer.path("token").asText();
            Instant expiresAt = Instant.parse(answer.path("expires_at").asText());
            return token.isEmpty() ? Optional.empty() : Optional.of(new AppToken(token, expiresAt));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private URI repository(String path) {
        return URI.create(target.url() + "/repos/" + target.repository() + path);
    }

    private HttpReply send(String method, URI url, String token, String body) {
        Map<String, String> headers = Map.of(
                "Authorization",
                "Bearer " + token,
                "Accept",
                "application/vnd.github+json",
                "X-GitHub-Api-Version",
                VERSION);
        return http.send(method, url, headers, body);
    }
}
