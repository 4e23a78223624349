package io.tidemark.producer.client;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.tidemark.events.Outcome;
import io.tidemark.schemas.time.NanoClock;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Carries requests to a server in this process; keeps connections as the plan wants them, though they cost no time. */
final class InProcess implements Transport {
    private final InProcessServer server;
    private final RequestHead head;
    private final NanoClock clock;
    private final Calls.Ended ended;
    private int idle;

    InProcess(InProcessServer server, RequestHead head, NanoClock clock, Calls.Ended ended) {
        this.server = server;
        this.head = head;
        this.clock = clock;
        this.ended = ended;
    }

    @Override
    public void carry(Call call) {
        boolean kept = idle > 0;
        if (kept) {
            idle--;
        } else {
            call.connecting(clock.nanos());
            call.connected(clock.nanos(), false);
        }
        Carried carried = new Carried(call);
        call.carriedBy(carried, kept, clock.nanos());
        carried.gone = server.ask(head(call.request()), call.request().bytes(), carried);
    }

    @Override
    public void openAhead(int requests) {
        if (head.options().connection().keepAlive().reuse()) {
            idle = Math.max(idle, requests);
        }
    }

    @Override
    public int opening() {
        return 0;
    }

    private InProcessServer.Head head(CallRequest request) {
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
    private final class Carried implements Carriage, InProcessServer.Answering {
        private final Call call;
        private Runnable gone = () -> {};
        private boolean over;

        Carried(Call call) {
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
            // Its end is told, as of a body in chunks.
            HttpUtil.setTransferEncodingChunked(response, true);
            call.firstByte(clock.nanos());
            call.answer().head(response);
        }

        @Override
        public void body(byte[] part) {
            if (over) {
                return;
            }
            call.answer().content(Unpooled.wrappedBuffer(part), clock.nanos());
            if (call.answer().isOverCap()) {
                end(call.answer().stop(Connection.overCap(call)));
                gone.run();
            }
        }

        @Override
        public void end() {
            if (!over) {
                released();
                end(call.answer().end());
            }
        }

        @Override
        public void cut() {
            if (!over) {
                end(call.cutOff(Connection.closed()));
            }
        }

        @Override
        public void unreachable() {
            if (!over) {
                idle = 0;
                end(Ending.client(Outcome.CONNECTION_REFUSED, "refused", "Connection refused"));
            }
        }

        private void end(Ending ending) {
            over = true;
            ended.over(call, ending);
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
            gone.run();
        }
    }
}
