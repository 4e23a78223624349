package io.tidemark.web.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.javalin.config.RoutesConfig;
import io.tidemark.fixtures.tls.TestKeys;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.files.PrivateFiles;
import io.tidemark.schemas.net.KeyPairs;
import io.tidemark.web.access.AccessToken;
import io.tidemark.web.access.AccessTokens;
import io.tidemark.web.access.Scope;
import io.tidemark.web.access.TokenFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real HTTPS server with a certificate of its own, and callers with every kind of wrong token. */
@Tag("integration")
class WebServerTest {
    private static final Instant START = Instant.parse("2026-11-26T08:00:00Z");
    private static final Team PERF = new Team("perf");
    private static final int BODY_LIMIT = 1000;

    private final AtomicReference<Instant> now = new AtomicReference<>(START);
    private final SecureRandom random = new SecureRandom();
    private final List<AutoCloseable> open = new ArrayList<>();

    @TempDir
    private static Path keyFolder = Path.of("");

    @SuppressWarnings("NullAway.Init") // Made before all tests: the JDK's tool takes a second.
    private static KeyStore keys;

    @TempDir
    private Path folder = Path.of("");

    private HttpClient http = HttpClient.newHttpClient();
    private String url = "";

    @BeforeAll
    static void certificate() throws Exception {
        keys = TestKeys.selfSigned(keyFolder);
    }

    @BeforeEach
    void start() throws Exception {
        http = HttpClient.newBuilder().sslContext(TestKeys.context(keys)).build();
        url = serve(limits(1000)).url();
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
    }

    private static WebLimits limits(int requestsPerSecond) {
        Duration minute = Duration.ofMinutes(1);
        return new WebLimits(requestsPerSecond, BODY_LIMIT, minute, minute, minute, 1000, 1000);
    }

    private WebServer serve(WebLimits limits) throws Exception {
        TlsFiles tls = new TlsFiles(TestKeys.pem(keys, folder), secret(TestKeys.keyPem(keys, folder)));
        if (!Files.exists(tokens().path())) {
            tokens().change(all -> all);
        }
        AccessTokens known = keep(AccessTokens.open(tokens(), now::get));
        return keep(WebServer.start(
                new ListenAddress("127.0.0.1", 0),
                new WebSecurity(Optional.of(tls), Optional.of(known), limits),
                WebServerTest::routes));
    }

    private static void routes(RoutesConfig routes) {
        routes.get("/open", request -> request.result("ok"), Anyone.ANYONE);
        routes.get("/read", request -> request.result("read"), Scope.READ);
        routes.get("/admin", request -> request.result("admin"), Scope.ADMIN);
        routes.post("/publish", request -> request.result("" + request.bodyAsBytes().length), Scope.PUBLISH);
        routes.get(
                "/teams/{team}",
                request -> request.result(
                        Callers.of(request, new Team(request.pathParam("team"))).name()),
                Scope.READ);
        routes.get(
                "/broken",
                request -> {
                    throw new IllegalStateException("the password is x");
                },
                Anyone.ANYONE);
        routes.get(
                "/address",
                request -> request.result(request.ip() + " " + request.scheme() + "://" + request.host()),
                Anyone.ANYONE);
        routes.get("/forgotten", request -> request.result("secret"));
    }

