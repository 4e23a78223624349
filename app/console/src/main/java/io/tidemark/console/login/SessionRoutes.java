package io.tidemark.console.login;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.config.RoutesConfig;
import io.javalin.http.BadRequestResponse;
import io.javalin.http.Context;
import io.javalin.http.ForbiddenResponse;
import io.javalin.http.HttpStatus;
import io.javalin.http.UnauthorizedResponse;
import io.tidemark.console.api.ApiResponse;
import io.tidemark.console.api.ConsoleApi;
import io.tidemark.web.access.BearerTokens;
import io.tidemark.web.access.Caller;
import io.tidemark.web.access.Scope;
import io.tidemark.web.server.Anyone;
import io.tidemark.web.server.Callers;
import io.tidemark.web.session.LoginSessions;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Log in with a token, log out, and who the caller is. */
record SessionRoutes(LoginRoutes login, LoginCookies cookies) {
    private static final String PATH = ConsoleApi.PREFIX + "/session";
    private static final ObjectMapper JSON = new ObjectMapper();

    void addTo(RoutesConfig routes) {
        routes.get(PATH, this::show, Anyone.ANYONE);
        routes.post(PATH, this::begin, Anyone.ANYONE);
        routes.delete(PATH, this::end, Anyone.ANYONE);
    }

    private void show(Context request) {
        Optional<Instant> expires = Optional.ofNullable(
                        request.cookie(sessions().cookie()))
                .flatMap(cookie -> sessions().expires(cookie));
        ApiResponse.json(request, SessionView.of(login, Callers.of(request), expires));
    }

    private void begin(Context request) {
        BearerTokens known =
                login.logins().tokens().orElseThrow(() -> new BadRequestResponse("this server has no login"));
        String token = token(request);
        Caller caller = known.caller(token)
                .orElseThrow(() -> new UnauthorizedResponse("this token is not known, or its time is over"));
        if (!caller.may(Scope.READ)) {
            throw new ForbiddenResponse("this token has not the scope read");
        }
        LoginSessions.Begun session = sessions().begin(known, token);
        cookies.begin(request, session);
        ApiResponse.json(request, SessionView.of(login, Optional.of(caller), Optional.of(session.expires())));
    }

    private void end(Context request) {
        Optional.ofNullable(request.cookie(sessions().cookie()))
                .ifPresent(cookie -> sessions().end(cookie));
        cookies.end(request);
        request.status(HttpStatus.NO_CONTENT);
    }

    private LoginSessions sessions() {
        return login.logins().sessions();
    }

    private static String token(Context request) {
        @Nullable JsonNode token;
        try {
            token = JSON.readTree(request.body()).get("token");
        } catch (JsonProcessingException e) {
            throw new BadRequestResponse("the body must be JSON: {\"token\": \"...\"}");
        }
        if (token == null || !token.isTextual()) {
            throw new BadRequestResponse("the body must have a text \"token\"");
        }
        return token.asText().strip();
    }
}
