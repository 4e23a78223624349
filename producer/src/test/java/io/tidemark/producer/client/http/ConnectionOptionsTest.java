package io.tidemark.producer.client.http;

import static io.tidemark.producer.client.http.ClientFixture.patient;
import static io.tidemark.producer.client.http.ClientFixture.send;
import static io.tidemark.producer.testing.Sse.answer;
import static io.tidemark.producer.testing.Sse.bytes;
import static io.tidemark.producer.testing.Sse.content;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.tidemark.events.Outcome;
import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.tls.TestKeys;
import io.tidemark.producer.client.ApiKey;
import io.tidemark.producer.client.CallStamps;
import io.tidemark.producer.client.ClientOptions;
import io.tidemark.producer.client.Credentials;
import io.tidemark.producer.openai.TraceContext;
import io.tidemark.producer.plan.ConnectionPlan;
import io.tidemark.producer.plan.ConnectionPlan.Http;
import io.tidemark.producer.plan.ConnectionPlan.Identity;
import io.tidemark.producer.plan.ConnectionPlan.KeepAlive;
import io.tidemark.producer.plan.ConnectionPlan.Proxy;
import io.tidemark.producer.plan.ConnectionPlan.Tls;
import io.tidemark.producer.plan.ConnectionPlan.Version;
import io.tidemark.producer.plan.HeaderPlan;
import io.tidemark.producer.plan.RequestPlan;
import io.tidemark.producer.testing.ForwardProxy;
import io.tidemark.producer.testing.Http2Server;
import io.tidemark.producer.testing.RawServer;
import io.tidemark.producer.testing.Sse;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLServerSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How requests get to a server: certificates, proxies, protocols, headers, kept-alive connections. */
@Tag("integration")
class ConnectionOptionsTest {
    private static final String BODY = content("a") + content("b") + Sse.finish("stop") + Sse.usage(3, 2) + Sse.DONE;
    private static final Http2Server.Behaviour KIND = new Http2Server.Behaviour(BODY, 100, 0);

    @TempDir
    private static Path directory;

    private static KeyStore keys;

    private final ClientFixture sending = new ClientFixture();

    @BeforeAll
    static void makeKeys() throws Exception {
        keys = TestKeys.selfSigned(directory);
    }

    @AfterEach
    void close() throws Exception {
        sending.close();
    }

    private static boolean twoTokens(RawServer.Request request, OutputStream out) throws IOException {
        out.write(answer(2));
        out.flush();
        return true;
    }

    private static ClientOptions over(Tls tls) {
        return patient().with(new ConnectionPlan(tls, Optional.empty(), Http.ONE, KeepAlive.DEFAULT));
    }

    private static ClientOptions over(Http http) {
        return patient().with(new ConnectionPlan(Tls.DEFAULT, Optional.empty(), http, KeepAlive.DEFAULT));
    }

    private static ClientOptions over(KeepAlive keepAlive) {
        return patient().with(new ConnectionPlan(Tls.DEFAULT, Optional.empty(), Http.ONE, keepAlive));
    }

    private static ClientOptions through(ForwardProxy proxy, Tls tls, Http http) {
        Proxy plan = new Proxy("127.0.0.1", proxy.port(), Optional.empty());
        return patient().with(new ConnectionPlan(tls, Optional.of(plan), http, KeepAlive.DEFAULT));
    }

    private static Tls trusting() throws Exception {
        return new Tls(Optional.of(TestKeys.pem(keys, directory)), Optional.empty(), false);
    }

