package io.tidemark.console.login;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.ForbiddenResponse;
import io.javalin.http.HttpStatus;
import io.tidemark.web.oidc.LoginFailedException;
import io.tidemark.web.oidc.OidcLogin;
import io.tidemark.web.oidc.OidcLogin.Answer;
import io.tidemark.web.oidc.OidcLogin.Begun;
import io.tidemark.web.oidc.OidcLogin.Done;
import io.tidemark.web.oidc.ReturnPath;
import io.tidemark.web.server.Anyone;
import io.tidemark.web.server.Callers;
import io.tidemark.web.session.LoginSessions;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Log in at a provider: {@code /login/start?return=PATH} sends the browser there, and the provider sends it back to {@code /login/callback}, which
 * begins a session and leads to the page where the login began.
 */
record ProviderRoutes(OidcLogin provider, LoginSessions sessions, LoginCookies cookies, FailureLog failures) {
    private static final String START = "/login/start";

    /** What comes after the address of a page to say why a login opened nothing. Servers do not see it. */
    private static final String PROBLEM = "#login-problem=";

    private static final Set<String> OWN_LINKS = Set.of("same-origin", "none");

    void addTo(RoutesConfig routes) {
        routes.get(START, this::start, Anyone.ANYONE);
        routes.get(OidcLogin.CALLBACK, this::finish, Anyone.ANYONE);
    }

    private void start(Context request) {
        refuseLinkOfOtherSite(request);
        ReturnPath returnPath =
                ReturnPath.of(Optional.ofNullable(request.queryParam("return")).orElse(""));
        try {
            Begun login = provider.begin(origin(request), returnPath);
            cookies.await(request, login);
            lead(request, login.location());
        } catch (LoginFailedException e) {
            fail(request, e);
        }
    }

    private void finish(Context request) {
        Answer answer = new Answer(
                given(request, "state"), given(request, "code"), given(request, "iss"), given(request, "error"));
        try {
            Done login = provider.finish(answer, cookie -> cookie(request, cookie));
            cookies.begin(request, sessions.begin(login.tokens(), login.token(), login.until()));
            lead(request, login.returnPath().text());
        } catch (LoginFailedException e) {
            fail(request, e);
        }
    }

    private static Optional<String> given(Context request, String name) {
        return Optional.ofNullable(request.queryParam(name));
    }

    /** Each is used once, so that the browser need not keep it. */
    private Optional<String> cookie(Context request, String name) {
        Optional<String> found = Optional.ofNullable(request.cookie(cookies.name(name)));
        found.ifPresent(secret -> cookies.forget(request, name));
        return found;
    }

    /** A page elsewhere cannot begin logins in the browsers of its visitors. */
    private static void refuseLinkOfOtherSite(Context request) {
        @Nullable String site = request.header("Sec-Fetch-Site");
        if (site != null && !OWN_LINKS.contains(site)) {
            throw new ForbiddenResponse("a login begins on a page of this server");
        }
    }

    /**
     * The origin of this server as the browser sees it. The client controls the header Host, so without a configured URL the header only selects
     * among the loopback names of this machine.
     */
    private String origin(Context request) {
        return provider.externalUrl().orElseGet(() -> loopback(request));
    }

    private static String loopback(Context request) {
        @Nullable String host = request.host();
        if (host == null || !Callers.isForLoopback(host)) {
            throw new ForbiddenResponse(
                    "without --http-external-url a login at a provider begins at localhost or a loopback address, not at "
                            + host);
        }
        URI named = URI.create(request.scheme() + "://" + host);
        return named.getScheme() + "://" + named.getHost() + (named.getPort() < 0 ? "" : ":" + named.getPort());
    }

    private void fail(Context request, LoginFailedException failure) {
        failures.log(failure);
        lead(request, failure.returnPath() + PROBLEM + failure.problem().word());
    }

    private static void lead(Context request, String location) {
        request.status(HttpStatus.SEE_OTHER).header("Location", location);
    }
}
