package io.tidemark.producer.client.http;

import static io.tidemark.producer.testing.Sse.DONE;
import static io.tidemark.producer.testing.Sse.END;
import static io.tidemark.producer.testing.Sse.HEAD;
import static io.tidemark.producer.testing.Sse.answer;
import static io.tidemark.producer.testing.Sse.bytes;
import static io.tidemark.producer.testing.Sse.content;
import static io.tidemark.producer.testing.Sse.part;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ApiKind;
import io.tidemark.events.Outcome;
import io.tidemark.events.TokenSource;
import io.tidemark.fixtures.tls.TestKeys;
import io.tidemark.producer.client.ApiKey;
import io.tidemark.producer.client.CallStamps;
import io.tidemark.producer.client.ClientOptions;
import io.tidemark.producer.client.Credentials;
import io.tidemark.producer.client.TargetEndpoint;
import io.tidemark.producer.client.http.ClientFixture.Seen;
import io.tidemark.producer.openai.ChatMessage;
import io.tidemark.producer.openai.CompletionBody;
import io.tidemark.producer.openai.CompletionRequest;
import io.tidemark.producer.openai.RequestFailure;
import io.tidemark.producer.openai.ResponseChunk;
import io.tidemark.producer.plan.ConnectionPlan;
import io.tidemark.producer.plan.ConnectionPlan.Http;
import io.tidemark.producer.plan.ConnectionPlan.KeepAlive;
import io.tidemark.producer.plan.Timeouts;
import io.tidemark.producer.testing.RawServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
class StreamingClientTest {
    private final ClientFixture sending = new ClientFixture();

    @AfterEach
    void closeAll() throws Exception {
        sending.close();
    }

    private RawServer server(RawServer.Script script) throws IOException {
        return sending.server(script);
    }

    private StreamingClient client(URI url, ClientOptions options) {
        return sending.client(url, options);
    }

    private StreamingClient client(RawServer server) {
        return client(server.url(), ClientFixture.patient());
    }

    private static Seen send(StreamingClient client, int outputTokens) throws Exception {
        return ClientFixture.await(begin(client, outputTokens));
    }

    /** Asks for exactly so many tokens. */
    private static CompletableFuture<Seen> begin(StreamingClient client, int outputTokens) {
        byte[] body = CompletionBody.of(
                ApiKind.CHAT,
                "m",
                new CompletionBody.Parameters(List.of(ChatMessage.user("hello")), outputTokens, true));
        return ClientFixture.begin(client, new CompletionRequest("run-lane-1", ApiKind.CHAT, body, outputTokens));
    }

