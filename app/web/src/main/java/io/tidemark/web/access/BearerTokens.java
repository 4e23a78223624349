package io.tidemark.web.access;

import java.util.Optional;

/** Tokens that callers present, of one kind. Thread-safe. */
@FunctionalInterface
public interface BearerTokens {
    /** Whose a token is; empty if it is no valid one. The caller does not learn why not. */
    Optional<Caller> caller(String token);

    /** These, and where they do not know the token, others. */
    default BearerTokens or(BearerTokens others) {
        return token -> caller(token).or(() -> others.caller(token));
    }
}
