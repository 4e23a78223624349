package io.tidemark.schemas.oauth;

import java.time.Duration;

/**
 * A token and how long it lasts.
 *
 * @param takenNanos when it was asked for
 * @param lifetime that its issuer gave it
 */
record HeldToken(String value, long takenNanos, Duration lifetime) {
    /** It is replaced so long before its end, but not in the first half of its life. */
    boolean isFresh(long nowNanos, Duration renewBefore) {
        Duration half = lifetime.dividedBy(2);
        Duration early = renewBefore.compareTo(half) < 0 ? renewBefore : half;
        return nowNanos - takenNanos < lifetime.minus(early).toNanos();
    }

    boolean isValid(long nowNanos) {
        return nowNanos - takenNanos < lifetime.toNanos();
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "token for " + lifetime;
    }
}
