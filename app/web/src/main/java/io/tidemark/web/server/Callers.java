package io.tidemark.web.server;

import io.javalin.http.BadRequestResponse;
import io.javalin.http.Context;
import io.javalin.http.ForbiddenResponse;
import io.javalin.http.UnauthorizedResponse;
import io.javalin.security.RouteRole;
import io.tidemark.schemas.Sha256;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.net.CountedAddress;
import io.tidemark.schemas.net.HostPort;
import io.tidemark.web.access.BearerTokens;
import io.tidemark.web.access.Caller;
import io.tidemark.web.access.Scope;
import io.tidemark.web.access.TokenSecret;
import io.tidemark.web.session.LoginSessions;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.DoSHandler;
import org.jspecify.annotations.Nullable;

/** Who asks, found out once per request, and whether a route is theirs. */
public final class Callers {
    private static final String ATTRIBUTE = Callers.class.getName();
    private static final String BEARER = "Bearer ";
    private static final Set<String> NAMES_OF_TOKENS = Set.of("token", "access_token");

    private static final String COUNTED = Callers.class.getName() + ".counted";
    private static final String AGAIN = Callers.class.getName() + ".again";
    private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS");
    private static final int PROVED_TOKENS = 10_000;

    /** A header that pages of this server send with what changes something; a form or link of another site cannot. */
    public static final String OWN_PAGE = "X-Tidemark-Console";

    private final Optional<BearerTokens> tokens;
    private final Optional<LoginSessions> sessions;

    /** SHA-256 of signed tokens that were valid when they last came, that of the longest ago first. */
    private final Map<String, Boolean> proved =
            Collections.synchronizedMap(new LinkedHashMap<String, Boolean>(16, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
                    return size() > PROVED_TOKENS;
                }
            });

    Callers(Optional<BearerTokens> tokens, Optional<LoginSessions> sessions) {
        this.tokens = tokens;
        this.sessions = sessions;
    }

    /** The caller of a request; empty if it came without a valid token. */
    public static Optional<Caller> of(Context request) {
        return Optional.ofNullable(request.<Caller>attribute(ATTRIBUTE));
    }

    /** Finds out again who made a request that lasts: a token may expire or be revoked while its answer is sent. */
    public static Supplier<Optional<Caller>> again(Context request) {
        Supplier<Optional<Caller>> again = request.attribute(AGAIN);
        return again == null ? Optional::empty : again;
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
        Supplier<Optional<Caller>> again = presented(request);
        Optional<Caller> caller = again.get();
        caller.ifPresent(who -> request.setAttribute(ATTRIBUTE, who));
        signed(request)
                .map(Sha256::hex)
                .ifPresent(token -> proved.compute(token, (unused, before) -> caller.isPresent() ? true : null));
        request.setAttribute(AGAIN, again);
        String counted = tokens.isPresent() && caller.isPresent() ? caller.get().name() : address(request);
        request.setAttribute(COUNTED, counted);
        return counted;
    }

    /** Whether an identified request came with a valid token. */
    static boolean isKnown(Request request) {
        return request.getAttribute(ATTRIBUTE) != null;
    }

    /** What the rate of an identified request is counted by. */
    static String counted(Request request) {
        return (String) request.getAttribute(COUNTED);
    }

    /** Whether a request bears a signed token that was not valid when it last came: to verify it costs time, so its address is counted first. */
    boolean bearsUnproved(Request request) {
        return tokens.isPresent()
                && signed(request)
                        .filter(token -> !proved.containsKey(Sha256.hex(token)))
                        .isPresent();
    }

    /** What the rate of an address is counted by. */
    static String address(Request request) {
        return request.getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress remote
                ? CountedAddress.of(remote.getAddress()).getHostAddress()
                : DoSHandler.ID_FROM_REMOTE_ADDRESS.apply(request);
    }

    /** A token of another kind than this server's own. */
    private static Optional<String> signed(Request request) {
        return bearer(request).filter(token -> !token.startsWith(TokenSecret.PREFIX));
    }

    private static Optional<String> bearer(Request request) {
        return Optional.ofNullable(request.getHeaders().get(HttpHeader.AUTHORIZATION))
                .filter(Callers::isBearer)
                .map(header -> header.substring(BEARER.length()).trim());
    }

    /** A token in the header comes before a session. */
    private Supplier<Optional<Caller>> presented(Request request) {
        if (tokens.isEmpty()) {
            return () -> Optional.of(Caller.LOCAL);
        }
        BearerTokens known = tokens.get();
        Optional<String> token = bearer(request);
        if (token.isPresent()) {
            return () -> known.caller(token.get());
        }
        if (sessions.isEmpty()) {
            return Optional::empty;
        }
        LoginSessions begun = sessions.get();
        Optional<String> cookie = cookie(request, begun.cookie());
        return () -> cookie.flatMap(begun::caller);
    }

    /** Browsers add other kinds by themselves, also to what another site sends. */
    private static boolean isBearer(String header) {
        return header.regionMatches(true, 0, BEARER, 0, BEARER.length());
    }

    private static Optional<String> cookie(Request request, String name) {
        return Request.getCookies(request).stream()
                .filter(cookie -> cookie.getName().equals(name))
                .map(HttpCookie::getValue)
                .findFirst();
    }

    /**
     * Refuses what no route may take: a token in the URL, which logs and histories keep; and, without a login, a request for another host, which a
     * page of another site makes by a name that it has pointed at this machine (DNS rebinding); and a change without a token in the header that no
     * page of this server asks for (cross-site request forgery).
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
        boolean changes = !SAFE_METHODS.contains(request.method().name());
        boolean bears = Optional.ofNullable(request.header("Authorization"))
                .filter(Callers::isBearer)
                .isPresent();
        if (changes && !bears && !isOfOwnPage(request)) {
            throw new ForbiddenResponse("a change needs a token in the header Authorization, or the header " + OWN_PAGE
                    + " of a page of this server\n");
        }
    }

    /** Browsers say where a request comes from, and ask the server before they send a header of a page to another site. */
    private static boolean isOfOwnPage(Context request) {
        @Nullable String site = request.header("Sec-Fetch-Site");
        return request.header(OWN_PAGE) != null && (site == null || site.equals("same-origin"));
    }

    /** Whether the header Host names this machine by an address or a name that only this machine has. */
    public static boolean isForLoopback(@Nullable String host) {
        if (host == null) {
            return true;
        }
        @Nullable String name = URI.create("http://" + host).getHost();
        return name != null
                && (name.equalsIgnoreCase("localhost")
                        || (name.matches("127\\.\\d+\\.\\d+\\.\\d+|\\[.*\\]") && new HostPort(name, 0).isLoopback()));
    }

    /** Refuses a caller without the scope that the route names; a route that names none is open to no caller. */
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
