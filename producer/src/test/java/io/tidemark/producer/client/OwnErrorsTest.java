package io.tidemark.producer.client;

import static io.tidemark.producer.client.Sending.patient;
import static io.tidemark.producer.client.Sending.send;
import static io.tidemark.producer.testing.Sse.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ApiKind;
import io.tidemark.events.Outcome;
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
class OwnErrorsTest {
    private static final CallRequest.Expected TWO_TOKENS = new CallRequest.Expected(true, 2, 1);

    private final Sending sending = new Sending();

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
    private static CallRequest unsendable() {
        return new CallRequest("run-lane-\n1", ApiKind.CHAT, new byte[] {'{', '}'}, TWO_TOKENS);
    }

    @Test
    void aRequestThatCannotBeSentEndsAsAnErrorOfTheClient() throws Exception {
        StreamingClient client = sending.client(server().url(), patient());

        Sending.Seen onNewConnection = Sending.begin(client, unsendable()).get(90, TimeUnit.SECONDS);
        Outcome between = send(client).outcome();
        Sending.Seen onKeptConnection = Sending.begin(client, unsendable()).get(90, TimeUnit.SECONDS);

        assertThat(onNewConnection.outcome()).isEqualTo(Outcome.CLIENT_ERROR);
        assertThat(onNewConnection.end().failure().type()).isEqualTo("client.exception");
        assertThat(onKeptConnection.outcome()).isEqualTo(Outcome.CLIENT_ERROR);
        assertThat(onKeptConnection.end().wire().attempts()).isEqualTo(1);
        assertThat(between).isEqualTo(Outcome.OK);
        assertThat(send(client).outcome()).isEqualTo(Outcome.OK);
    }

    @Test
    void anObserverThatFailsAtAChunkIsNotACutStream() throws Exception {
        StreamingClient client = sending.client(server().url(), patient());
        CompletableFuture<CallEnd> ended = new CompletableFuture<>();
        CallObserver failing = new CallObserver() {
            @Override
            public void chunk(Chunk chunk) {
                throw new IllegalStateException("no room for it");
            }

            @Override
            public void ended(CallEnd end) {
                ended.complete(end);
            }
        };

        CallRequest request = new CallRequest("run-lane-1", ApiKind.CHAT, new byte[] {'{', '}'}, TWO_TOKENS);
        client.loop().execute(() -> client.send(request, failing));

        CallEnd end = ended.get(90, TimeUnit.SECONDS);
        assertThat(end.outcome()).isEqualTo(Outcome.CLIENT_ERROR);
        assertThat(end.failure().text()).contains("no room for it").contains("OwnErrorsTest");
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
            public void chunk(Chunk chunk) {}

            @Override
            public void ended(CallEnd end) {
                throw new IllegalStateException("nobody listens");
            }
        };

        CallRequest request = new CallRequest("run-lane-1", ApiKind.CHAT, new byte[] {'{', '}'}, TWO_TOKENS);
        client.loop().execute(() -> client.send(request, failing));

        assertThat(send(client).outcome()).isEqualTo(Outcome.FIRST_TOKEN_TIMEOUT);
        assertThat(send(client).outcome()).isEqualTo(Outcome.FIRST_TOKEN_TIMEOUT);
    }

    private static ClientOptions hasty() {
        Duration late = Duration.ofSeconds(60);
        return ClientOptions.of(new Timeouts(late, Duration.ofMillis(300), late, late));
    }
}
