package io.tidemark.web.access;

import io.tidemark.schemas.Sha256;
import io.tidemark.schemas.Team;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What is kept of a token.
 *
 * @param id names it in lists and logs; reveals nothing of the secret
 * @param sha256 of the secret, in hexadecimal digits
 * @param team that it is for; empty for all teams
 * @param expires when it is valid no longer
 * @param revoked when it was revoked before that
 * @param note who or what it is for, in words
 */
public record AccessToken(
        String id,
        String sha256,
        Optional<Team> team,
        Set<Scope> scopes,
        Instant created,
        Instant expires,
        Optional<Instant> revoked,
        String note) {
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern ID = Pattern.compile("[0-9a-f]{8,32}");
    private static final int ID_BYTES = 6;

    /** Whether a token lets its holder in. */
    public enum State {
        VALID,
        EXPIRED,
        REVOKED
    }

    /** What a new token is to be. */
    public record Grant(Optional<Team> team, Set<Scope> scopes, Instant created, Instant expires, String note) {}

    /** A new token and its secret, which nothing keeps. */
    public record Made(AccessToken token, TokenSecret secret) {}

    public AccessToken {
        scopes = Set.copyOf(scopes);
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException("id must match " + ID + " but was \"" + id + "\"");
        }
        if (!SHA256.matcher(sha256).matches()) {
            throw new IllegalArgumentException("sha256 must match " + SHA256);
        }
        if (scopes.isEmpty()) {
            throw new IllegalArgumentException("scopes must name at least one of publish, read, admin");
        }
        if (!expires.isAfter(created)) {
            throw new IllegalArgumentException("expires must be after " + created + " but was " + expires);
        }
    }

    /** @param random a source that cannot be predicted */
    public static Made make(Grant grant, SecureRandom random) {
        TokenSecret secret = TokenSecret.random(random);
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        AccessToken token = new AccessToken(
                HexFormat.of().formatHex(id),
                Sha256.hex(secret.text()),
                grant.team(),
                grant.scopes(),
                grant.created(),
                grant.expires(),
                Optional.empty(),
                grant.note());
        return new Made(token, secret);
    }

    public State state(Instant now) {
        if (revoked.isPresent()) {
            return State.REVOKED;
        }
        return now.isBefore(expires) ? State.VALID : State.EXPIRED;
    }

    /** The same, ended; one that was ended before keeps its time. */
    public AccessToken revokedAt(Instant now) {
        return new AccessToken(id, sha256, team, scopes, created, expires, Optional.of(revoked.orElse(now)), note);
    }

    /** Compares in a time that does not depend on how much of the hash is right. */
    boolean isOf(byte[] hash) {
        return MessageDigest.isEqual(HexFormat.of().parseHex(sha256), hash);
    }

    Caller caller() {
        return new Caller("token " + id, team, scopes);
    }
}
