package io.tidemark.app.team;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;

/**
 * An issuer of OAuth tokens on loopback, by the client-credentials grant: whoever knows the secret of a client gets a token whose subject is the
 * client. A client {@value #FORGER} gets one that another key signed, and {@value #ELSEWHERE} one for another audience.
 */
final class TokenIssuer implements AutoCloseable {
    static final String AUDIENCE = "kafka.tidemark.test";
    static final String FORGER = "forger";
    static final String ELSEWHERE = "elsewhere";
    private static final String KEY_ID = "one";
    private static final long VALID_SECONDS = 3_600;

    private final KeyPair keys = newKeys();
    private final KeyPair others = newKeys();
    private final HttpServer server;

    private TokenIssuer(HttpServer server) {
        this.server = server;
    }

    static TokenIssuer start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        TokenIssuer issuer = new TokenIssuer(server);
        server.createContext("/keys", exchange -> respond(exchange, 200, issuer.keySet()));
        server.createContext("/token", issuer::token);
        server.start();
        return issuer;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Where clients ask. */
    String tokens() {
        return url() + "/token";
    }

    /** Where brokers find the public key. */
    String publicKeys() {
        return url() + "/keys";
    }

    static String secret(String client) {
        return "secret-of-" + client;
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void token(HttpExchange exchange) throws IOException {
        String given = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        String[] basic = new String(
                        Base64.getDecoder().decode(given.replaceFirst("^Basic ", "")), StandardCharsets.UTF_8)
                .split(":", 2);
        exchange.getRequestBody().readAllBytes();
        if (!basic[1].equals(secret(basic[0]))) {
            respond(exchange, 401, "{\"error\":\"invalid_client\"}");
            return;
        }
        respond(
                exchange,
                200,
                "{\"access_token\":\"" + signed(basic[0]) + "\",\"token_type\":\"Bearer\",\"expires_in\":"
                        + VALID_SECONDS + "}");
    }

    private String signed(String client) {
        long now = InstantSource.system().instant().getEpochSecond();
        String audience = client.equals(ELSEWHERE) ? "another" : AUDIENCE;
        String head = encoded("{\"alg\":\"RS256\",\"typ\":\"JWT\",\"kid\":\"" + KEY_ID + "\"}");
        String body = encoded("{\"iss\":\"" + url() + "\",\"aud\":\"" + audience + "\",\"sub\":\"" + client
                + "\",\"scope\":\"kafka\",\"iat\":" + now + ",\"exp\":" + (now + VALID_SECONDS) + "}");
        return head + "." + body + "."
                + signature(head + "." + body, (client.equals(FORGER) ? others : keys).getPrivate());
    }

    private String keySet() {
        RSAPublicKey key = (RSAPublicKey) keys.getPublic();
        return "{\"keys\":[{\"kty\":\"RSA\",\"use\":\"sig\",\"alg\":\"RS256\",\"kid\":\"" + KEY_ID + "\",\"n\":\""
                + unsigned(key.getModulus()) + "\",\"e\":\"" + unsigned(key.getPublicExponent()) + "\"}]}";
    }

    private static void respond(HttpExchange exchange, int status, String json) throws IOException {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static KeyPair newKeys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2_048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static String signature(String text, PrivateKey key) {
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(key);
            signature.update(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static String encoded(String json) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    /** Without the byte of the sign. */
    private static String unsigned(BigInteger number) {
        byte[] bytes = number.toByteArray();
        int from = bytes[0] == 0 ? 1 : 0;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOfRange(bytes, from, bytes.length));
    }
}