    private static void write(OutputStream out, byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    @Test
    void aStreamWithOutputAndDoneIsOk() throws Exception {
        RawServer server = server((request, out) -> {
            write(out, answer(3));
            return true;
        });

        Seen seen = send(client(server), 3);

        assertThat(seen.outcome()).isEqualTo(Outcome.OK);
        assertThat(seen.end().response().outputTokens()).hasValue(3);
        assertThat(seen.end().response().tokenSource()).isEqualTo(TokenSource.USAGE);
        assertThat(seen.end().connection().attempts()).isEqualTo(1);
        CallStamps stamps = seen.end().stamps();
        assertThat(stamps.connectStartNanos().getAsLong()).isGreaterThanOrEqualTo(stamps.sentNanos());
        assertThat(stamps.firstByteNanos().getAsLong())
                .isGreaterThan(stamps.connectEndNanos().getAsLong());
        assertThat(seen.end().endNanos())
                .isGreaterThanOrEqualTo(seen.chunks().get(0).stampNanos());
    }

    @Test
    void asksForAStreamWithUsageOfExactLengthAndSaysWhoAsks() throws Exception {
        RawServer server = server((request, out) -> {
            write(out, answer(1));
            return true;
        });
        ClientOptions options = ClientFixture.patient().with(Credentials.of(new ApiKey("sk-1")));

        send(client(server.url(), options), 9);

        RawServer.Request request = server.requests().get(0);
        assertThat(request.path()).isEqualTo("/v1/chat/completions");
        assertThat(request.head()).contains("x-request-id: run-lane-1").contains("authorization: Bearer sk-1");
        assertThat(request.body())
                .isEqualTo("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}],"
                        + "\"max_tokens\":9,\"ignore_eos\":true,\"min_tokens\":9,"
                        + "\"stream\":true,\"stream_options\":{\"include_usage\":true}}");
    }

    @Test
    void reusesAConnectionAndSaysSo() throws Exception {
        RawServer server = server((request, out) -> {
            write(out, answer(2));
            return true;
        });
        StreamingClient client = client(server);

        Seen first = send(client, 2);
        Seen second = send(client, 2);

        assertThat(first.end().connection().reused()).isFalse();
        assertThat(second.end().connection().reused()).isTrue();
        assertThat(second.end().stamps().connectStartNanos()).isEmpty();
        assertThat(server.requests())
                .extracting(RawServer.Request::onConnection)
                .containsExactly(0, 1);
    }

    private RawServer answersOnlyTheFirstOfAConnection(Duration closesAfter) throws IOException {
        return server((request, out) -> {
            if (request.onConnection() == 1) {
                TimeUnit.NANOSECONDS.sleep(closesAfter.toNanos());
                return false;
            }
            write(out, answer(2));
            return true;
        });
    }

    @Test
    void aRequestThatMetAKeptAliveConnectionAlreadyClosedIsSentOnceMore() throws Exception {
        RawServer server = answersOnlyTheFirstOfAConnection(Duration.ZERO);
        // Of a clock that stands still every close comes at once.
        StreamingClient client =
                sending.keep(new StreamingClient(TargetEndpoint.of(server.url()), ClientFixture.patient(), () -> 0));

        send(client, 2);
        Seen second = send(client, 2);

        assertThat(second.outcome()).isEqualTo(Outcome.OK);
        assertThat(second.end().connection().attempts()).isEqualTo(2);
        assertThat(second.end().connection().transparentRetries()).isEqualTo(1);
        assertThat(second.end().connection().reused()).isFalse();
        assertThat(server.requests()).hasSize(3);
    }

    @Test
    void aRequestThatTheServerMayHaveProcessedIsNotSentOnceMore() throws Exception {
        RawServer server = answersOnlyTheFirstOfAConnection(Duration.ofMillis(500));
        StreamingClient client = client(server);

        send(client, 2);
        Seen second = send(client, 2);

        assertThat(second.outcome()).isEqualTo(Outcome.CONNECTION_RESET);
        assertThat(second.end().connection().attempts()).isEqualTo(1);
        assertThat(second.end().connection().reused()).isTrue();
        assertThat(server.requests()).hasSize(2);
    }

    @Test
    void aNewConnectionThatDiesUnansweredIsReset() throws Exception {
        RawServer server = server((request, out) -> false);

        Seen seen = send(client(server), 2);

        assertThat(seen.outcome()).isEqualTo(Outcome.CONNECTION_RESET);
        assertThat(seen.end().connection().attempts()).isEqualTo(1);
    }

    @Test
    void nobodyListeningIsRefused() throws Exception {
        URI url;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            url = URI.create("http://127.0.0.1:" + socket.getLocalPort());
        }

        assertThat(send(client(url, ClientFixture.patient()), 2).outcome()).isEqualTo(Outcome.CONNECTION_REFUSED);
    }

    @Test
    void aNameThatDoesNotResolveIsDns() throws Exception {
        StreamingClient client = client(URI.create("http://no-such-host.invalid:80"), ClientFixture.patient());

        assertThat(send(client, 2).outcome()).isEqualTo(Outcome.DNS);
    }

    @Test
    void plainTextWhereTlsIsExpectedIsTls() throws Exception {
        ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        sending.keep(socket);
        Thread answering = new Thread(() -> {
            try (var accepted = socket.accept()) {
                write(accepted.getOutputStream(), bytes("HTTP/1.1 400 Bad Request\r\n\r\n"));
                accepted.getInputStream().readAllBytes();
            } catch (IOException e) {
                // The test is over.
            }
        });
        answering.setDaemon(true);
        answering.start();

        Seen seen = send(client(URI.create("https://127.0.0.1:" + socket.getLocalPort()), ClientFixture.patient()), 2);

        assertThat(seen.outcome()).isEqualTo(Outcome.TLS);
    }

    @Test
    void aStreamWithoutDoneIsCut() throws Exception {
        RawServer server = server((request, out) -> {
            write(out, bytes(HEAD));
            write(out, part(content("a")));
            write(out, bytes(END));
            return true;
        });

        assertThat(send(client(server), 2).outcome()).isEqualTo(Outcome.STREAM_CUT);
    }

    @Test
    void aConnectionThatEndsInsideTheBodyIsCut() throws Exception {
        RawServer server = server((request, out) -> {
            write(out, bytes(HEAD));
            write(out, part(content("a")));
            return false;
        });

        Seen seen = send(client(server), 2);

        assertThat(seen.outcome()).isEqualTo(Outcome.STREAM_CUT);
        assertThat(seen.end().response().outputTokens()).hasValue(1);
        assertThat(seen.end().response().tokenSource()).isEqualTo(TokenSource.CHUNK_ESTIMATE);
    }

    @Test
    void doneWithoutOutputIsEmpty() throws Exception {
        RawServer server = server((request, out) -> {
            write(out, bytes(HEAD));
            write(out, part(DONE));
            write(out, bytes(END));
            return true;
        });

        assertThat(send(client(server), 2).outcome()).isEqualTo(Outcome.EMPTY);
    }

