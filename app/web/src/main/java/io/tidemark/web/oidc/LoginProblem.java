package io.tidemark.web.oidc;

import java.util.Locale;

/** Why a login at a provider opens nothing here, as the page of the login is told. */
public enum LoginProblem {
    /** The user or the provider said no. */
    DENIED,
    /** The provider ended the login with another error. */
    PROVIDER,
    /** No login of this browser waits for this answer: it began elsewhere, is over, or was answered already. */
    EXPIRED,
    /** The provider does not answer this server. */
    UNREACHABLE,
    /** What the provider answered is not taken. */
    REFUSED,
    /** The user is known, and may read nothing here. */
    NO_RIGHTS;

    /** As addresses of pages spell it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
