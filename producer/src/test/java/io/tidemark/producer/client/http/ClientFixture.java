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
import java.util.concurrent.TimeUnit;

/** Clients and servers of one test, closed with it. */
final class ClientFixture {
    static final Timeouts PATIENT = new Timeouts(
            Duration.ofSeconds(20), Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofSeconds(30));

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
        return begin(client, new CompletionRequest.Expected(true, 64, 1)).get(40, TimeUnit.SECONDS);
    }

    static Seen sendWhole(StreamingClient client) throws Exception {
        return begin(client, new CompletionRequest.Expected(false, 64, 1)).get(40, TimeUnit.SECONDS);
    }

    static CompletableFuture<Seen> begin(StreamingClient client, CompletionRequest.Expected expected) {
        byte[] body = CompletionBody.of(
                ApiKind.CHAT, "m", new CompletionBody.Parameters(List.of(ChatMessage.user("hello")), 64, false));
        return begin(client, new CompletionRequest("run-lane-1", ApiKind.CHAT, body, expected));
    }

    static CompletableFuture<Seen> begin(StreamingClient client, CompletionRequest request) {
        CompletableFuture<Seen> seen = new CompletableFuture<>();
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
        client.loop().execute(() -> client.send(request, observer));
        return seen;
    }

    void close() throws Exception {
        for (AutoCloseable resource : opened) {
            resource.close();
        }
    }
}
