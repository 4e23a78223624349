package io.tidemark.web.oidc;

import java.util.Locale;

/** Why a login at a provider gives no access here, as reported to the login page. */
public enum LoginProblem {
    /** The user or the provider denied the login. */
    DENIED,
    /** The provider ended the login with another error. */
    PROVIDER,
    /** No login of this browser waits for this answer: it began elsewhere, is over, or was answered already. */
    EXPIRED,
    /** The provider does not answer this server. */
    UNREACHABLE,
    /** This server rejects the provider's answer. */
    REFUSED,
    /** The user is known, and may read nothing here. */
    NO_RIGHTS;

    /** As addresses of pages spell it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
