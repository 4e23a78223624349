package io.tidemark.producer.client.http;

import static io.tidemark.producer.client.http.ClientFixture.patient;
import static io.tidemark.producer.client.http.ClientFixture.send;
import static io.tidemark.producer.testing.Sse.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Outcome;
import io.tidemark.producer.client.TargetEndpoint;
import io.tidemark.producer.testing.RawServer;
import io.tidemark.schemas.time.NanoClock;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A name with several addresses, as of a headless service of Kubernetes: each gets its share. */
@Tag("integration")
class AddressRotationTest {
    private final ClientFixture sending = new ClientFixture();
    private int port;

    @BeforeEach
    void listenOnAllLoopbackAddresses() throws Exception {
        ServerSocket socket = new ServerSocket(0, 500);
        port = socket.getLocalPort();
        sending.keep(new RawServer(socket, (request, out) -> {
            out.write(answer(2));
            out.flush();
            return true;
        }));
    }

    @AfterEach
    void close() throws Exception {
        sending.close();
    }

    private static InetAddress[] addresses(String... literals) {
        return Arrays.stream(literals).map(AddressRotationTest::address).toArray(InetAddress[]::new);
    }

    private static InetAddress address(String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(literal, e);
        }
    }

    private StreamingClient client(NameLookup.Resolver resolver) {
        TargetEndpoint endpoint = TargetEndpoint.of(URI.create("http://replicas.test:" + port));
        return sending.keep(new StreamingClient(List.of(endpoint), patient(), NanoClock.SYSTEM, resolver));
    }

    private static void count(ClientFixture.Seen seen, Map<String, Integer> byHost) {
        assertThat(seen.outcome()).isEqualTo(Outcome.OK);
        String address = seen.end().connection().remoteAddress().orElseThrow();
        byHost.merge(address.substring(0, address.lastIndexOf(':')), 1, Integer::sum);
    }

    @Test
    void oneRequestAfterTheOtherGoesToAllAddressesInTurn() throws Exception {
        StreamingClient client = client(host -> addresses("127.0.0.3", "127.0.0.1", "127.0.0.2"));
        Map<String, Integer> byHost = new TreeMap<>();

        for (int i = 0; i < 12; i++) {
            count(send(client), byHost);
        }

        assertThat(byHost).isEqualTo(Map.of("127.0.0.1", 4, "127.0.0.2", 4, "127.0.0.3", 4));
    }

    /** A slow name server must not hold up the stamps of answers. */
    @Test
    void namesAreLookedUpOffTheThreadThatReadsAnswers() throws Exception {
        AtomicReference<Thread> asking = new AtomicReference<>();
        StreamingClient client = client(host -> {
            asking.set(Thread.currentThread());
            return addresses("127.0.0.1");
        });

        assertThat(send(client).outcome()).isEqualTo(Outcome.OK);

        assertThat(asking.get()).isNotNull();
        assertThat(client.loop().inEventLoop(asking.get())).isFalse();
    }

    @Test
    void connectionsOpenedAtOnceGoToAllAddresses() throws Exception {
        StreamingClient client = client(host -> addresses("127.0.0.3", "127.0.0.1", "127.0.0.2"));
        List<CompletableFuture<ClientFixture.Seen>> all = ClientFixture.beginTogether(client, 30);
        Map<String, Integer> byHost = new TreeMap<>();
        for (CompletableFuture<ClientFixture.Seen> one : all) {
            count(ClientFixture.await(one), byHost);
        }

        assertThat(byHost).containsOnlyKeys("127.0.0.1", "127.0.0.2", "127.0.0.3");
        assertThat(byHost.values()).allSatisfy(requests -> assertThat(requests).isBetween(5, 20));
    }

    @Test
    void anAddressOfTheOtherFamilyIsThereForWhenTheFirstOnesRefuse() throws Exception {
        // Nobody answers at ::2, and nothing is sent to 127.0.0.1 while it is the other family only.
        StreamingClient client = client(host -> addresses("127.0.0.1", "::2"));
        Map<String, Integer> byHost = new TreeMap<>();

        for (int i = 0; i < 4; i++) {
            count(send(client), byHost);
        }

        assertThat(byHost).isEqualTo(Map.of("127.0.0.1", 4));
    }
}
