package io.tidemark.producer.client;

import io.tidemark.events.ApiKind;
import io.tidemark.events.Outcome;
import io.tidemark.producer.plan.Timeouts;
import io.tidemark.producer.testing.RawServer;
import io.tidemark.producer.workload.Message;
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
final class Sending {
    static final Timeouts PATIENT = new Timeouts(
            Duration.ofSeconds(20), Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofSeconds(30));

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    /** What became of a request. */
    record Seen(CallEnd end, List<Chunk> chunks) {
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
        return keep(new StreamingClient(Endpoint.of(url), options, NanoClock.SYSTEM));
    }

    static Seen send(StreamingClient client) throws Exception {
        return begin(client, new CallRequest.Expected(true, 64, 1)).get(40, TimeUnit.SECONDS);
    }

    static Seen sendWhole(StreamingClient client) throws Exception {
        return begin(client, new CallRequest.Expected(false, 64, 1)).get(40, TimeUnit.SECONDS);
    }

    static CompletableFuture<Seen> begin(StreamingClient client, CallRequest.Expected expected) {
        byte[] body = RequestBody.of(ApiKind.CHAT, "m", new RequestBody.Ask(List.of(Message.user("hello")), 64, false));
        return begin(client, new CallRequest("run-lane-1", ApiKind.CHAT, body, expected));
    }

    static CompletableFuture<Seen> begin(StreamingClient client, CallRequest request) {
        CompletableFuture<Seen> seen = new CompletableFuture<>();
        List<Chunk> chunks = new ArrayList<>();
        CallObserver observer = new CallObserver() {
            @Override
            public void chunk(Chunk chunk) {
                chunks.add(chunk);
            }

            @Override
            public void ended(CallEnd end) {
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
