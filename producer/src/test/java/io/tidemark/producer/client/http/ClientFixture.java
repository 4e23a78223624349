package io.tidemark.producer.client.http;

import io.tidemark.events.ApiKind;
import io.tidemark.events.Outcome;
import io.tidemark.producer.client.CallObserver;
import io.tidemark.producer.client.CallResult;
import io.tidemark.producer.client.ClientOptions;
import io.tidemark.producer.client.TargetEndpoint;
import io.tidemark.producer.openai.ChatMessage;
import io.tidemark.producer.openai.CompletionBody;
import io.tidemark.producer.openai.CompletionRequest;
import io.tidemark.producer.openai.ResponseChunk;
import io.tidemark.producer.plan.Timeouts;
import io.tidemark.producer.testing.RawServer;
import io.tidemark.schemas.time.NanoClock;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Clients and servers of one test, closed with it. */
final class ClientFixture {
    /** Far beyond what anything takes on a machine that is ten times as slow. */
    static final Duration LATE = Duration.ofMinutes(2);

    static final Timeouts PATIENT = new Timeouts(LATE, LATE, LATE, LATE);

    /** After the last of the client's own time-outs. */
    private static final long WITHIN_SECONDS = 2 * LATE.toSeconds();

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    /** What became of a request. */
    record Seen(CallResult end, List<ResponseChunk> chunks) {
        Outcome outcome() {
            return end.outcome();
        }
    }

    static ClientOptions patient() {
        return ClientOptions.of(PATIENT);
    }

    <T extends AutoCloseable> T keep(T resource) {
        opened.addFirst(resource);
        return resource;
    }

    RawServer server(RawServer.Script script) throws IOException {
        return keep(new RawServer(script));
    }

    StreamingClient client(URI url, ClientOptions options) {
        return keep(new StreamingClient(TargetEndpoint.of(url), options, NanoClock.SYSTEM));
    }

    static Seen send(StreamingClient client) throws Exception {
        return await(begin(client, new CompletionRequest.Expected(true, 64, 1)));
    }

    static Seen sendWhole(StreamingClient client) throws Exception {
        return await(begin(client, new CompletionRequest.Expected(false, 64, 1)));
    }

    /** What comes of something that ends by itself. */
    static <T> T await(Future<T> result) throws Exception {
        return result.get(WITHIN_SECONDS, TimeUnit.SECONDS);
    }

    /** So many streams at once: the client has taken all of them before any is answered. */
    static List<CompletableFuture<Seen>> beginTogether(StreamingClient client, int requests) throws Exception {
        return await(client.loop()
                .submit(() -> IntStream.range(0, requests)
                        .mapToObj(i -> sent(client, hello(new CompletionRequest.Expected(true, 64, 1))))
                        .toList()));
    }

    static CompletableFuture<Seen> begin(StreamingClient client, CompletionRequest.Expected expected) {
        return begin(client, hello(expected));
    }

    private static CompletionRequest hello(CompletionRequest.Expected expected) {
        byte[] body = CompletionBody.of(
                ApiKind.CHAT, "m", new CompletionBody.Parameters(List.of(ChatMessage.user("hello")), 64, false));
        return new CompletionRequest("run-lane-1", ApiKind.CHAT, body, expected);
    }

    static CompletableFuture<Seen> begin(StreamingClient client, CompletionRequest request) {
        CompletableFuture<Seen> seen = new CompletableFuture<>();
        client.loop().execute(() -> send(client, request, seen));
        return seen;
    }

    /** On the client's loop. */
    private static CompletableFuture<Seen> sent(StreamingClient client, CompletionRequest request) {
        CompletableFuture<Seen> seen = new CompletableFuture<>();
        send(client, request, seen);
        return seen;
    }

    private static void send(StreamingClient client, CompletionRequest request, CompletableFuture<Seen> seen) {
        List<ResponseChunk> chunks = new ArrayList<>();
        CallObserver observer = new CallObserver() {
            @Override
            public void chunk(ResponseChunk chunk) {
                chunks.add(chunk);
            }

            @Override
            public void ended(CallResult end) {
                seen.complete(new Seen(end, chunks));
            }
        };
        client.send(request, observer);
    }

    void close() throws Exception {
        for (AutoCloseable resource : opened) {
            resource.close();
        }
    }
}
