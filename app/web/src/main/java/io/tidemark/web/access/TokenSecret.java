package io.tidemark.web.access;

import java.security.SecureRandom;
import java.util.Base64;

/**
 * What the holder of a token presents: {@code tdm_} and 256 random bits in base64url, 47 characters. The prefix lets scanners of repositories find
 * one that was published. With 256 random bits a plain SHA-256 cannot be turned back, so no slow hash is needed.
 */
public record TokenSecret(String text) {
    /** What every token begins with. */
    public static final String PREFIX = "tdm_";

    private static final int BYTES = 32;

    static TokenSecret random(SecureRandom random) {
        byte[] bits = new byte[BYTES];
        random.nextBytes(bits);
        return new TokenSecret(PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bits));
    }

    /** Not the secret: records of it may be logged. */
    @Override
    public String toString() {
        return PREFIX + "***";
    }
}
