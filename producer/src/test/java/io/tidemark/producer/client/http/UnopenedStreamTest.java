package io.tidemark.producer.client.http;

import static io.tidemark.producer.client.http.ClientFixture.await;
import static io.tidemark.producer.client.http.ClientFixture.patient;
import static io.tidemark.producer.testing.Sse.content;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.tidemark.events.ApiKind;
import io.tidemark.events.Outcome;
import io.tidemark.fixtures.process.Await;
import io.tidemark.producer.client.Call;
import io.tidemark.producer.client.CallObserver;
import io.tidemark.producer.client.TargetEndpoint;
import io.tidemark.producer.openai.CompletionRequest;
import io.tidemark.producer.openai.ParserContext;
import io.tidemark.producer.openai.RequestOutcome;
import io.tidemark.producer.plan.ConnectionPlan;
import io.tidemark.producer.plan.ConnectionPlan.Http;
import io.tidemark.producer.plan.ConnectionPlan.KeepAlive;
import io.tidemark.producer.plan.ConnectionPlan.Tls;
import io.tidemark.producer.plan.ConnectionPlan.Version;
import io.tidemark.producer.plan.RequestPlan.AnswerNames;
import io.tidemark.producer.testing.Http2Server;
import io.tidemark.producer.testing.Sse;
import io.tidemark.schemas.time.NanoClock;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An HTTP/2 connection that is open and on which a stream cannot be opened: what makes streams is taken out of it. */
@Tag("integration")
final class UnopenedStreamTest {
    private static final String BODY = content("a") + Sse.finish("stop") + Sse.usage(3, 1) + Sse.DONE;

    private final LoopWorkQueue turns = new LoopWorkQueue(NanoClock.SYSTEM);
    private final BlockingQueue<RequestOutcome> over = new LinkedBlockingQueue<>();

    @Test
    void theRequestIsOverAtOnceAndTheConnectionIsClosedForItCarriesNoOther() throws Exception {
        MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(
                1,
                new DefaultThreadFactory("lane", true),
                thread -> new ReadFirstLoop(NioIoHandler.newFactory().newHandler(thread), turns));
        try (Http2Server server = new Http2Server(new Http2Server.Behaviour(BODY, 100, 0), Optional.empty())) {
            EventLoop loop = group.next();
            Connector.ConnectorConfig config = config(server, loop);
            Connector connector = new Connector(config);
            Http2ConnectionPool pool = new Http2ConnectionPool(connector, (call, ending) -> over.add(ending));
            Opening opening = new Opening(new Http2ClientConnection(pool, config), new CompletableFuture<>());
            loop.execute(() -> connector.open(opening));
            Channel channel = await(opening.channel());

            await(loop.submit(() -> {
                channel.pipeline().remove(Http2MultiplexHandler.class);
                opening.connection().execute(call());
            }));

            assertThat(ended().outcome()).isEqualTo(Outcome.CLIENT_ERROR);
            Await.until(() -> !channel.isOpen(), () -> channel + " is open");
            assertThat(server.heads()).isEmpty();

            await(loop.submit(() -> pool.execute(call())));
            assertThat(ended().outcome()).isEqualTo(Outcome.OK);
            assertThat(server.connections()).isEqualTo(2);
            await(loop.submit(pool::close));
        } finally {
            group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
        }
    }

    private RequestOutcome ended() throws InterruptedException {
        RequestOutcome ending = over.poll(ClientFixture.LATE.toSeconds(), TimeUnit.SECONDS);
        assertThat(ending).as("the request's end").isNotNull();
        return ending;
    }

    private Connector.ConnectorConfig config(Http2Server server, EventLoop loop) {
        return new Connector.ConnectorConfig(
                loop,
                TargetEndpoint.of(server.url()),
                patient()
                        .with(new ConnectionPlan(
                                Tls.DEFAULT, Optional.empty(), new Http(Version.HTTP_2, 100), KeepAlive.DEFAULT)),
                new Connector.Time(NanoClock.SYSTEM, turns),
                NameLookup.Resolver.PLATFORM);
    }

    private static Call call() {
        CompletionRequest request = new CompletionRequest("r", ApiKind.CHAT, "{}".getBytes(StandardCharsets.UTF_8), 64);
        return new Call(request, CallObserver.silent(), 0, ParserContext.create(false, AnswerNames.NONE));
    }

    /** Tells a connection how it comes about, and the test when it is open. */
    private record Opening(Http2ClientConnection connection, CompletableFuture<Channel> channel)
            implements ConnectListener {
        @Override
        public void connecting(long nanos) {
            connection.connecting(nanos);
        }

        @Override
        public void connected(long nanos, boolean tls) {
            connection.connected(nanos, tls);
        }

        @Override
        public void tlsEstablished(long nanos) {
            connection.tlsEstablished(nanos);
        }

        @Override
        public void connectionOpened(Channel opened, ReadTimestampHandler stamp) {
            connection.connectionOpened(opened, stamp);
            channel.complete(opened);
        }

        @Override
        public void failed(RequestOutcome ending) {
            channel.completeExceptionally(new AssertionError(ending.toString()));
        }
    }
}
