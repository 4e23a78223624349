package io.tidemark.cluster.registry.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.tidemark.cluster.registry.RegistryError;
import io.tidemark.cluster.registry.access.Caller;
import io.tidemark.cluster.registry.access.PasswordHash;
import io.tidemark.cluster.registry.access.RegistryUser;
import io.tidemark.cluster.registry.access.RegistryUsers;
import io.tidemark.cluster.registry.access.SubjectOperation;
import io.tidemark.cluster.registry.access.SubjectRight;
import io.tidemark.cluster.registry.access.UserLogins;
import io.tidemark.fixtures.process.Await;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What one caller does at the server of a registry, and what others see of it. */
@Tag("integration")
@Timeout(120)
final class RequestHandlerTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final int LARGE = 250 << 10;
    /** Linux gives the sockets of a connection 10 MiB at most by default. */
    private static final int MORE_THAN_SOCKETS_HOLD = 16 << 20;

    private static final String GET = "GET /schemas/ids/1 HTTP/1.1\r\nHost: local\r\n\r\n";
    private static final String LAST_GET = "GET /schemas/ids/1 HTTP/1.1\r\nHost: local\r\nConnection: close\r\n\r\n";

    private final Vertx vertx = Vertx.vertx();
    private final Semaphore begun = new Semaphore(0);
    private final CountDownLatch checked = new CountDownLatch(1);
    private final List<Socket> open = new ArrayList<>();
    private final Semaphore handedOver = new Semaphore(0);
    private Duration bodyTime = LONG;
    private Duration head = LONG;
    private Duration answer = LONG;
    private int ofAddress = 1_000;
    private int inAll = 1_000;
    private RequestLogin login = RequestHandlerTest::named;
    private int port;

    @TempDir
    private Path folder = Path.of("");

    @AfterEach
    void stop() throws Exception {
        checked.countDown();
        for (Socket one : open) {
            one.close();
        }
        get(vertx.close());
    }

    private static <T> T get(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private void serve() throws Exception {
        List<EndpointRoute> routes = List.of(
                EndpointRoute.open("GET", "/schemas/ids/{id}", call -> TextNode.valueOf("the schema")),
                EndpointRoute.open("GET", "/schemas/all", call -> TextNode.valueOf("x".repeat(MORE_THAN_SOCKETS_HOLD))),
                EndpointRoute.checking(
                        SubjectOperation.READ,
                        "/subjects/{subject}",
                        call -> Optional.of(call.body())
                                .filter(body -> body.asText().equals("known")),
                        call -> {
                            begun.release();
                            await();
                            return TextNode.valueOf("compared");
                        }));
        Connections connections = new Connections(vertx, head, ofAddress, inAll);
        RequestHandler handler = new RequestHandler(
                connections,
                routes,
                HandlerThreads.of(vertx),
                request -> {
                    handedOver.release();
                    return login.caller(request);
                },
                new CallerLimits(() -> 0),
                new RequestBodies(vertx, bodyTime));
        HttpServer server = get(vertx.createHttpServer(SchemaRegistryServer.httpOptions(answer))
                .connectionHandler(connections)
                .requestHandler(handler)
                .listen(0, "127.0.0.1"));
        port = server.actualPort();
    }

    private static Future<Caller> named(HttpServerRequest request) {
        String user = Objects.requireNonNullElse(request.getHeader("Authorization"), "nobody");
        return Future.succeededFuture(new Caller(user, Set.of(SubjectRight.parse("Read x.*"))));
    }

    private void await() {
        try {
            checked.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** From an address of this machine, by its last part. */
    private Socket connect(int lastPart) throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) lastPart}), 0));
        socket.connect(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
        socket.setSoTimeout(60_000);
        open.add(socket);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String read(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }

    /** The head of a request that sends a body. */
    private static String head(String user, int bodyBytes) {
        return "POST /subjects/x.a HTTP/1.1\r\nHost: local\r\nConnection: close\r\nAuthorization: " + user
                + "\r\nContent-Length: " + bodyBytes + "\r\n\r\n";
    }

    private Socket lookUp(String user, String schema) throws IOException {
        return lookUp(1, user, schema);
    }

    private Socket lookUp(int lastPart, String user, String schema) throws IOException {
        Socket socket = connect(lastPart);
        send(socket, head(user, schema.length() + 2) + '"' + schema + '"');
        return socket;
    }

    private String id(int lastPart) {
        try (Socket socket = connect(lastPart)) {
            send(socket, LAST_GET);
            return read(socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void idsAndKnownSchemasAreAnsweredWhileOthersAreCompared() throws Exception {
        serve();
        List<Socket> waiting = new ArrayList<>();
        for (int i = 0; i < HandlerThreads.Checkers.MOST_OF_CALLER; i++) {
            waiting.add(lookUp("ana", "new"));
        }
        assertThat(begun.tryAcquire(60, TimeUnit.SECONDS)).isTrue();

        assertThat(id(1)).startsWith("HTTP/1.1 200 ").endsWith("\"the schema\"");
        assertThat(read(lookUp("ana", "known"))).startsWith("HTTP/1.1 200 ").endsWith("\"known\"");
        Socket other = lookUp("bob", "new");
        checked.countDown();
        for (Socket one : waiting) {
            assertThat(read(one)).startsWith("HTTP/1.1 200 ").endsWith("\"compared\"");
        }
        assertThat(read(other)).startsWith("HTTP/1.1 200 ").endsWith("\"compared\"");
    }

    @Test
    void schemasThatAreNotKnownCountAsChanges() throws Exception {
        checked.countDown();
        serve();
        for (int i = 0; i < 100; i++) {
            assertThat(read(lookUp("ana", "new"))).startsWith("HTTP/1.1 200 ");
        }
        assertThat(read(lookUp("ana", "new")))
                .startsWith("HTTP/1.1 429 ")
                .contains("over its limit of 5 changes and checks of schemas per second");
        assertThat(read(lookUp("ana", "known"))).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void aBodyThatTakesTooLongIsRefusedAndItsConnectionClosed() throws Exception {
        bodyTime = Duration.ofMillis(200);
        serve();
        Socket slow = connect(1);
        send(slow, head("ana", 4) + "\"a");
        assertThat(read(slow)).startsWith("HTTP/1.1 408 ").contains("\"error_code\":408");
        assertThat(read(lookUp("ana", "known"))).as("in time").startsWith("HTTP/1.1 200 ");
    }

    @Test
    void bodiesOfOneUserTakeALimitedAmountOfMemory() throws Exception {
        serve();
        List<Socket> unfinished = new ArrayList<>();
        for (int i = 0; i < RequestBodies.MOST_BYTES_OF_CALLER / LARGE + 2; i++) {
            Socket one = connect(1);
            send(one, head("ana", LARGE + 1) + "x".repeat(LARGE));
            unfinished.add(one);
        }
        Await.until(() -> refused(unfinished).isPresent(), () -> "a body of ana's is refused");
        InputStream answer = refused(unfinished).orElseThrow().getInputStream();
        assertThat(new String(answer.readNBytes(answer.available()), StandardCharsets.US_ASCII))
                .startsWith("HTTP/1.1 429 ")
                .contains("\"error_code\":42901", "at most 4194304 bytes of one user");
        assertThat(read(lookUp("bob", "known"))).startsWith("HTTP/1.1 200 ");

        for (Socket one : unfinished) {
            one.close();
        }
        Await.until(
                () -> isTaken("ana", "known" + " ".repeat(LARGE)), () -> "ana's bodies are taken when others ended");
    }

    private static Optional<Socket> refused(List<Socket> sockets) {
        return sockets.stream().filter(RequestHandlerTest::hasAnswer).findFirst();
    }

    private static boolean hasAnswer(Socket socket) {
        try {
            return socket.getInputStream().available() > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isTaken(String user, String schema) {
        checked.countDown();
        try {
            return read(lookUp(user, schema)).startsWith("HTTP/1.1 200 ");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void connectionsOfOneAddressAreLimitedAndAnotherAddressIsServed() throws Exception {
        ofAddress = 3;
        serve();
        assertHolds(3, 1);
        assertThat(id(2)).startsWith("HTTP/1.1 200 ");
        open.get(0).close();
        Await.until(() -> isServed(1), () -> "a connection is served once another of its address has ended");
    }

    @Test
    void connectionsAreLimitedInAll() throws Exception {
        ofAddress = 3;
        inAll = 5;
        serve();
        assertHolds(3, 1);
        assertHolds(2, 2);
        assertThat(isServed(3)).isFalse();
    }

    /** Leaves so many connections open, each with a request that is not answered, and sees that a further one is closed. */
    private void assertHolds(int connections, int lastPart) throws Exception {
        for (int i = 0; i < connections; i++) {
            lookUp(lastPart, "user" + lastPart, "new");
        }
        assertThat(handedOver.tryAcquire(connections, 60, TimeUnit.SECONDS)).isTrue();
        assertThat(isServed(lastPart)).isFalse();
    }

    private boolean isServed(int lastPart) {
        try {
            return id(lastPart).startsWith("HTTP/1.1 200 ");
        } catch (UncheckedIOException e) {
            return false; // It was reset.
        }
    }

    @Test
    void aFurtherConnectionOfAnAddressReplacesTheOneThatWaitsLongestForARequest() throws Exception {
        ofAddress = 3;
        serve();
        Socket busy = lookUp("ana", "new");
        assertThat(handedOver.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
        Socket first = connect(1);
        Socket second = connect(1);

        assertThat(id(1)).startsWith("HTTP/1.1 200 ");

        assertThat(read(first)).isEmpty();
        send(second, LAST_GET);
        assertThat(read(second)).startsWith("HTTP/1.1 200 ");
        checked.countDown();
        assertThat(read(busy)).endsWith("\"compared\"");
    }

    @Test
    void aFurtherConnectionReplacesOneOfTheAddressThatHasMost() throws Exception {
        ofAddress = 3;
        inAll = 4;
        serve();
        Socket longest = connect(2);
        Socket ofMost = connect(1);
        connect(1);
        connect(1);

        assertThat(id(3)).startsWith("HTTP/1.1 200 ");

        assertThat(read(ofMost)).isEmpty();
        send(longest, LAST_GET);
        assertThat(read(longest)).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void aFurtherConnectionReplacesOneOfItsOwnAddressWhereAnotherHoldsAsMany() throws Exception {
        ofAddress = 3;
        inAll = 4;
        serve();
        Socket longest = connect(2);
        connect(2);
        Socket ofOwnAddress = connect(1);
        connect(1);

        assertThat(id(1)).startsWith("HTTP/1.1 200 ");

        assertThat(read(ofOwnAddress)).isEmpty();
        send(longest, LAST_GET);
        assertThat(read(longest)).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void aHeadThatIsNotWholeInTimeEndsItsConnection() throws Exception {
        head = Duration.ofSeconds(3);
        serve();
        Socket slow = connect(1);
        send(slow, "GET /sch");
        Socket answered = connect(1);
        send(answered, GET);
        assertThat(read(slow)).isEmpty();
        assertThat(read(answered)).as("nor does a next one come").endsWith("\"the schema\"");
    }

    @Test
    void aRequestThatIsSentAheadOfAnAnswerEndsItsConnection() throws Exception {
        serve();
        Socket socket = connect(1);
        send(socket, GET + LAST_GET);
        assertThat(read(socket)).startsWith("HTTP/1.1 200 ").containsOnlyOnce("HTTP/1.1");
    }

    @Test
    void anAnswerThatIsNotReadEndsItsConnectionThoughBytesComeIn() throws Exception {
        answer = Duration.ofSeconds(1);
        ofAddress = 1;
        serve();
        Socket unread = connect(1);
        send(unread, GET.replace("ids/1", "all"));
        assertThat(handedOver.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
        Await.until(
                () -> {
                    sendIfOpen(unread, "x");
                    return isServed(1);
                },
                () -> "the connection that reads nothing is closed");
    }

    private static void sendIfOpen(Socket socket, String text) {
        try {
            send(socket, text);
        } catch (IOException e) {
            // The server has closed it.
        }
    }

    @Test
    void probesNeedNoLogin() throws Exception {
        login = request -> Future.failedFuture(RegistryError.unauthorized());
        serve();
        for (String probe : List.of("live", "ready")) {
            Socket socket = connect(1);
            send(socket, LAST_GET.replace("schemas/ids/1", "health/" + probe));
            assertThat(read(socket)).startsWith("HTTP/1.1 200 ").endsWith("{\"status\":\"" + probe + "\"}");
        }
        assertThat(id(1)).startsWith("HTTP/1.1 401 ");
    }

    @Test
    void wrongPasswordsOfOneAddressLeaveRoomForThoseOfAnother() throws Exception {
        Path file = folder.resolve("users.json");
        RegistryUsers.NONE
                .with("ana", new RegistryUser(PasswordHash.of("tide", 1_000, new SecureRandom()), List.of()))
                .write(file);
        WorkerExecutor checks = vertx.createSharedWorkerExecutor("logins", 1);
        Future<Boolean> before = checks.executeBlocking(() -> checked.await(60, TimeUnit.SECONDS));
        login = RequestLogin.of(UserLogins.open(file), checks);
        serve();
        for (int i = 0; i < RequestLogin.MOST_OF_ADDRESS; i++) {
            send(connect(1), getAs("ana:wrong"));
        }
        assertThat(handedOver.tryAcquire(RequestLogin.MOST_OF_ADDRESS, 60, TimeUnit.SECONDS))
                .isTrue();

        Socket further = connect(1);
        send(further, getAs("ana:tide"));
        assertThat(read(further))
                .startsWith("HTTP/1.1 429 ")
                .contains("Too many logins are being checked: at most 8 of one address, and 32");
        Socket other = connect(2);
        send(other, getAs("ana:tide"));
        checked.countDown();
        assertThat(read(other)).startsWith("HTTP/1.1 200 ");
        assertThat(get(before)).isTrue();
    }

    private static String getAs(String credentials) {
        String encoded = Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.US_ASCII));
        return LAST_GET.replace("Connection", "Authorization: Basic " + encoded + "\r\nConnection");
    }
}
