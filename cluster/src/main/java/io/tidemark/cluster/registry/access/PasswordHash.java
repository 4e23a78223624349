package io.tidemark.cluster.registry.access;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * A password that cannot be read back: PBKDF2 with HMAC-SHA-512 and a salt of its own (RFC 8018). To check one takes a processor hundreds of milliseconds.
 *
 * @param salt base64
 * @param hash base64, 512 bits
 */
public record PasswordHash(int iterations, String salt, String hash) {
    /** OWASP's Password Storage Cheat Sheet for PBKDF2-HMAC-SHA512. */
    private static final int ITERATIONS = 210_000;

    private static final int SALT_BYTES = 16;
    private static final int HASH_BITS = 512;
    private static final String ALGORITHM = "PBKDF2WithHmacSHA512";
    private static final Pattern TEXT =
            Pattern.compile("pbkdf2-sha512:([1-9][0-9]{3,6}):([A-Za-z0-9+/]{22}==):([A-Za-z0-9+/]{86}==)");

    public static PasswordHash of(String password, SecureRandom random) {
        return of(password, ITERATIONS, random);
    }

    /** @param iterations how much work a guess takes; {@link #of(String, SecureRandom)} takes what OWASP recommends */
    public static PasswordHash of(String password, int iterations, SecureRandom random) {
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        return new PasswordHash(
                iterations,
                Base64.getEncoder().encodeToString(salt),
                Base64.getEncoder().encodeToString(derived(password, salt, iterations)));
    }

    /**
     * One that was made of no password; to check it takes as long as one that was.
     *
     * @param iterations those that OWASP recommends, if empty
     */
    static PasswordHash ofNobody(OptionalInt iterations) {
        Base64.Encoder text = Base64.getEncoder();
        return new PasswordHash(
                iterations.orElse(ITERATIONS),
                text.encodeToString(new byte[SALT_BYTES]),
                text.encodeToString(new byte[HASH_BITS / Byte.SIZE]));
    }

    /** As {@link #toString} writes it. */
    public static PasswordHash parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            // Not with the text, which may be a password.
            throw new IllegalArgumentException("a password must be stored as pbkdf2-sha512:ITERATIONS:SALT:HASH with"
                    + " 1000 to 9999999 iterations, 16 bytes of salt and 64 of hash in base64");
        }
        return new PasswordHash(Integer.parseInt(parts.group(1)), parts.group(2), parts.group(3));
    }

    /** Takes as long for a wrong password as for the right one. */
    public boolean isOf(String password) {
        byte[] given = derived(password, Base64.getDecoder().decode(salt), iterations);
        return MessageDigest.isEqual(given, Base64.getDecoder().decode(hash));
    }

    private static byte[] derived(String password, byte[] salt, int iterations) {
        PBEKeySpec spec = new PBEKeySpec(password.toCharArray(), salt, iterations, HASH_BITS);
        try {
            return SecretKeyFactory.getInstance(ALGORITHM).generateSecret(spec).getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + ALGORITHM, e);
        } finally {
            spec.clearPassword();
        }
    }

    @Override
    public String toString() {
        return "pbkdf2-sha512:" + iterations + ":" + salt + ":" + hash;
    }
}