    @Test
    void aServerThatWantsACertificateGetsThePlans() throws Exception {
        SSLServerSocket socket = TestKeys.demandingSocket(keys);
        RawServer server = sending.keep(new RawServer(socket, ConnectionOptionsTest::twoTokens));
        URI url = URI.create("https://127.0.0.1:" + socket.getLocalPort());
        Tls trusting = trusting();
        Identity identity = new Identity(TestKeys.pem(keys, directory), TestKeys.keyPem(keys, directory));

        ClientFixture.Seen known =
                send(sending.client(url, over(new Tls(trusting.ca(), Optional.of(identity), false))));
        ClientFixture.Seen unknown = send(sending.client(url, over(trusting)));

        assertThat(known.outcome()).isEqualTo(Outcome.OK);
        assertThat(unknown.outcome()).isIn(Outcome.TLS, Outcome.CONNECTION_RESET);
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void insecureTakesAnyCertificate() throws Exception {
        RawServer server = sending.keep(new RawServer(TestKeys.serverSocket(keys), ConnectionOptionsTest::twoTokens));

        // Nobody vouches for the certificate.
        assertThat(send(sending.client(server.secureUrl(), over(new Tls(Optional.empty(), Optional.empty(), true))))
                        .outcome())
                .isEqualTo(Outcome.OK);
        assertThat(send(sending.client(server.secureUrl(), patient())).outcome())
                .isEqualTo(Outcome.TLS);
    }

    @Test
    void aProxyPassesPlainRequestsOnByTheirWholeUrl() throws Exception {
        RawServer server = sending.server(ConnectionOptionsTest::twoTokens);
        ForwardProxy proxy = sending.keep(new ForwardProxy(Optional.of("Basic bWU6aHVzaA==")));
        ClientOptions options = through(proxy, Tls.DEFAULT, Http.ONE)
                .with(new Credentials(Optional.empty(), Map.of(), Optional.of("me:hush")));

        ClientFixture.Seen seen = send(sending.client(server.url(), options));

        assertThat(seen.outcome()).isEqualTo(Outcome.OK);
        assertThat(proxy.heads())
                .singleElement()
                .asString()
                .startsWith("POST " + server.url() + "/v1/chat/completions HTTP/1.1\r\n");
        assertThat(seen.end().connection().remoteAddress()).hasValue("127.0.0.1:" + proxy.port());
    }

    @Test
    void aProxyMakesATunnelForTls() throws Exception {
        RawServer server = sending.keep(new RawServer(TestKeys.serverSocket(keys), ConnectionOptionsTest::twoTokens));
        URI url = URI.create(server.secureUrl().toString().replace("localhost", "127.0.0.1"));
        ForwardProxy proxy = sending.keep(new ForwardProxy(Optional.of("Basic bWU6aHVzaA==")));
        ClientOptions anonymous = through(proxy, trusting(), Http.ONE);

        ClientFixture.Seen seen = send(sending.client(
                url, anonymous.with(new Credentials(Optional.empty(), Map.of(), Optional.of("me:hush")))));
        ClientFixture.Seen refused = send(sending.client(url, anonymous));

        assertThat(seen.outcome()).isEqualTo(Outcome.OK);
        assertThat(proxy.heads().get(0)).startsWith("CONNECT 127.0.0.1:" + url.getPort() + " HTTP/1.1");
        CallStamps stamps = seen.end().stamps();
        assertThat(stamps.tlsStartNanos()).isEqualTo(stamps.connectEndNanos());
        assertThat(refused.outcome()).isEqualTo(Outcome.CONNECTION_REFUSED);
        assertThat(refused.end().failure().type()).isEqualTo("client.proxy");
        assertThat(refused.end().failure().text()).contains("407");
    }

    @Test
    void http2CarriesManyRequestsOnOneConnection() throws Exception {
        Http2Server server = sending.keep(new Http2Server(KIND, Optional.empty()));
        StreamingClient client = sending.client(server.url(), over(new Http(Version.HTTP_2, 100)));

        List<CompletableFuture<ClientFixture.Seen>> all = ClientFixture.beginTogether(client, 40);
        for (CompletableFuture<ClientFixture.Seen> one : all) {
            ClientFixture.Seen seen = ClientFixture.await(one);
            assertThat(seen.outcome()).isEqualTo(Outcome.OK);
            assertThat(seen.end().response().outputTokens()).hasValue(2);
            assertThat(seen.end().connection().httpVersion()).hasValue("HTTP/2");
        }

        assertThat(server.connections()).isEqualTo(1);
        assertThat(server.heads()).hasSize(40);
        assertThat(server.heads().get(0).headers().get("x-request-id"))
                .asString()
                .isEqualTo("run-lane-1");
    }

    @Test
    void http2OpensAnotherConnectionWhenAllStreamsAreTaken() throws Exception {
        Http2Server server = sending.keep(new Http2Server(KIND, Optional.empty()));
        StreamingClient client = sending.client(server.url(), over(new Http(Version.HTTP_2, 5)));

        List<CompletableFuture<ClientFixture.Seen>> all = ClientFixture.beginTogether(client, 12);

        for (CompletableFuture<ClientFixture.Seen> one : all) {
            assertThat(ClientFixture.await(one).outcome()).isEqualTo(Outcome.OK);
        }
        assertThat(server.connections()).isGreaterThan(1);
    }

    @Test
    void aStreamThatTheServerRefusesUnseenIsSentAnew() throws Exception {
        Http2Server server = sending.keep(new Http2Server(new Http2Server.Behaviour(BODY, 100, 1), Optional.empty()));

        ClientFixture.Seen seen = send(sending.client(server.url(), over(new Http(Version.HTTP_2, 100))));

        assertThat(seen.outcome()).isEqualTo(Outcome.OK);
        assertThat(seen.end().connection().attempts()).isEqualTo(2);
        assertThat(seen.end().connection().transparentRetries()).isEqualTo(1);
    }

    @Test
    void aBurstOfMoreStreamsThanTheServerAllowsIsSpreadOverConnections() throws Exception {
        Http2Server server = sending.keep(new Http2Server(new Http2Server.Behaviour(BODY, 2, 0), Optional.empty()));
        StreamingClient client = sending.client(server.url(), over(new Http(Version.HTTP_2, 100)));
        // From now on it is known how many a connection may have.
        assertThat(send(client).outcome()).isEqualTo(Outcome.OK);

        List<CompletableFuture<ClientFixture.Seen>> all = ClientFixture.beginTogether(client, 24);

        for (CompletableFuture<ClientFixture.Seen> one : all) {
            ClientFixture.Seen seen = ClientFixture.await(one);
            assertThat(seen.outcome()).as("%s", seen.end().failure()).isEqualTo(Outcome.OK);
            assertThat(seen.end().connection().attempts()).isEqualTo(1);
        }
    }

    @Test
    void aConnectionThatTheServerLeavesFinishesWhatItCarriesAndTakesNothingMore() throws Exception {
        Http2Server server = sending.keep(new Http2Server(KIND, Optional.empty()));
        server.goAwayInAnswers();
        StreamingClient client = sending.client(server.url(), over(new Http(Version.HTTP_2, 100)));

        ClientFixture.Seen first = send(client);
        ClientFixture.Seen second = send(client);

        assertThat(first.outcome()).isEqualTo(Outcome.OK);
        assertThat(first.end().connection().attempts()).isEqualTo(1);
        assertThat(second.outcome()).isEqualTo(Outcome.OK);
        assertThat(second.end().connection().attempts()).isEqualTo(1);
        assertThat(server.connections()).isEqualTo(2);
        awaitNoneOpen(server);
    }

    @Test
    void anIdleConnectionThatTheServerLeavesIsClosed() throws Exception {
        Http2Server server = sending.keep(new Http2Server(KIND, Optional.empty()));
        StreamingClient client = sending.client(server.url(), over(new Http(Version.HTTP_2, 100)));
        assertThat(send(client).outcome()).isEqualTo(Outcome.OK);
        assertThat(server.open()).isEqualTo(1);

        server.goAway();

        awaitNoneOpen(server);
        assertThat(send(client).outcome()).isEqualTo(Outcome.OK);
        assertThat(server.connections()).isEqualTo(2);
    }

    private static void awaitNoneOpen(Http2Server server) {
        Await.until(() -> server.open() == 0, () -> server.open() + " are open");
    }

    @Test
    void http2IsAgreedOnInTheHandshakeOrNotAtAll() throws Exception {
        SslContext context = SslContextBuilder.forServer(
                        TestKeys.pem(keys, directory).toFile(),
                        TestKeys.keyPem(keys, directory).toFile())
                .applicationProtocolConfig(new ApplicationProtocolConfig(
                        ApplicationProtocolConfig.Protocol.ALPN,
                        ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                        ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                        ApplicationProtocolNames.HTTP_2))
                .build();
        Http2Server server = sending.keep(new Http2Server(KIND, Optional.of(context)));
        RawServer older = sending.keep(new RawServer(TestKeys.serverSocket(keys), ConnectionOptionsTest::twoTokens));
        ClientOptions options = patient()
                .with(new ConnectionPlan(
                        trusting(), Optional.empty(), new Http(Version.HTTP_2, 100), KeepAlive.DEFAULT));

        ClientFixture.Seen seen = send(sending.client(server.url(), options));
        URI oldUrl = URI.create(older.secureUrl().toString().replace("localhost", "127.0.0.1"));
        ClientFixture.Seen refused = send(sending.client(oldUrl, options));

        assertThat(seen.outcome()).isEqualTo(Outcome.OK);
        assertThat(seen.end().connection().httpVersion()).hasValue("HTTP/2");
        assertThat(seen.end().stamps().tlsEndNanos()).isPresent();
        assertThat(refused.outcome()).isEqualTo(Outcome.TLS);
    }

    @Test
    void aTunnelCarriesHttp2() throws Exception {
        Http2Server server = sending.keep(new Http2Server(KIND, Optional.empty()));
        ForwardProxy proxy = sending.keep(new ForwardProxy(Optional.empty()));

        ClientFixture.Seen seen =
                send(sending.client(server.url(), through(proxy, Tls.DEFAULT, new Http(Version.HTTP_2, 10))));

        assertThat(seen.outcome()).isEqualTo(Outcome.OK);
        assertThat(proxy.heads().get(0)).startsWith("CONNECT ");
    }

    @Test
    void aConnectionIsLeftWhenThePlanOrTheServerSaysSo() throws Exception {
        RawServer server = sending.server(ConnectionOptionsTest::twoTokens);
        RawServer leaving = sending.server((request, out) -> {
            out.write(bytes(
                    new String(answer(2), StandardCharsets.UTF_8).replaceFirst("\r\n", "\r\nConnection: close\r\n")));
            out.flush();
            return true;
        });

        assertThat(reused(server, over(KeepAlive.of(false, Duration.ofMinutes(1), 100)), 2))
                .containsExactly(false, false);
        assertThat(server.requests().get(0).head()).contains("connection: close");
        assertThat(reused(server, over(KeepAlive.of(true, Duration.ofMinutes(1), 2)), 4))
                .containsExactly(false, true, false, true);
        assertThat(reused(server, over(KeepAlive.of(true, Duration.ofNanos(1), 100)), 2))
                .containsExactly(false, false);
        assertThat(reused(leaving, patient(), 2)).containsExactly(false, false);
        assertThat(reused(server, patient(), 3)).containsExactly(false, true, true);
    }

    @Test
    void whatIsOpenedAheadCarriesTheFirstRequests() throws Exception {
        RawServer server = sending.server(ConnectionOptionsTest::twoTokens);
        StreamingClient client = sending.client(server.url(), patient());

        assertThat(openAhead(client, 3)).isZero();
        List<CompletableFuture<ClientFixture.Seen>> asked = ClientFixture.beginTogether(client, 3);

        for (CompletableFuture<ClientFixture.Seen> one : asked) {
            ClientFixture.Seen seen = ClientFixture.await(one);
            assertThat(seen.outcome()).isEqualTo(Outcome.OK);
            assertThat(seen.end().connection().reused()).isTrue();
            assertThat(seen.end().stamps().connectStartNanos()).isEmpty();
        }
    }

    @Test
    void whatCannotBeOpenedAheadIsToldByTheRequestThatNeedsIt() throws Exception {
        RawServer gone = new RawServer(ConnectionOptionsTest::twoTokens);
        gone.close();
        StreamingClient client = sending.client(gone.url(), patient());

        assertThat(openAhead(client, 2)).isZero();

        assertThat(send(client).outcome()).isEqualTo(Outcome.CONNECTION_REFUSED);
    }

    /** Returns once none is being opened any more. */
    private static int openAhead(StreamingClient client, int requests) throws Exception {
        ClientFixture.await(client.loop().submit(() -> client.openAhead(requests)));
        for (int look = 0; look < 4_000; look++) {
            int opening = ClientFixture.await(client.loop().submit(client::connectionsOpening));
            if (opening == 0) {
                return opening;
            }
            LockSupport.parkNanos(10_000_000);
        }
        return -1;
    }

    private List<Boolean> reused(RawServer server, ClientOptions options, int requests) throws Exception {
        StreamingClient client = sending.client(server.url(), options);
        List<Boolean> reused = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            ClientFixture.Seen seen = send(client);
            assertThat(seen.outcome()).isEqualTo(Outcome.OK);
            reused.add(seen.end().connection().reused());
        }
        return reused;
    }

