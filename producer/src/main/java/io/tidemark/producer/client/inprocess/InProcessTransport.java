package io.tidemark.producer.client.inprocess;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.tidemark.events.Outcome;
import io.tidemark.producer.client.Call;
import io.tidemark.producer.client.InFlightCalls;
import io.tidemark.producer.client.RequestHead;
import io.tidemark.producer.client.Transport;
import io.tidemark.producer.client.TransportExchange;
import io.tidemark.producer.client.http.HttpConnection;
import io.tidemark.producer.openai.CompletionRequest;
import io.tidemark.producer.openai.RequestOutcome;
import io.tidemark.schemas.time.NanoClock;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Carries requests to a server in this process; keeps connections as the plan wants them, though they cost no time. */
final class InProcessTransport implements Transport {
    private final InProcessServer server;
    private final RequestHead head;
    private final NanoClock clock;
    private final InFlightCalls.AttemptListener ended;
    private int idle;

    InProcessTransport(InProcessServer server, RequestHead head, NanoClock clock, InFlightCalls.AttemptListener ended) {
        this.server = server;
        this.head = head;
        this.clock = clock;
        this.ended = ended;
    }

    @Override
    public void execute(Call call) {
        boolean kept = idle > 0;
        if (kept) {
            idle--;
        } else {
            call.connecting(clock.nanos());
            call.connected(clock.nanos(), false);
        }
        InProcessExchange carried = new InProcessExchange(call);
        call.startExchange(carried, kept, clock.nanos());
        carried.cancellation =
                server.handle(head(call.request()), call.request().bytes(), carried);
    }

    @Override
    public void openAhead(int requests) {
        if (head.options().connection().keepAlive().reuse()) {
            idle = Math.max(idle, requests);
        }
    }

    @Override
    public int connectionsOpening() {
        return 0;
    }

    private InProcessServer.Head head(CompletionRequest request) {
        HttpHeaders headers = new DefaultHttpHeaders();
        head.fill(headers, request);
        Map<String, String> named = new HashMap<>();
        headers.forEach(header -> named.put(header.getKey().toLowerCase(Locale.ROOT), header.getValue()));
        return new InProcessServer.Head(head.endpoint().path(request.api()), named);
    }

    private void released() {
        if (head.options().connection().keepAlive().reuse()) {
            idle++;
        }
    }

    @Override
    public void close() {
        idle = 0;
    }

    /** One request on its way. */
    private final class InProcessExchange implements TransportExchange, InProcessServer.ResponseSink {
        private final Call call;
        private Runnable cancellation = () -> {};
        private boolean over;

        InProcessExchange(Call call) {
            this.call = call;
        }

        @Override
        public void head(int status, Map<String, String> headers) {
            if (over) {
                return;
            }
            HttpHeaders named = new DefaultHttpHeaders();
            headers.forEach(named::set);
            HttpResponse response =
                    new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), named);
            // The end of the body is signalled, as with chunked encoding.
            HttpUtil.setTransferEncodingChunked(response, true);
            call.firstByte(clock.nanos());
            call.response().head(response);
        }

        @Override
        public void body(byte[] part) {
            if (over) {
                return;
            }
            call.response().content(Unpooled.wrappedBuffer(part), clock.nanos());
            if (call.response().isOverCap()) {
                end(call.response().stop(call.response().beyondLimit()));
                cancellation.run();
            }
        }

        @Override
        public void end() {
            if (!over) {
                released();
                end(call.response().end());
            }
        }

        @Override
        public void cut() {
            if (!over) {
                end(call.outcomeOfDisconnect(HttpConnection.closedByServer()));
            }
        }

        @Override
        public void unreachable() {
            if (!over) {
                idle = 0;
                end(RequestOutcome.client(Outcome.CONNECTION_REFUSED, "refused", "Connection refused"));
            }
        }

        private void end(RequestOutcome ending) {
            over = true;
            ended.attemptEnded(call, ending);
        }

        @Override
        public String httpVersion() {
            return "virtual";
        }

        @Override
        public Optional<String> remoteAddress() {
            return Optional.empty();
        }

        @Override
        public void close() {
            over = true;
            cancellation.run();
        }
    }
}
