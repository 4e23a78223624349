package io.tidemark.web.server;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.content.ByteBufferContentSource;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the whole body of a request, without a thread, before the request is answered; refuses a body that takes too long (408). Its length is
 * bounded before it. Jetty's own {@code MinimumDataRateHandler} counts the bytes of all requests together, and so sees no slow one among others.
 */
final class WholeBodies extends AsynchronousHandler {
    private final long mostMillis;

    WholeBodies(long mostMillis) {
        this.mostMillis = mostMillis;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (!hasBody(request)) {
            return super.handle(request, response, callback);
        }
        Promise.Completable<ByteBuffer> whole = new Promise.Completable<>();
        Content.Source.asByteBuffer(request, whole);
        var unused = whole.orTimeout(mostMillis, TimeUnit.MILLISECONDS)
                .whenCompleteAsync(
                        (body, failure) -> {
                            if (failure == null) {
                                answer(new WithBody(request, body), response, callback);
                            } else {
                                refuse(request, response, callback, failure);
                            }
                        },
                        request.getComponents().getExecutor());
        return true;
    }

    static boolean hasBody(Request request) {
        HttpFields headers = request.getHeaders();
        return headers.getLongField(HttpHeader.CONTENT_LENGTH) > 0 || headers.contains(HttpHeader.TRANSFER_ENCODING);
    }

    private void refuse(Request request, Response response, Callback callback, Throwable failure) {
        int status = HttpStatus.BAD_REQUEST_400;
        String reason = "the body could not be read";
        if (failure instanceof HttpException refused) {
            status = refused.getCode();
            reason = refused.getReason();
        } else if (failure instanceof TimeoutException) {
            status = HttpStatus.REQUEST_TIMEOUT_408;
            reason = "a body must be whole within " + mostMillis + " ms of its head";
        }
        response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE.asString());
        Response.writeError(request, response, callback, status, reason);
    }

    /** A request whose body is there. */
    private static final class WithBody extends Request.Wrapper {
        private final Content.Source body;

        WithBody(Request request, ByteBuffer body) {
            super(request);
            this.body = new ByteBufferContentSource(body);
        }

        @Override
        public Content.@Nullable Chunk read() {
            return body.read();
        }

        @Override
        public void demand(Runnable available) {
            body.demand(available);
        }

        @Override
        public void fail(Throwable failure) {
            body.fail(failure);
        }
    }
}