    @Test
    void aNameIsLookedUpAndWrittenAsItWasGiven() throws Exception {
        RawServer server = sending.server(ConnectionOptionsTest::twoTokens);
        int port = server.url().getPort();

        assertThat(send(sending.client(URI.create("http://localhost:" + port), patient()))
                        .outcome())
                .isEqualTo(Outcome.OK);
        assertThat(server.requests().get(0).head()).contains("host: localhost:" + port);
    }

    @Test
    void headersOfThePlanAndTheTraceAreSent() throws Exception {
        RawServer server = sending.server(ConnectionOptionsTest::twoTokens);
        RequestPlan request = new RequestPlan(
                true,
                OptionalDouble.empty(),
                1,
                RequestPlan.LimitKey.MAX_TOKENS,
                Set.of(),
                true,
                false,
                true,
                List.of(new HeaderPlan.Plain("x-tenant", "blue")),
                "{}",
                RequestPlan.AnswerNames.NONE);
        ClientOptions options = patient()
                .with(request)
                .with(new Credentials(Optional.of(new ApiKey("sk-1")), Map.of("x-api-key", "sk-2"), Optional.empty()));

        send(sending.client(server.url(), options));

        TraceContext trace = TraceContext.of("run-lane-1");
        assertThat(server.requests().get(0).head())
                .contains("x-tenant: blue", "authorization: Bearer sk-1", "x-api-key: sk-2")
                .contains("x-request-id: run-lane-1")
                .contains("traceparent: 00-" + trace.traceId() + "-" + trace.spanId() + "-01");
        assertThat(trace.traceId())
                .matches("[0-9a-f]{32}")
                .isEqualTo(TraceContext.of("run-lane-1").traceId());
        assertThat(trace.spanId()).matches("[0-9a-f]{16}");
        assertThat(TraceContext.of("run-lane-2").traceId()).isNotEqualTo(trace.traceId());
    }
}