    @Test
    void anOpenRouteNeedsNoTokenAndAnotherDoes() throws Exception {
        assertThat(get("/open", "").statusCode()).isEqualTo(200);
        HttpResponse<String> refused = get("/read", "");
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.headers().firstValue("www-authenticate")).contains("Bearer realm=\"tidemark\"");
        assertThat(get("/read", token(Scope.READ)).body()).isEqualTo("read");
    }

    @Test
    void aWrongAnExpiredAndARevokedTokenAreTheSameAsNone() throws Exception {
        String expired = token(Scope.READ);
        now.set(START.plus(Duration.ofDays(2)));
        assertThat(get("/read", expired).statusCode()).isEqualTo(401);
        now.set(START);
        assertThat(get("/read", expired).statusCode()).isEqualTo(200);
        tokens().change(all -> all.stream().map(one -> one.revokedAt(START)).toList());
        HttpResponse<String> revoked = get("/read", expired);
        HttpResponse<String> wrong = get("/read", "tdm_" + "a".repeat(43));
        assertThat(revoked.statusCode()).isEqualTo(401);
        assertThat(wrong.statusCode()).isEqualTo(401);
        assertThat(revoked.body()).as("tells not why").isEqualTo(wrong.body());
        assertThat(get("/open", expired).statusCode()).as("open to anyone").isEqualTo(200);
    }

    @Test
    void aScopeIsNoOther() throws Exception {
        assertThat(get("/admin", token(Scope.READ)).statusCode()).isEqualTo(403);
        assertThat(get("/read", token(Scope.PUBLISH)).statusCode()).isEqualTo(403);
        assertThat(post(token(Scope.READ), 1).statusCode()).isEqualTo(403);
        assertThat(post(token(Scope.PUBLISH), 7).body()).isEqualTo("7");
        assertThat(get("/read", token(Scope.ADMIN)).statusCode()).as("may all").isEqualTo(200);
    }

    @Test
    void aTokenOfATeamIsNoOthers() throws Exception {
        String token = token(Optional.of(PERF), Scope.READ);
        assertThat(get("/teams/perf", token).statusCode()).isEqualTo(200);
        HttpResponse<String> refused = get("/teams/nightly", token);
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("not for team nightly");
        assertThat(get("/teams/nightly", token(Scope.READ)).statusCode())
                .as("of all teams")
                .isEqualTo(200);
    }

    @Test
    void aTokenInAUrlIsRefusedAlsoWhereItIsValid() throws Exception {
        String token = token(Scope.READ);
        assertThat(get("/read?token=" + token, token).statusCode()).isEqualTo(400);
        assertThat(get("/read?access_token=x", token).statusCode()).isEqualTo(400);
        HttpResponse<String> refused = get("/open?q=" + token, "");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("Authorization: Bearer").doesNotContain(token);
        assertThat(get("/read?q=x", token).statusCode()).isEqualTo(200);
    }

    @Test
    void aRouteThatNamesNoScopeIsNobodys() throws Exception {
        assertThat(get("/forgotten", token(Scope.ADMIN)).statusCode()).isEqualTo(403);
    }

    @Test
    void whatWentWrongInsideIsNotTold() throws Exception {
        HttpResponse<String> failed = get("/broken", token(Scope.ADMIN));
        assertThat(failed.statusCode()).isEqualTo(500);
        assertThat(failed.body()).isEqualTo("this failed; the server's log says why\n");
    }

    @Test
    void aBodyOverTheLimitIsRefusedWhetherItsLengthIsToldOrNot() throws Exception {
        String token = token(Scope.PUBLISH);
        assertThat(post(token, BODY_LIMIT).statusCode()).isEqualTo(200);
        assertThat(post(token, BODY_LIMIT + 1).statusCode()).isEqualTo(413);
        HttpRequest chunked = request("/publish", token)
                .POST(HttpRequest.BodyPublishers.fromPublisher(
                        HttpRequest.BodyPublishers.ofByteArray(new byte[BODY_LIMIT + 1])))
                .build();
        assertThat(send(chunked).statusCode()).isEqualTo(413);
    }

    @Test
    void tooManyRequestsOfOneCallerAreRefusedAndAnotherIsServed() throws Exception {
        url = serve(limits(1)).url();
        String hasty = token(Scope.READ);
        List<Integer> answers = new ArrayList<>();
        // 1 per second and 1 at once: 100 in a row take 50 s at least if none is to be too much.
        for (int i = 0; i < 100 && !answers.contains(429); i++) {
            answers.add(get("/read", hasty).statusCode());
        }
        assertThat(answers).startsWith(200).contains(429);
        assertThat(get("/read", token(Scope.READ)).statusCode())
                .as("another token")
                .isEqualTo(200);
    }

    @Test
    void everyAnswerHasTheHeaders() throws Exception {
        for (HttpResponse<String> answer : List.of(
                get("/open", ""), get("/read", ""), get("/nothing", ""), post(token(Scope.PUBLISH), BODY_LIMIT + 1))) {
            assertThat(answer.headers().map())
                    .as("of " + answer.statusCode())
                    .containsEntry("strict-transport-security", List.of("max-age=31536000"))
                    .containsEntry("x-content-type-options", List.of("nosniff"))
                    .containsEntry("x-frame-options", List.of("DENY"))
                    .containsEntry("referrer-policy", List.of("no-referrer"))
                    .doesNotContainKey("server");
            assertThat(answer.headers().firstValue("cache-control").orElse("")).contains("no-store");
            assertThat(answer.headers().firstValue("content-security-policy").orElse(""))
                    .contains("default-src 'self'")
                    .contains("frame-ancestors 'none'")
                    .doesNotContain("unsafe");
        }
    }

    @Test
    void aServerThatSpeaksTlsAnswersNoPlainRequest() throws Exception {
        int port = URI.create(url).getPort();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(30_000);
            OutputStream out = socket.getOutputStream();
            out.write("GET /open HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            out.flush();
            InputStream in = socket.getInputStream();
            assertThat(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1))
                    .doesNotContain("ok");
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("reset");
        }
    }

    @Test
    void tls12And13AreSpoken() throws Exception {
        for (String version : List.of("TLSv1.2", "TLSv1.3")) {
            try (SSLSocket socket = (SSLSocket) TestKeys.context(keys)
                    .getSocketFactory()
                    .createSocket("127.0.0.1", URI.create(url).getPort())) {
                socket.setSoTimeout(30_000);
                socket.setEnabledProtocols(new String[] {version});
                socket.startHandshake();
                assertThat(socket.getSession().getProtocol()).isEqualTo(version);
            }
        }
    }

    /** A hello by hand: the JDK's own client sends none of TLS 1.1. */
    @Test
    void tls11IsRefused() throws Exception {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), URI.create(url).getPort())) {
            socket.setSoTimeout(30_000);
            String random = "00".repeat(32);
            String hello = "0302" + random + "00" + "0004c014002f" + "0100";
            byte[] body = HexFormat.of().parseHex(hello);
            String head = "160301%04x01%06x".formatted(body.length + 4, body.length);
            socket.getOutputStream().write(HexFormat.of().parseHex(head + hello));
            byte[] alert = socket.getInputStream().readNBytes(7);
            assertThat(alert[0]).as("alert").isEqualTo((byte) 21);
            assertThat(alert[6]).as("protocol_version").isEqualTo((byte) 70);
        }
    }

    @Test
    void renewedFilesAreTakenAndBrokenOnesLeaveTheCertificateOfBefore() throws Exception {
        WebServer server = serve(limits(1000));
        url = server.url();
        Path other = Files.createDirectory(folder.resolve("renewed"));
        KeyStore renewed = TestKeys.selfSigned(other);
        Path certificate = TestKeys.pem(keys, folder);
        Path key = TestKeys.keyPem(keys, folder);

        Files.write(certificate, Files.readAllBytes(TestKeys.pem(renewed, other)));
        look(server);
        assertSpeaksWith(keys, "half of the files are renewed");
        Files.write(key, Files.readAllBytes(TestKeys.keyPem(renewed, other)));
        secret(key);
        look(server);
        assertSpeaksWith(renewed, "both are");
        Files.writeString(certificate, "nothing");
        look(server);
        assertSpeaksWith(renewed, "the certificate is broken");
    }

    /** As certbot renews them, which links to files of new names, and Kubernetes, which links to a new folder. */
    @Test
    void renewedFilesAreFoundThroughLinksEachTime() throws Exception {
        List<KeyStore> all = new ArrayList<>();
        for (String name : List.of("first", "second", "third")) {
            Path made = Files.createDirectory(folder.resolve(name));
            KeyStore one = TestKeys.selfSigned(made);
            TestKeys.pem(one, made);
            secret(TestKeys.keyPem(one, made));
            all.add(one);
        }
        Path current = link("current", "first");
        TlsFiles tls = new TlsFiles(link("live.pem", "current/cert.pem"), link("live.key", "current/key.pem"));
        WebServer server = keep(WebServer.start(
                new ListenAddress("127.0.0.1", 0),
                new WebSecurity(Optional.of(tls), Optional.empty(), WebLimits.USUAL),
                WebServerTest::routes));
        url = server.url();
        assertSpeaksWith(all.get(0), "at the start");
        Files.delete(current);
        link("current", "second");
        look(server);
        assertSpeaksWith(all.get(1), "the folder is another");
        Files.delete(tls.certificate());
        Files.delete(tls.key());
        link("live.pem", "third/cert.pem");
        link("live.key", "third/key.pem");
        look(server);
        assertSpeaksWith(all.get(2), "the files are others");
    }

    private Path link(String name, String to) throws IOException {
        return Files.createSymbolicLink(folder.resolve(name), Path.of(to));
    }

    private static void look(WebServer server) {
        Objects.requireNonNull(server.renewal()).look();
    }

    private void assertSpeaksWith(KeyStore trusted, String when) throws Exception {
        http = HttpClient.newBuilder().sslContext(TestKeys.context(trusted)).build();
        assertThat(get("/open", "").statusCode()).as(when).isEqualTo(200);
    }

    @Test
    void aKeyOfAnotherCertificateIsRefused() throws Exception {
        Path other = Files.createDirectory(folder.resolve("other"));
        Path key = secret(TestKeys.keyPem(TestKeys.selfSigned(other), other));
        Path certificate = TestKeys.pem(keys, folder);
        assertThatThrownBy(() -> new TlsFiles(certificate, key).keyStore())
                .isInstanceOf(IOException.class)
                .hasMessage(key + " is of another certificate than the first one in " + certificate);
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "RSASSA-PSS", "EC", "Ed25519"})
    void keysOfEachAlgorithmAreComparedWithTheirCertificate(String algorithm) throws Exception {
        KeyPairGenerator pairs = KeyPairGenerator.getInstance(algorithm);
        KeyPair one = pairs.generateKeyPair();
        KeyPair other = pairs.generateKeyPair();
        assertThat(KeyPairs.isPair(one.getPublic(), one.getPrivate())).isTrue();
        assertThat(KeyPairs.isPair(one.getPublic(), other.getPrivate())).isFalse();
    }

    @Test
    void whatAProxyWouldSayOfACallerIsNotBelieved() throws Exception {
        url = keep(WebServer.start(new ListenAddress("127.0.0.1", 0), WebSecurity.LOCAL, WebServerTest::routes))
                .url();
        String own = get("/address", "").body();
        assertThat(own).isEqualTo("127.0.0.1 " + url);
        assertThat(forwarded("203.0.113.9")).isEqualTo(own);
    }

    @Test
    void aTrustedProxySaysWhoseARequestIsAndNothingElse() throws Exception {
        url = behind("127.0.0.1", "10.0.0.0/8", "2001:db8::/32");
        String own = " " + url;
        assertThat(forwarded("203.0.113.9")).isEqualTo("203.0.113.9" + own);
        assertThat(forwarded("192.0.2.1, 203.0.113.9, 10.1.2.3")).isEqualTo("203.0.113.9" + own);
        assertThat(forwarded("203.0.113.9:4711")).isEqualTo("203.0.113.9" + own);
        assertThat(forwarded("[2001:db9::7]:4711, 2001:db8::1")).isEqualTo("[2001:db9:0:0:0:0:0:7]" + own);
        assertThat(forwarded("203.0.113.9, unknown, 10.1.2.3"))
                .as("the last that is known")
                .isEqualTo("10.1.2.3" + own);
        assertThat(forwarded("localhost")).as("no name is resolved").isEqualTo("127.0.0.1" + own);
        assertThat(get("/address", "").body()).isEqualTo("127.0.0.1" + own);

        url = behind("127.0.0.2");
        assertThat(forwarded("203.0.113.9")).isEqualTo("127.0.0.1 " + url);
    }

    @Test
    void aTrustedProxyIsAnAddressOrARange() {
        for (String wrong :
                List.of("proxy.example", "localhost", "10.0.0.0/33", "10.0.0.1-9", "10.0.0.300", "", "abc")) {
            assertThatThrownBy(() -> TrustedProxies.parse(List.of(wrong)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("must be an address or a range such as 10.0.0.0/8 but was " + wrong);
        }
    }

    private String behind(String... proxies) throws Exception {
        WebSecurity security = new WebSecurity(
                Optional.empty(), Optional.empty(), WebLimits.USUAL, TrustedProxies.parse(List.of(proxies)));
        return keep(WebServer.start(new ListenAddress("127.0.0.1", 0), security, WebServerTest::routes))
                .url();
    }

    /** The address, as a request shows it whose headers are those of a proxy. */
    private String forwarded(String addresses) throws Exception {
        HttpRequest forwarded = request("/address", "")
                .header("Forwarded", "for=198.51.100.1;host=evil.example;proto=https")
                .header("X-Forwarded-For", addresses)
                .header("X-Forwarded-Host", "evil.example")
                .header("X-Forwarded-Port", "1")
                .header("X-Forwarded-Proto", "https")
                .header("X-Forwarded-Server", "evil.example")
                .build();
        return send(forwarded).body();
    }

    @Test
    void aKeyThatEveryoneCanReadIsRefused() throws Exception {
        Path key = TestKeys.keyPem(keys, folder);
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
        TlsFiles tls = new TlsFiles(TestKeys.pem(keys, folder), key);
        assertThatThrownBy(() -> WebServer.start(
                        new ListenAddress("127.0.0.1", 0),
                        new WebSecurity(Optional.of(tls), Optional.empty(), WebLimits.USUAL),
                        WebServerTest::routes))
                .hasMessageContaining(key + " has mode rw-r--r--");
    }

    @Test
    void aFileThatHoldsNoKeyOrCertificateIsNamed() throws Exception {
        Path certificate = TestKeys.pem(keys, folder);
        Path other = folder.resolve("other.pem");
        PrivateFiles.replace(other, "nothing");
        assertThatThrownBy(() -> new TlsFiles(certificate, other).keyStore())
                .hasMessageContaining(other + " holds no unencrypted PKCS#8 key");
        assertThatThrownBy(() -> new TlsFiles(other, certificate).keyStore())
                .hasMessageContaining(other + " holds no certificate");
    }

    @Test
    void withoutTokensItAnswersOnLoopbackForLocalhostOnly() throws Exception {
        assertThatThrownBy(() ->
                        WebServer.start(new ListenAddress("0.0.0.0", 0), WebSecurity.LOCAL, WebServerTest::routes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("needs tokens");
        WebServer local =
                keep(WebServer.start(new ListenAddress("127.0.0.1", 0), WebSecurity.LOCAL, WebServerTest::routes));
        url = local.url();
        assertThat(get("/admin", "").body()).isEqualTo("admin");
        int port = URI.create(url).getPort();
        assertThat(statusLine(port, "localhost:" + port)).contains(" 200 ");
        assertThat(statusLine(port, "[::1]")).contains(" 200 ");
        assertThat(statusLine(port, "evil.example:" + port)).contains(" 403 ");
        assertThat(statusLine(port, "127.0.0.1.evil.example")).contains(" 403 ");
    }

    private static String statusLine(int port, String host) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(30_000);
            String request = "GET /admin HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1)
                    .lines()
                    .findFirst()
                    .orElse("");
        }
    }

    private TokenFile tokens() {
        return new TokenFile(folder.resolve("tokens.json"));
    }

    private String token(Scope... scopes) {
        return token(Optional.empty(), scopes);
    }

    private String token(Optional<Team> team, Scope... scopes) {
        AccessToken.Made made = AccessToken.make(
                new AccessToken.Grant(team, Set.of(scopes), START, START.plus(Duration.ofDays(1)), ""), random);
        tokens().change(all -> {
            List<AccessToken> more = new ArrayList<>(all);
            more.add(made.token());
            return more;
        });
        return made.secret().text();
    }

    private static Path secret(Path file) throws IOException {
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private <T extends AutoCloseable> T keep(T one) {
        open.add(0, one);
        return one;
    }

    private HttpRequest.Builder request(String path, String token) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url + path)).version(HttpClient.Version.HTTP_1_1);
        return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
    }

    private HttpResponse<String> get(String path, String token) throws Exception {
        return send(request(path, token).build());
    }

    private HttpResponse<String> post(String token, int bytes) throws Exception {
        return send(request("/publish", token)
                .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[bytes]))
                .build());
    }

    private HttpResponse<String> send(HttpRequest request) throws Exception {
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
