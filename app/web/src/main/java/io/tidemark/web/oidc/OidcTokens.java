package io.tidemark.web.oidc;

import io.tidemark.schemas.time.Clocks;
import io.tidemark.web.access.BearerTokens;
import io.tidemark.web.access.Caller;
import io.tidemark.web.access.TokenSecret;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jose4j.jwa.AlgorithmConstraints.ConstraintType;
import org.jose4j.jws.AlgorithmIdentifiers;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.MalformedClaimException;
import org.jose4j.jwt.NumericDate;
import org.jose4j.jwt.consumer.InvalidJwtException;
import org.jose4j.jwt.consumer.JwtConsumer;
import org.jose4j.jwt.consumer.JwtConsumerBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signed JWTs of one issuer. A token is taken if a public key of the issuer signed it, by an algorithm of the list; if it names issuer, audience and
 * subject, and has an end; if it is valid now, give or take a minute for clocks that differ; and if a claim gives it something. Thread-safe.
 */
public final class OidcTokens implements BearerTokens {
    static final Duration SKEW = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(OidcTokens.class);
    private static final int LONGEST = 16_384;
    private static final int NAME_CHARACTERS = 128;

    /** Of public keys alone: one with a shared secret could be signed with the public key, which everybody has. */
    private static final String[] ALGORITHMS = {
        AlgorithmIdentifiers.RSA_USING_SHA256,
        AlgorithmIdentifiers.RSA_USING_SHA384,
        AlgorithmIdentifiers.RSA_USING_SHA512,
        AlgorithmIdentifiers.RSA_PSS_USING_SHA256,
        AlgorithmIdentifiers.RSA_PSS_USING_SHA384,
        AlgorithmIdentifiers.RSA_PSS_USING_SHA512,
        AlgorithmIdentifiers.ECDSA_USING_P256_CURVE_AND_SHA256,
        AlgorithmIdentifiers.ECDSA_USING_P384_CURVE_AND_SHA384,
        AlgorithmIdentifiers.ECDSA_USING_P521_CURVE_AND_SHA512,
        AlgorithmIdentifiers.EDDSA
    };

    private final OidcSettings settings;
    private final Clocks clocks;
    private final IssuerKeys keys;

    /** The issuer is asked when the first token comes. */
    public OidcTokens(OidcSettings settings, Clocks clocks) {
        this(settings, clocks, new IssuerKeys(settings, clocks.elapsed()));
    }

    OidcTokens(OidcSettings settings, Clocks clocks, IssuerKeys keys) {
        this.settings = settings;
        this.clocks = clocks;
        this.keys = keys;
    }

    @Override
    public Optional<Caller> caller(String token) {
        if (token.startsWith(TokenSecret.PREFIX)) {
            return Optional.empty();
        }
        try {
            return caller(verified(token));
        } catch (InvalidJwtException | MalformedClaimException e) {
            // The caller does not learn the reason, and a stranger must not fill the log.
            LOG.debug("a token is refused: {}", e.getMessage());
            return Optional.empty();
        }
    }

    /**
     * The claims of a token, whatever they give.
     *
     * @throws InvalidJwtException if it is not taken
     */
    JwtClaims verified(String token) throws InvalidJwtException {
        if (token.length() > LONGEST) {
            throw new InvalidJwtException(
                    "it has " + token.length() + " characters, and must not have more than " + LONGEST,
                    List.of(),
                    null);
        }
        return consumer().processToClaims(token);
    }

    /** What verified claims give; empty if they give nothing. */
    Optional<Caller> caller(JwtClaims claims) throws MalformedClaimException {
        String subject = claims.getSubject();
        Map<String, Object> all = claims.getClaimsMap();
        List<Caller.Grant> grants = settings.grants().stream()
                .filter(grant -> grant.isIn(all))
                .map(OidcGrant::grant)
                .toList();
        if (grants.isEmpty()) {
            LOG.info("a token of {} is refused: no claim of it gives a right", name(subject));
            return Optional.empty();
        }
        return Optional.of(new Caller(name(subject), grants));
    }

    private JwtConsumer consumer() {
        return new JwtConsumerBuilder()
                .setVerificationKeyResolver(keys)
                .setJwsAlgorithmConstraints(ConstraintType.PERMIT, ALGORITHMS)
                .setExpectedIssuer(true, settings.issuer())
                .setExpectedAudience(true, settings.audience())
                .setRequireSubject()
                .setRequireExpirationTime()
                .setAllowedClockSkewInSeconds((int) SKEW.toSeconds())
                .setEvaluationTime(NumericDate.fromMilliseconds(clocks.wall().millis()))
                .build();
    }

    /** For logs and for counting the rate, without what a terminal would obey. */
    private static String name(String subject) {
        String printable = subject.replaceAll("\\p{Cntrl}", "?");
        return "oidc " + printable.substring(0, Math.min(printable.length(), NAME_CHARACTERS));
    }
}
