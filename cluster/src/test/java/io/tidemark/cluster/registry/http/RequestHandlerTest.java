package io.tidemark.cluster.registry.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.tidemark.cluster.registry.access.Caller;
import io.tidemark.cluster.registry.access.SubjectOperation;
import io.tidemark.cluster.registry.access.SubjectRight;
import io.tidemark.fixtures.process.Await;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
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

/** What one caller does at the server of a registry, and what others see of it. */
@Tag("integration")
@Timeout(120)
final class RequestHandlerTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final int LARGE = 250 << 10;

    private final Vertx vertx = Vertx.vertx();
    private final Semaphore begun = new Semaphore(0);
    private final CountDownLatch checked = new CountDownLatch(1);
    private final List<Socket> open = new ArrayList<>();
    private int port;

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

    private void serve(Duration bodyTime, ConnectionLimit connections) throws Exception {
        List<EndpointRoute> routes = List.of(
                EndpointRoute.open("GET", "/schemas/ids/{id}", call -> TextNode.valueOf("the schema")),
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
        RequestHandler handler = new RequestHandler(
                routes,
                HandlerThreads.of(vertx),
                user -> Future.succeededFuture(
                        new Caller(Objects.requireNonNullElse(user, "nobody"), Set.of(SubjectRight.parse("Read x.*")))),
                new CallerLimits(() -> 0),
                new RequestBodies(vertx, bodyTime));
        HttpServer server = get(vertx.createHttpServer(new HttpServerOptions().setHttp2ClearTextEnabled(false))
                .connectionHandler(connections)
                .requestHandler(handler)
                .listen(0, "127.0.0.1"));
        port = server.actualPort();
    }

    private static ConnectionLimit manyConnections() {
        return new ConnectionLimit(1_000, 1_000);
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
        Socket socket = connect(1);
        send(socket, head(user, schema.length() + 2) + '"' + schema + '"');
        return socket;
    }

    private String id(int lastPart) {
        try (Socket socket = connect(lastPart)) {
            send(socket, "GET /schemas/ids/1 HTTP/1.1\r\nHost: local\r\nConnection: close\r\n\r\n");
            return read(socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void idsAndKnownSchemasAreAnsweredWhileOthersAreCompared() throws Exception {
        serve(LONG, manyConnections());
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
        serve(LONG, manyConnections());
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
        serve(Duration.ofMillis(200), manyConnections());
        Socket slow = connect(1);
        send(slow, head("ana", 4) + "\"a");
        assertThat(read(slow)).startsWith("HTTP/1.1 408 ").contains("\"error_code\":408");
        assertThat(read(lookUp("ana", "known"))).as("in time").startsWith("HTTP/1.1 200 ");
    }

    @Test
    void bodiesOfOneUserTakeALimitedAmountOfMemory() throws Exception {
        serve(LONG, manyConnections());
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
        serve(LONG, new ConnectionLimit(3, 1_000));
        assertHolds(3, 1);
        assertThat(id(2)).startsWith("HTTP/1.1 200 ");
        open.get(0).close();
        Await.until(() -> isServed(1), () -> "a connection is served once another of its address has ended");
    }

    @Test
    void connectionsAreLimitedInAll() throws Exception {
        serve(LONG, new ConnectionLimit(3, 5));
        assertHolds(3, 1);
        assertHolds(2, 2);
        assertThat(isServed(3)).isFalse();
    }

    /** Leaves so many connections open, and sees that a further one is closed. */
    private void assertHolds(int connections, int lastPart) throws IOException {
        for (int i = 0; i < connections; i++) {
            connect(lastPart);
        }
        assertThat(isServed(lastPart)).isFalse();
    }

    private boolean isServed(int lastPart) {
        try {
            return id(lastPart).startsWith("HTTP/1.1 200 ");
        } catch (UncheckedIOException e) {
            return false; // It was reset.
        }
    }
}
