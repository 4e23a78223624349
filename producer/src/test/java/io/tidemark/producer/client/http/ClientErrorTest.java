package io.tidemark.producer.client.http;

import static io.tidemark.producer.client.http.ClientFixture.patient;
import static io.tidemark.producer.client.http.ClientFixture.send;
import static io.tidemark.producer.testing.Sse.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ApiKind;
import io.tidemark.events.Outcome;
import io.tidemark.producer.client.CallObserver;
import io.tidemark.producer.client.CallResult;
import io.tidemark.producer.client.ClientOptions;
import io.tidemark.producer.openai.CompletionRequest;
import io.tidemark.producer.openai.ResponseChunk;
import io.tidemark.producer.plan.Timeouts;
import io.tidemark.producer.testing.RawServer;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What goes wrong in the client itself is told as such, and keeps nothing else from going on. */
@Tag("integration")
class ClientErrorTest {
    private static final CompletionRequest.Expected TWO_TOKENS = new CompletionRequest.Expected(true, 2, 1);

    private final ClientFixture sending = new ClientFixture();

    @AfterEach
    void close() throws Exception {
        sending.close();
    }

    private RawServer server() throws IOException {
        return sending.server((request, out) -> {
            out.write(answer(2));
            out.flush();
            return true;
        });
    }

    /** A line break in it makes a header that HTTP does not have. */
    private static CompletionRequest unsendable() {
        return new CompletionRequest("run-lane-\n1", ApiKind.CHAT, new byte[] {'{', '}'}, TWO_TOKENS);
    }

    @Test
    void aRequestThatCannotBeSentEndsAsAnErrorOfTheClient() throws Exception {
        StreamingClient client = sending.client(server().url(), patient());

        ClientFixture.Seen onNewConnection = ClientFixture.await(ClientFixture.begin(client, unsendable()));
        Outcome between = send(client).outcome();
        ClientFixture.Seen onKeptConnection = ClientFixture.await(ClientFixture.begin(client, unsendable()));

        assertThat(onNewConnection.outcome()).isEqualTo(Outcome.CLIENT_ERROR);
        assertThat(onNewConnection.end().failure().type()).isEqualTo("client.exception");
        assertThat(onKeptConnection.outcome()).isEqualTo(Outcome.CLIENT_ERROR);
        assertThat(onKeptConnection.end().connection().attempts()).isEqualTo(1);
        assertThat(between).isEqualTo(Outcome.OK);
        assertThat(send(client).outcome()).isEqualTo(Outcome.OK);
    }

    @Test
    void anObserverThatFailsAtAChunkIsNotACutStream() throws Exception {
        StreamingClient client = sending.client(server().url(), patient());
        CompletableFuture<CallResult> ended = new CompletableFuture<>();
        CallObserver failing = new CallObserver() {
            @Override
            public void chunk(ResponseChunk chunk) {
                throw new IllegalStateException("no room for it");
            }

            @Override
            public void ended(CallResult end) {
                ended.complete(end);
            }
        };

        CompletionRequest request =
                new CompletionRequest("run-lane-1", ApiKind.CHAT, new byte[] {'{', '}'}, TWO_TOKENS);
        client.loop().execute(() -> client.send(request, failing));

        CallResult end = ClientFixture.await(ended);
        assertThat(end.outcome()).isEqualTo(Outcome.CLIENT_ERROR);
        assertThat(end.failure().text()).contains("no room for it").contains("ClientErrorTest");
    }

    @Test
    void anObserverThatFailsAtTheEndStopsNoTimeouts() throws Exception {
        RawServer mute = sending.server((request, out) -> {
            TimeUnit.SECONDS.sleep(90);
            return false;
        });
        StreamingClient client = sending.client(mute.url(), hasty());
        CallObserver failing = new CallObserver() {
            @Override
            public void chunk(ResponseChunk chunk) {}

            @Override
            public void ended(CallResult end) {
                throw new IllegalStateException("nobody listens");
            }
        };

        CompletionRequest request =
                new CompletionRequest("run-lane-1", ApiKind.CHAT, new byte[] {'{', '}'}, TWO_TOKENS);
        client.loop().execute(() -> client.send(request, failing));

        assertThat(send(client).outcome()).isEqualTo(Outcome.FIRST_TOKEN_TIMEOUT);
        assertThat(send(client).outcome()).isEqualTo(Outcome.FIRST_TOKEN_TIMEOUT);
    }

    private static ClientOptions hasty() {
        Duration late = ClientFixture.LATE;
        return ClientOptions.of(new Timeouts(late, Duration.ofMillis(300), late, late));
    }
}
