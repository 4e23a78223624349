package io.tidemark.web.server;

import io.javalin.http.BadRequestResponse;
import io.javalin.http.Context;
import io.javalin.http.ForbiddenResponse;
import io.javalin.http.UnauthorizedResponse;
import io.javalin.security.RouteRole;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.net.HostPort;
import io.tidemark.web.access.BearerTokens;
import io.tidemark.web.access.Caller;
import io.tidemark.web.access.Scope;
import io.tidemark.web.access.TokenSecret;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.DoSHandler;
import org.jspecify.annotations.Nullable;

/** Who asks, found out once per request, and whether a route is theirs. */
public final class Callers {
    private static final String ATTRIBUTE = Callers.class.getName();
    private static final String BEARER = "Bearer ";
    private static final Set<String> NAMES_OF_TOKENS = Set.of("token", "access_token");

    private final Optional<BearerTokens> tokens;

    Callers(Optional<BearerTokens> tokens) {
        this.tokens = tokens;
    }

    /** The caller of a request; empty if it came without a valid token. */
    public static Optional<Caller> of(Context request) {
        return Optional.ofNullable(request.<Caller>attribute(ATTRIBUTE));
    }

    /**
     * The caller of a route that needs a scope, where it shows what belongs to one team.
     *
     * @throws ForbiddenResponse if the caller has no such scope for that team
     */
    public static Caller of(Context request, Team owner) {
        Caller caller = of(request).orElseThrow(Callers::unauthorized);
        boolean may =
                request.routeRoles().stream().anyMatch(role -> role instanceof Scope scope && caller.may(scope, owner));
        if (!may) {
            throw new ForbiddenResponse("this token is not for team " + owner + "\n");
        }
        return caller;
    }

    /** Finds the caller, keeps it with the request, and names what its rate is counted by: a valid token, or else the address. */
    String identify(Request request) {
        Optional<Caller> caller = tokens.isEmpty() ? Optional.of(Caller.LOCAL) : presented(request);
        caller.ifPresent(who -> request.setAttribute(ATTRIBUTE, who));
        return tokens.isPresent() && caller.isPresent()
                ? caller.get().name()
                : DoSHandler.ID_FROM_REMOTE_ADDRESS.apply(request);
    }

    private Optional<Caller> presented(Request request) {
        @Nullable String header = request.getHeaders().get(HttpHeader.AUTHORIZATION);
        if (header == null || !header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return Optional.empty();
        }
        return tokens.flatMap(
                known -> known.caller(header.substring(BEARER.length()).trim()));
    }

    /**
     * Refuses what no route may take: a token in the URL, which logs and histories keep; and, without a login, a request for another host, which a
     * page of another site makes by a name that it has pointed at this machine (DNS rebinding).
     */
    void refuseUnsafe(Context request) {
        boolean hasToken = request.queryParamMap().entrySet().stream()
                .anyMatch(query -> NAMES_OF_TOKENS.contains(query.getKey())
                        || query.getValue().stream().anyMatch(value -> value.startsWith(TokenSecret.PREFIX)));
        if (hasToken) {
            throw new BadRequestResponse(
                    "a token does not belong into a URL, which logs keep: send it as the header Authorization: Bearer\n");
        }
        if (tokens.isEmpty() && !isForLoopback(request.host())) {
            throw new ForbiddenResponse("without tokens this server answers only for localhost\n");
        }
    }

    private static boolean isForLoopback(@Nullable String host) {
        if (host == null) {
            return true;
        }
        @Nullable String name = URI.create("http://" + host).getHost();
        return name != null
                && (name.equalsIgnoreCase("localhost")
                        || (name.matches("127\\.\\d+\\.\\d+\\.\\d+|\\[.*\\]") && new HostPort(name, 0).isLoopback()));
    }

    /** Refuses a caller without the scope that the route names; a route that names none is nobody's. */
    void refuseUnentitled(Context request) {
        Set<RouteRole> needed = request.routeRoles();
        if (needed.contains(Anyone.ANYONE)) {
            return;
        }
        Caller caller = of(request).orElseThrow(() -> {
            request.header("WWW-Authenticate", "Bearer realm=\"tidemark\"");
            return unauthorized();
        });
        boolean may = needed.stream().anyMatch(role -> role instanceof Scope scope && caller.may(scope));
        if (!may) {
            request.header("WWW-Authenticate", "Bearer realm=\"tidemark\", error=\"insufficient_scope\"");
            throw new ForbiddenResponse("this token has not the scope that this needs\n");
        }
    }

    private static UnauthorizedResponse unauthorized() {
        return new UnauthorizedResponse("this needs a valid token: Authorization: Bearer ...\n");
    }
}
