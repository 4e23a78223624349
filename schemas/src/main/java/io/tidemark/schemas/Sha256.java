package io.tidemark.schemas;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256. */
public final class Sha256 {
    private Sha256() {}

    /** Of a text in UTF-8, in 64 hex digits. */
    public static String hex(String text) {
        return HexFormat.of().formatHex(bytes(text));
    }

    /** Of a text in UTF-8. */
    public static byte[] bytes(String text) {
        return digest().digest(text.getBytes(StandardCharsets.UTF_8));
    }

    /** A new one, of what comes in pieces. */
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
