package io.tidemark.alerts.receiver;

import io.tidemark.alerts.config.ReceiverKind.GitHubAccess;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;

/** The word by which a GitHub App says who it is: a JSON Web Token signed with RS256 (GitHub, "Generating a JSON Web Token for a GitHub App"). */
final class GitHubAppJwt {
    private static final Duration BEFORE = Duration.ofSeconds(60);
    private static final Duration AFTER = Duration.ofMinutes(9);
    private static final String PKCS1 = "RSA PRIVATE KEY";
    /** Version 0 and the algorithm rsaEncryption, as PKCS#8 has them before the key (RFC 5208). */
    private static final byte[] PKCS8_BEGIN = HexFormat.of().parseHex("020100300d06092a864886f70d0101010500");

    private static final int SEQUENCE = 0x30;
    private static final int OCTETS = 0x04;

    private final String id;
    private final PrivateKey key;

    /** @throws IllegalArgumentException if the key is no RSA key in PEM */
    GitHubAppJwt(GitHubAccess.App app) {
        this.id = app.id();
        this.key = key(app.key().reveal());
    }

    /** One that holds from a minute before to nine minutes after. */
    String at(Instant now) {
        String header = encoded(Json.text(Json.object().put("alg", "RS256").put("typ", "JWT")));
        String claims = encoded(Json.text(Json.object()
                .put("iat", now.minus(BEFORE).getEpochSecond())
                .put("exp", now.plus(AFTER).getEpochSecond())
                .put("iss", id)));
        String signed = header + "." + claims;
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(key);
            signature.update(signed.getBytes(StandardCharsets.US_ASCII));
            return signed + "." + encoded(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the key of a GitHub App cannot sign: " + e.getMessage(), e);
        }
    }

    private static String encoded(String text) {
        return encoded(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** GitHub gives out PKCS#1, which the JDK does not read. */
    private static PrivateKey key(String pem) {
        try {
            byte[] der = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
            byte[] pkcs8 = pem.contains(PKCS1) ? wrapped(der) : der;
            return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            // What the parser says may quote the key.
            throw new IllegalArgumentException("the key of a GitHub App must be an unencrypted RSA key in PEM");
        }
    }

    private static byte[] wrapped(byte[] pkcs1) {
        ByteArrayOutputStream inner = new ByteArrayOutputStream();
        inner.writeBytes(PKCS8_BEGIN);
        inner.writeBytes(element(OCTETS, pkcs1));
        return element(SEQUENCE, inner.toByteArray());
    }

    /** Tag, length in two bytes, content (DER). */
    private static byte[] element(int tag, byte[] content) {
        ByteArrayOutputStream element = new ByteArrayOutputStream();
        element.write(tag);
        element.write(0x82);
        element.write(content.length >> 8);
        element.write(content.length);
        element.writeBytes(content);
        return element.toByteArray();
    }
}
