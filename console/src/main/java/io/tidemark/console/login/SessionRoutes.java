package io.tidemark.console.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.config.RoutesConfig;
import io.javalin.http.BadRequestResponse;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.ForbiddenResponse;
import io.javalin.http.HttpStatus;
import io.javalin.http.SameSite;
import io.javalin.http.UnauthorizedResponse;
import io.tidemark.console.view.SessionView;
import io.tidemark.console.view.SessionView.Login;
import io.tidemark.console.view.SessionView.MayChange;
import io.tidemark.schemas.Team;
import io.tidemark.web.access.BearerTokens;
import io.tidemark.web.access.Caller;
import io.tidemark.web.access.Scope;
import io.tidemark.web.server.Anyone;
import io.tidemark.web.server.Callers;
import io.tidemark.web.session.LoginSessions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Log in, log out, and who the caller is. */
final class SessionRoutes {
    private static final String PATH = ConsoleApi.PREFIX + "/session";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Optional<BearerTokens> tokens;
    private final LoginSessions sessions;
    private final boolean encrypted;
    private final Optional<ConsoleApi.Offered> offered;
    private final InstantSource clock;

    SessionRoutes(ConsoleApi.Login login, InstantSource clock) {
        this.tokens = login.tokens();
        this.sessions = login.sessions();
        this.encrypted = login.encrypted();
        this.offered = login.offered();
        this.clock = clock;
    }

    void addTo(RoutesConfig routes) {
        routes.get(PATH, this::show, Anyone.ANYONE);
        routes.post(PATH, this::begin, Anyone.ANYONE);
        routes.delete(PATH, this::end, Anyone.ANYONE);
    }

    private void show(Context request) {
        Optional<Instant> expires =
                Optional.ofNullable(request.cookie(LoginSessions.COOKIE)).flatMap(sessions::expires);
        ApiResponse.json(request, view(Callers.of(request), expires));
    }

    private void begin(Context request) {
        BearerTokens known = tokens.orElseThrow(() -> new BadRequestResponse("this server has no login"));
        String token = token(request);
        Caller caller = known.caller(token)
                .orElseThrow(() -> new UnauthorizedResponse("this token is not known, or its time is over"));
        if (!caller.may(Scope.READ)) {
            throw new ForbiddenResponse("this token has not the scope read");
        }
        LoginSessions.Begun session = sessions.begin(token);
        request.cookie(cookie(session.cookie(), (int) LoginSessions.LIFETIME.toSeconds()));
        ApiResponse.json(request, view(Optional.of(caller), Optional.of(session.expires())));
    }

    private void end(Context request) {
        Optional.ofNullable(request.cookie(LoginSessions.COOKIE)).ifPresent(sessions::end);
        request.cookie(cookie("", 0));
        request.status(HttpStatus.NO_CONTENT);
    }

    private Cookie cookie(String value, int maxAgeSeconds) {
        Cookie cookie = new Cookie(LoginSessions.COOKIE, value);
        cookie.setPath("/");
        cookie.setHttpOnly(true);
        cookie.setSecure(encrypted);
        cookie.setSameSite(SameSite.STRICT);
        cookie.setMaxAge(maxAgeSeconds);
        return cookie;
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

    private SessionView view(Optional<Caller> caller, Optional<Instant> expires) {
        if (tokens.isEmpty()) {
            return new SessionView(
                    Login.NONE,
                    Optional.empty(),
                    List.of(),
                    true,
                    mayChange(Caller.LOCAL),
                    Optional.empty(),
                    clock.instant());
        }
        return caller.filter(who -> who.may(Scope.READ))
                .map(who -> new SessionView(
                        Login.DONE,
                        Optional.of(who.name()),
                        names(who.teams(Scope.READ).stream()),
                        who.mayForAllTeams(Scope.READ),
                        mayChange(who),
                        expires,
                        clock.instant()))
                .orElseGet(() -> new SessionView(
                        Login.NEEDED,
                        Optional.empty(),
                        List.of(),
                        false,
                        MayChange.NOTHING,
                        Optional.empty(),
                        clock.instant()));
    }

    private MayChange mayChange(Caller who) {
        return offered.map(what -> new MayChange(
                        who.mayForAllTeams(Scope.ADMIN),
                        names(who.teams(Scope.ADMIN).stream()),
                        changeable(who, what.objectives()),
                        changeable(who, what.stops())))
                .orElse(MayChange.NOTHING);
    }

    private static List<String> changeable(Caller who, Set<Team> offered) {
        return names(offered.stream().filter(team -> who.may(Scope.ADMIN, team)));
    }

    private static List<String> names(Stream<Team> teams) {
        return teams.map(Team::name).sorted().toList();
    }
}
