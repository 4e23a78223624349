package io.tidemark.bench.client;

import io.tidemark.events.ApiKind;
import io.tidemark.events.Outcome;
import io.tidemark.producer.client.CallObserver;
import io.tidemark.producer.client.CallResult;
import io.tidemark.producer.client.ClientOptions;
import io.tidemark.producer.client.TargetEndpoint;
import io.tidemark.producer.client.http.StreamingClient;
import io.tidemark.producer.openai.CompletionRequest;
import io.tidemark.producer.openai.ResponseChunk;
import io.tidemark.producer.plan.Timeouts;
import io.tidemark.schemas.time.NanoClock;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;

/** The client that {@code tidemark run} uses. */
final class LoadGeneratorClient implements BenchmarkClient {
    private final TargetEndpoint endpoint;
    private final NanoClock clock;

    LoadGeneratorClient(URI server, NanoClock clock) {
        this.endpoint = TargetEndpoint.of(server);
        this.clock = clock;
    }

    @Override
    public String name() {
        return "tidemark";
    }

    @Override
    public List<ClientStamps> send(ClosedLoad load) throws InterruptedException {
        try (StreamingClient client = new StreamingClient(endpoint, ClientOptions.of(Timeouts.DEFAULT), clock)) {
            Sending sending = new Sending(client, load);
            client.loop().execute(sending::begin);
            sending.ended.await();
            return sending.seen;
        }
    }

    /** Confined to the client's loop until it has ended. */
    private static final class Sending {
        private final StreamingClient client;
        private final ClosedLoad load;
        private final CountDownLatch ended;
        private final List<ClientStamps> seen = Collections.synchronizedList(new ArrayList<>());
        private int next;

        Sending(StreamingClient client, ClosedLoad load) {
            this.client = client;
            this.load = load;
            this.ended = new CountDownLatch(load.requests());
        }

        void begin() {
            for (int i = 0; i < load.streams(); i++) {
                sendNext();
            }
        }

        private void sendNext() {
            if (next == load.requests()) {
                return;
            }
            int number = next++;
            CompletionRequest request =
                    new CompletionRequest(load.id(number), ApiKind.CHAT, load.body(number), load.outputTokens(number));
            client.send(request, new Watch(load.id(number)));
        }

        private final class Watch implements CallObserver {
            private final String id;
            private OptionalLong firstNanos = OptionalLong.empty();

            Watch(String id) {
                this.id = id;
            }

            @Override
            public void chunk(ResponseChunk chunk) {
                if (firstNanos.isEmpty() && chunk.isOutput()) {
                    firstNanos = OptionalLong.of(chunk.stampNanos());
                }
            }

            @Override
            public void ended(CallResult end) {
                if (end.outcome() == Outcome.OK) {
                    seen.add(new ClientStamps(id, end.stamps().sentNanos(), firstNanos.orElseThrow()));
                }
                ended.countDown();
                client.loop().execute(Sending.this::sendNext);
            }
        }
    }
}
