package io.tidemark.console.login;

import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import io.tidemark.web.oidc.OidcLogin;
import io.tidemark.web.session.LoginSessions;
import java.time.Duration;
import java.time.InstantSource;

/**
 * What browsers keep of a login. Scripts cannot read it.
 *
 * @param encrypted whether browsers send it over TLS alone
 */
record LoginCookies(boolean encrypted, InstantSource clock) {
    private static final int OVER = 0;

    /** The name that a cookie has in browsers. */
    String name(String plain) {
        return LoginSessions.cookieName(plain, encrypted);
    }

    /** Other sites cannot send it. */
    void begin(Context request, LoginSessions.Begun session) {
        Duration left = Duration.between(clock.instant(), session.expires());
        request.cookie(cookie(LoginSessions.COOKIE, session.cookie(), "/", SameSite.STRICT, (int) left.toSeconds()));
    }

    void end(Context request) {
        request.cookie(cookie(LoginSessions.COOKIE, "", "/", SameSite.STRICT, OVER));
    }

    /** It comes back with the provider's answer, which is a link of another site. */
    void await(Context request, OidcLogin.Begun login) {
        request.cookie(cookie(login.cookie(), login.secret(), OidcLogin.CALLBACK, SameSite.LAX, (int)
                OidcLogin.LIFETIME.toSeconds()));
    }

    void forget(Context request, String login) {
        request.cookie(cookie(login, "", OidcLogin.CALLBACK, SameSite.LAX, OVER));
    }

    private Cookie cookie(String name, String value, String path, SameSite sites, int maxAgeSeconds) {
        Cookie cookie = new Cookie(name(name), value);
        // With the prefix browsers take no other path.
        cookie.setPath(encrypted ? "/" : path);
        cookie.setHttpOnly(true);
        cookie.setSecure(encrypted);
        cookie.setSameSite(sites);
        cookie.setMaxAge(maxAgeSeconds);
        return cookie;
    }
}