    @Test
    void whatIsNoStreamIsMalformed() throws Exception {
        RawServer server = server((request, out) -> {
            write(out, bytes("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"));
            return true;
        });

        assertThat(send(client(server), 2).outcome()).isEqualTo(Outcome.MALFORMED);
    }

    @Test
    void anHttpErrorKeepsItsStatusAndReason() throws Exception {
        String body =
                "{\"error\":{\"message\":\"The model `m` does not exist.\",\"type\":\"NotFoundError\",\"code\":404}}";
        RawServer server = server((request, out) -> {
            write(out, bytes("HTTP/1.1 404 Not Found\r\nContent-Length: " + body.length() + "\r\n\r\n" + body));
            return true;
        });

        Seen seen = send(client(server), 2);

        assertThat(seen.outcome()).isEqualTo(Outcome.HTTP_ERROR);
        assertThat(seen.end().response().httpStatus()).hasValue(404);
        assertThat(seen.end().failure())
                .isEqualTo(new RequestFailure("NotFoundError", "404", "The model `m` does not exist."));
    }

    @Test
    void aServerThatIgnoresTheLimitIsStopped() throws Exception {
        RawServer server = server((request, out) -> {
            write(out, answer(500));
            return true;
        });

        Seen seen = send(client(server), 4);

        assertThat(seen.outcome()).isEqualTo(Outcome.STREAM_ERROR);
        assertThat(seen.end().failure().type()).isEqualTo("client.output_cap");
    }

    @Test
    void timeoutsAreToldApart() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        RawServer silent = server((request, out) -> {
            over.await();
            return false;
        });
        RawServer stalled = server((request, out) -> {
            write(out, bytes(HEAD));
            write(out, part(content("a")));
            over.await();
            return false;
        });
        Duration soon = Duration.ofMillis(100);
        Duration late = ClientFixture.LATE;

        Seen first = send(client(silent.url(), ClientOptions.of(new Timeouts(late, soon, late, late))), 2);
        Seen gap = send(client(stalled.url(), ClientOptions.of(new Timeouts(late, late, soon, late))), 2);
        Seen total = send(client(silent.url(), ClientOptions.of(new Timeouts(late, late, late, soon))), 2);
        over.countDown();

        assertThat(List.of(first.outcome(), gap.outcome(), total.outcome()))
                .containsExactly(Outcome.FIRST_TOKEN_TIMEOUT, Outcome.TOKEN_GAP_TIMEOUT, Outcome.TOTAL_TIMEOUT);
    }

    @Test
    void whatIsInFlightCanBeGivenUp() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        RawServer server = server((request, out) -> {
            arrived.countDown();
            over.await();
            return false;
        });
        StreamingClient client = client(server);

        CompletableFuture<Seen> seen = begin(client, 2);
        assertThat(arrived.await(ClientFixture.LATE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        client.loop().execute(client::cancelAll);

        assertThat(ClientFixture.await(seen).outcome()).isEqualTo(Outcome.CANCELLED);
        over.countDown();
    }

    @Test
    void anAnswerWrittenByteByByteIsTheSameAnswer() throws Exception {
        byte[] whole = answer(5);
        RawServer server = server((request, out) -> {
            for (byte b : whole) {
                out.write(b);
                out.flush();
            }
            return true;
        });

        Seen seen = send(client(server), 5);

        assertThat(seen.outcome()).isEqualTo(Outcome.OK);
        assertThat(seen.chunks().stream().filter(ResponseChunk::isOutput)).hasSize(5);
    }

    @Test
    void tlsIsSpokenAndItsHandshakeStamped(@TempDir Path directory) throws Exception {
        KeyStore keys = TestKeys.selfSigned(directory);
        RawServer server = new RawServer(TestKeys.serverSocket(keys), (request, out) -> {
            write(out, answer(3));
            return true;
        });
        sending.keep(server);
        ConnectionPlan.Tls trusting =
                new ConnectionPlan.Tls(Optional.of(TestKeys.pem(keys, directory)), Optional.empty(), false);
        ClientOptions options = ClientFixture.patient()
                .with(new ConnectionPlan(trusting, Optional.empty(), Http.ONE, KeepAlive.DEFAULT));
        URI url = URI.create(server.secureUrl().toString().replace("localhost", "127.0.0.1"));

        Seen seen = send(client(url, options), 3);
        Seen distrusted = send(client(url, ClientFixture.patient()), 3);

        assertThat(seen.outcome()).isEqualTo(Outcome.OK);
        CallStamps stamps = seen.end().stamps();
        assertThat(stamps.tlsStartNanos()).isEqualTo(stamps.connectEndNanos());
        assertThat(stamps.tlsEndNanos().getAsLong())
                .isGreaterThan(stamps.tlsStartNanos().getAsLong());
        assertThat(stamps.firstByteNanos().getAsLong())
                .isGreaterThan(stamps.tlsEndNanos().getAsLong());
        assertThat(distrusted.outcome()).isEqualTo(Outcome.TLS);
    }
}
