package io.tidemark.web.oidc;

import io.tidemark.web.access.Caller;
import io.tidemark.web.access.Scope;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.MalformedClaimException;
import org.jose4j.jwt.consumer.ErrorCodeValidator;
import org.jose4j.jwt.consumer.InvalidJwtException;

/**
 * Id tokens for this client.
 *
 * @param tokens that are for the client and no other audience
 */
record IdTokens(OidcClient client, OidcTokens tokens) {
    private static final int LONGEST_REASON = 300;

    /** Three parts in base64url: a log keeps no token. */
    private static final String TOKEN = "[\\w-]{8,}\\.[\\w-]{8,}\\.[\\w-]*";

    /** Ends a login with the token that it led to. */
    OidcLogin.Done accepted(String token, PendingLogins.Login login) throws LoginFailedException {
        try {
            JwtClaims claims = tokens.verified(token);
            requireOf(login, claims);
            Caller caller = tokens.caller(claims)
                    .filter(who -> who.may(Scope.READ))
                    .orElseThrow(() -> login.failed(
                            LoginProblem.NO_RIGHTS,
                            "no claim of the id token gives the scope read (--http-oidc-grant)"));
            Instant until = Instant.ofEpochMilli(claims.getExpirationTime().getValueInMillis());
            return new OidcLogin.Done(caller, tokens, token, until, login.returnPath());
        } catch (InvalidJwtException e) {
            throw refused(login, reasons(e));
        } catch (MalformedClaimException e) {
            throw refused(login, String.valueOf(e.getMessage()));
        }
    }

    /** OpenID Connect Core 1.0, section 3.1.3.7, points 4, 5 and 11; the others hold for every token. */
    private void requireOf(PendingLogins.Login login, JwtClaims claims)
            throws LoginFailedException, MalformedClaimException {
        if (!login.nonce().equals(claims.getStringClaimValue("nonce"))) {
            throw refused(login, "its nonce is not that of the login");
        }
        Optional<String> party = Optional.ofNullable(claims.getStringClaimValue("azp"));
        boolean oneAudience = claims.getAudience().size() == 1;
        if (!party.map(client.id()::equals).orElse(oneAudience)) {
            throw refused(login, "azp must be " + client.id() + " but was " + party.orElse("missing"));
        }
    }

    private static LoginFailedException refused(PendingLogins.Login login, String why) {
        String printable = why.replaceAll(TOKEN, "...").replaceAll("\\p{Cntrl}", "?");
        return login.failed(
                LoginProblem.REFUSED,
                "the id token is refused: " + printable.substring(0, Math.min(printable.length(), LONGEST_REASON)));
    }

    /** Without the claims, which the message of the exception has. */
    private static String reasons(InvalidJwtException refused) {
        List<ErrorCodeValidator.Error> details = refused.getErrorDetails();
        return details.isEmpty()
                ? String.valueOf(refused.getOriginalMessage())
                : details.stream()
                        .map(ErrorCodeValidator.Error::getErrorMessage)
                        .collect(Collectors.joining(" "));
    }
}
