package io.tidemark.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.tidemark.fixtures.process.Await;
import io.tidemark.web.access.BearerTokens;
import io.tidemark.web.access.Caller;
import io.tidemark.web.access.Scope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Strangers that send slowly or nothing, and callers whose questions are slow, stop neither others nor the probes. */
@Tag("integration")
@Timeout(120)
class SlowCallersTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final int SOME = 1000;

    /** More than the buffers of a connection take. */
    private static final int LARGE = 32 << 20;

    private final CountDownLatch slowness = new CountDownLatch(1);
    private final Semaphore begun = new Semaphore(0);
    private final HttpClient http = HttpClient.newHttpClient();
    private final List<AutoCloseable> open = new ArrayList<>();
    private String url = "";

    @AfterEach
    void stop() throws Exception {
        slowness.countDown();
        for (AutoCloseable one : open) {
            one.close();
        }
    }

    private void serve(WebLimits limits) throws IOException {
        serve(limits, TrustedProxies.NONE);
    }

    private void serve(WebLimits limits, TrustedProxies proxies) throws IOException {
        serve(limits, proxies, token -> Optional.of(reader(token)));
    }

    private static Caller reader(String name) {
        return new Caller(name, Optional.empty(), Set.of(Scope.READ));
    }

    private void serve(WebLimits limits, TrustedProxies proxies, BearerTokens tokens) throws IOException {
        WebServer server = WebServer.start(
                new ListenAddress("127.0.0.1", 0),
                new WebSecurity(Optional.empty(), Optional.of(tokens), limits, proxies),
                this::routes);
        open.add(server);
        url = server.url();
    }

    private void routes(RoutesConfig routes) {
        routes.get("/open", request -> request.result("ok"), Anyone.ANYONE);
        routes.get(WebServer.LIVE, request -> request.result("alive"), Anyone.ANYONE);
        routes.post("/open", request -> request.result("" + request.bodyAsBytes().length), Anyone.ANYONE);
        routes.get("/read", request -> request.result("read"), Scope.READ);
        routes.get(
                "/large",
                request -> {
                    begun.release();
                    request.result(new byte[LARGE]);
                },
                Scope.READ);
        routes.get("/slow", this::slow, Scope.READ);
        routes.get("/slow-for-all", this::slow, Anyone.ANYONE);
    }

    private void slow(Context request) throws InterruptedException {
        begun.release();
        slowness.await();
        request.result("slow");
    }

    @ParameterizedTest
    @ValueSource(ints = {12, 20, 60})
    void slowBodiesHoldNoThread(int strangers) throws Exception {
        serve(new WebLimits(SOME, SOME, LONG, LONG, LONG, SOME, SOME));
        List<Socket> slow = new ArrayList<>();
        for (int i = 0; i < strangers; i++) {
            Socket one = connect();
            send(one, head("POST", 4) + "ab");
            slow.add(one);
        }
        othersAreAnswered();
        for (Socket one : slow) {
            send(one, "cd");
            assertThat(new String(one.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .as("it was not ended meanwhile")
                    .startsWith("HTTP/1.1 200 ")
                    .endsWith("4");
        }
    }

    @Test
    void slowHeadsAndIdleConnectionsHoldNoThread() throws Exception {
        serve(new WebLimits(SOME, SOME, LONG, LONG, LONG, SOME, SOME));
        for (int i = 0; i < 150; i++) {
            connect();
            send(connect(), "GET /open HTTP/1.1\r\nHost: local");
        }
        othersAreAnswered();
    }

    @Test
    void aBodyThatTakesTooLongIsRefused() throws Exception {
        serve(new WebLimits(SOME, SOME, LONG, Duration.ofMillis(100), LONG, SOME, SOME));
        Socket slow = connect();
        send(slow, head("POST", 4) + "ab");
        assertThat(new String(slow.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                .startsWith("HTTP/1.1 408 ");
        assertThat(http.send(
                                HttpRequest.newBuilder(URI.create(url + "/open"))
                                        .header(Callers.OWN_PAGE, "1")
                                        .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[SOME]))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString())
                        .body())
                .as("in time")
                .isEqualTo("" + SOME);
    }

    @Test
    void aHeadThatComesByteByByteIsCut() throws Exception {
        serve(new WebLimits(SOME, SOME, Duration.ofMillis(500), LONG, LONG, SOME, SOME));
        assertIsCut(connect());

        Socket kept = connect();
        send(kept, "GET /open HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(kept.getInputStream().read()).isEqualTo('H');
        assertIsCut(kept);
    }

    /** Sends bytes of a head without end. */
    private static void assertIsCut(Socket socket) throws Exception {
        send(socket, "GET /open HTTP/1.1\r\nX: ");
        Await.until(
                () -> {
                    try {
                        send(socket, "x");
                        return false;
                    } catch (IOException e) {
                        return true;
                    }
                },
                () -> "the connection is closed");
    }

    @Test
    void anAnswerMayTakeLongerThanAHead() throws Exception {
        serve(new WebLimits(SOME, SOME, Duration.ofMillis(200), LONG, LONG, SOME, SOME));
        var slow = http.sendAsync(asked("/slow", "reader"), HttpResponse.BodyHandlers.ofString());
        begin(1);
        assertIsCut(connect());
        slowness.countDown();
        assertThat(slow.get(60, TimeUnit.SECONDS).body()).isEqualTo("slow");
    }

    /** Jetty gives a connection up after 30 s without a byte, and never if one comes from time to time. */
    @Test
    void aCallerThatDoesNotReadItsAnswersIsCut() throws Exception {
        serve(new WebLimits(SOME, SOME, LONG, LONG, Duration.ofSeconds(2), SOME, SOME));
        for (int i = 0; i < CallerTurns.AT_ONCE; i++) {
            send(connect(), "GET /large HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer reader\r\n\r\n");
        }
        begin(CallerTurns.AT_ONCE);
        HttpRequest next = HttpRequest.newBuilder(asked("/read", "reader"), (name, value) -> true)
                .timeout(Duration.ofSeconds(20))
                .build();
        assertThat(http.send(next, HttpResponse.BodyHandlers.ofString()).body())
                .as("its turn comes")
                .isEqualTo("read");
        assertThat(http.send(asked("/large", "reader"), HttpResponse.BodyHandlers.ofByteArray())
                        .body())
                .as("read at once")
                .hasSize(LARGE);
    }

    @Test
    void connectionsOfOneAddressAreLimitedAndAnotherAddressIsServed() throws Exception {
        serve(new WebLimits(SOME, SOME, LONG, LONG, LONG, 1000, 50));
        List<Socket> strangers = connect(60);
        assertThat(answer(from(2), "/open")).startsWith("HTTP/1.1 200 ");
        // The server takes connections in the order in which they came.
        for (Socket longest : strangers.subList(0, 10)) {
            assertThat(isClosed(longest)).isTrue();
        }
        assertThat(answer(strangers.get(59), "/open")).as("the newest").startsWith("HTTP/1.1 200 ");
        for (int i = 0; i < 100; i++) {
            assertThat(answer(from(3), "/open")).as("one after another, %s", i).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void addressesThatHoldAllConnectionsKeepNoOtherOut() throws Exception {
        for (String sent : List.of("", "GET /open HTTP/1.1\r\n", head("POST", 4) + "ab")) {
            serve(new WebLimits(SOME, SOME, LONG, LONG, LONG, 40, 10));
            for (int i = 0; i < 40; i++) {
                send(from(2 + i % 4), sent);
            }
            List<Socket> others = List.of(from(6), from(6), from(6), from(7));
            for (Socket other : others) {
                assertThat(answer(other, "/open")).as("beside \"%s\"", sent).startsWith("HTTP/1.1 200 ");
            }
        }
    }

    @Test
    void callersWhoHoldAllConnectionsKeepNoProbeOut() throws Exception {
        serve(new WebLimits(SOME, SOME, LONG, LONG, LONG, 30, 30));
        List<Socket> held = new ArrayList<>(answered(30));
        Socket probe = from(2);
        held.addAll(connect(2 * Connections.FOR_PROBES));
        assertThat(answer(connect(), WebServer.LIVE)).startsWith("HTTP/1.1 200 ");
        assertThat(answer(probe, WebServer.LIVE))
                .as("of the address with fewest connections, though it has waited longest")
                .startsWith("HTTP/1.1 200 ");
        assertThat(answer(connect(), "/open")).startsWith("HTTP/1.1 503 ");
        slowness.countDown();
        for (Socket one : held) {
            one.close();
        }
        Await.until(this::isAnsweredInASecond, () -> "a connection is answered once others have ended");
    }

    @Test
    void anAddressThatHoldsAllOfItsConnectionsIsStillProbed() throws Exception {
        serve(new WebLimits(SOME, SOME, LONG, LONG, LONG, SOME, 20));
        answered(20);
        assertThat(answer(connect(), WebServer.LIVE)).startsWith("HTTP/1.1 200 ");
        assertThat(answer(connect(), "/open")).startsWith("HTTP/1.1 503 ");
        assertThat(answer(from(2), "/open")).startsWith("HTTP/1.1 200 ");
    }

    /** Connections whose requests are being answered, each on a thread. */
    private List<Socket> answered(int many) throws Exception {
        List<Socket> sockets = connect(many);
        for (int i = 0; i < many; i++) {
            send(
                    sockets.get(i),
                    "GET /slow HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer reader " + i / CallerTurns.AT_ONCE
                            + "\r\n\r\n");
        }
        begin(many);
        return sockets;
    }

    @Test
    void probesAreInNoRate() throws Exception {
        serve(new WebLimits(1, SOME, LONG, LONG, LONG, SOME, SOME));
        // 1 per second and 1 at once: 100 in a row take 98 s at least if none is to be too much.
        for (int i = 0; i < 100; i++) {
            assertThat(answer(connect(), WebServer.LIVE)).startsWith("HTTP/1.1 200 ");
        }
    }

    /** A program reads the line; HTML is for who asks for it. */
    @Test
    void refusalsAreOneLineOfTextThatNamesTheLimit() throws Exception {
        serve(new WebLimits(3, 2, LONG, Duration.ofMillis(200), LONG, SOME, 20));
        Socket slow = connect();
        send(slow, head("POST", 2) + "a");
        assertIsText(read(slow), 408, "a body must be whole within 200 ms of its head");
        Socket large = connect();
        send(large, head("POST", 3) + "abc");
        assertIsText(read(large), 413, "2");
        String over = answer(connect(), "/open");
        while (!over.startsWith("HTTP/1.1 429 ")) {
            over = answer(connect(), "/open");
        }
        assertIsText(over, 429, "one caller may send at most 3 requests per second, and as many again at once");
    }

    @Test
    void aConnectionTooManyIsToldTheLimitInText() throws Exception {
        serve(new WebLimits(SOME, SOME, LONG, LONG, LONG, 40, 20));
        answered(20);
        assertIsText(
                answer(connect(), "/open"),
                503,
                "at most 40 connections are served at a time, and 20 of one address; this one is for probes alone");
    }

    private static void assertIsText(String answer, int status, String description) {
        assertThat(answer).startsWith("HTTP/1.1 " + status + " ").containsIgnoringCase("Content-Type: text/plain");
        assertThat(answer.substring(answer.indexOf("\r\n\r\n") + 4))
                .contains(description)
                .hasLineCount(1);
    }

    private static String read(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }

    @Test
    void aTrustedProxyHasAllConnectionsAndItsCallersAreCountedApart() throws Exception {
        serve(new WebLimits(5, SOME, LONG, LONG, LONG, SOME, 20), TrustedProxies.parse(List.of("127.0.0.1")));
        connect(100);
        assertThat(forwardedFor("192.0.2.1")).startsWith("HTTP/1.1 200 ");
        Await.until(() -> forwardedFor("192.0.2.1").startsWith("HTTP/1.1 429 "), () -> "the caller is over its rate");
        assertThat(forwardedFor("192.0.2.1, 192.0.2.2")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void addressesOfOneIpv6NetworkShareARate() throws Exception {
        serve(new WebLimits(5, SOME, LONG, LONG, LONG, SOME, SOME), TrustedProxies.parse(List.of("127.0.0.1")));
        // 5 per second and 5 at once: 100 in a row take 19 s at least if none is to be too much.
        int sent = 1;
        while (sent < 100 && forwardedFor("2001:db8:0:1::" + sent).startsWith("HTTP/1.1 200 ")) {
            sent++;
        }
        assertThat(sent).as("addresses, before one was over the rate").isLessThan(100);
        assertThat(forwardedFor("2001:db8:0:2::1")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void tokensThatWereNeverValidAreVerifiedAtTheRateOfTheirAddress() throws Exception {
        AtomicInteger verified = new AtomicInteger();
        serve(new WebLimits(3, SOME, LONG, LONG, LONG, SOME, SOME), TrustedProxies.NONE, token -> {
            verified.incrementAndGet();
            return token.equals("valid") ? Optional.of(reader("valid")) : Optional.empty();
        });
        assertThat(status("valid")).isEqualTo(200);
        // 3 per second and 3 at once: 100 in a row take 32 s at least if none is to be too much.
        int taken = 0;
        while (taken < 100 && status("forged" + taken) == 401) {
            taken++;
        }
        assertThat(taken).isLessThan(100);
        assertThat(verified).as("the one that was too much was not verified").hasValue(1 + taken);
        assertThat(status("valid")).as("by a token that was valid before").isEqualTo(200);
    }

    private int status(String token) throws Exception {
        return http.send(asked("/read", token), HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    private String forwardedFor(String addresses) {
        try (Socket socket = connect()) {
            send(
                    socket,
                    "GET /open HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Forwarded-For: " + addresses
                            + "\r\n\r\n");
            return read(socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Socket> connect(int many) throws IOException {
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            sockets.add(connect());
        }
        return sockets;
    }

    /** From another address of this machine. */
    private Socket from(int lastPart) throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) lastPart}), 0));
        socket.connect(server());
        open.add(socket);
        socket.setSoTimeout(60_000);
        return socket;
    }

    private boolean isAnsweredInASecond() {
        try (Socket socket = connect()) {
            socket.setSoTimeout(1_000);
            return answer(socket).startsWith("HTTP/1.1 200 ");
        } catch (SocketException | SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void slowQuestionsOfOneCallerLeaveOthersTheirAnswers() throws Exception {
        serve(new WebLimits(SOME, SOME, LONG, LONG, LONG, SOME, SOME));
        List<CompletableFuture<HttpResponse<String>>> slow = new ArrayList<>();
        int taken = CallerTurns.AT_ONCE + CallerTurns.MOST_WAITING;
        for (int i = 0; i < taken + 10; i++) {
            slow.add(http.sendAsync(asked("/slow", "reader"), HttpResponse.BodyHandlers.ofString()));
        }
        begin(CallerTurns.AT_ONCE);
        othersAreAnswered();
        assertThat(http.send(asked("/read", "another"), HttpResponse.BodyHandlers.ofString())
                        .body())
                .isEqualTo("read");
        slowness.countDown();
        List<Integer> statuses = new ArrayList<>();
        for (CompletableFuture<HttpResponse<String>> one : slow) {
            statuses.add(one.get(60, TimeUnit.SECONDS).statusCode());
        }
        assertThat(statuses).containsOnly(200, 503);
        assertThat(http.send(asked("/read", "reader"), HttpResponse.BodyHandlers.ofString())
                        .body())
                .as("afterwards")
                .isEqualTo("read");
    }

    @Test
    void theProbeIsAnsweredWhileEveryThreadWaits() throws Exception {
        serve(new WebLimits(SOME, SOME, LONG, LONG, LONG, SOME, SOME));
        for (int i = 0; i < 60; i++) {
            var unused = http.sendAsync(asked("/slow", "reader " + i), HttpResponse.BodyHandlers.ofString());
        }
        begin(CallerTurns.THREADS);
        assertThat(answer(connect(), WebServer.LIVE)).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void callersWithoutATokenLeaveThreadsToOthers() throws Exception {
        serve(new WebLimits(SOME, SOME, LONG, LONG, LONG, SOME, SOME));
        for (int i = 0; i < CallerTurns.THREADS + CallerTurns.AT_ONCE; i++) {
            send(from(2 + i / CallerTurns.AT_ONCE), "GET /slow-for-all HTTP/1.1\r\nHost: localhost\r\n\r\n");
        }
        begin(CallerTurns.THREADS_FOR_STRANGERS);
        assertThat(answer(connect(), WebServer.LIVE)).startsWith("HTTP/1.1 200 ");
        assertThat(http.send(asked("/read", "reader"), HttpResponse.BodyHandlers.ofString())
                        .body())
                .isEqualTo("read");
        assertThat(begun.availablePermits()).as("more of them").isZero();
    }

    private void begin(int questions) throws InterruptedException {
        assertThat(begun.tryAcquire(questions, 60, TimeUnit.SECONDS)).isTrue();
    }

    private void othersAreAnswered() throws IOException {
        assertThat(answer(connect(), WebServer.LIVE)).startsWith("HTTP/1.1 200 ");
        assertThat(answer(connect())).startsWith("HTTP/1.1 200 ");
    }

    private HttpRequest asked(String path, String caller) {
        return HttpRequest.newBuilder(URI.create(url + path))
                .version(HttpClient.Version.HTTP_1_1)
                .header("Authorization", "Bearer " + caller)
                .build();
    }

    private InetSocketAddress server() throws IOException {
        InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        return new InetSocketAddress(loopback, URI.create(url).getPort());
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket();
        socket.connect(server());
        socket.setSoTimeout(60_000);
        open.add(socket);
        return socket;
    }

    private static String head(String method, int bodyBytes) {
        return method + " /open HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + Callers.OWN_PAGE
                + ": 1\r\nContent-Length: " + bodyBytes + "\r\n\r\n";
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String answer(Socket socket) throws IOException {
        return answer(socket, "/open");
    }

    private static String answer(Socket socket, String path) throws IOException {
        send(socket, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        return read(socket);
    }

    private static boolean isClosed(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException e) {
            return true; // It was reset.
        }
    }
}
