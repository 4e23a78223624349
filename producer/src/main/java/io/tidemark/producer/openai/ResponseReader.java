package io.tidemark.producer.openai;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.CodecException;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.tidemark.events.Outcome;
import io.tidemark.producer.http.ContentDecoder;
import io.tidemark.producer.openai.sse.SseException;
import io.tidemark.producer.openai.sse.SseMessage;
import io.tidemark.producer.openai.sse.SseParser;
import io.tidemark.schemas.net.ContentCoding;
import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One answer as it comes in, and the decision what it was. Nothing is OK but a stream that held output and is known to be whole,
 * or, where no stream was asked for, one JSON answer with output. A stream is whole by {@code [DONE]}, or by the end of the HTTP
 * message with a finish reason of each choice or a last message with usage; a server that writes finish reasons must have given one
 * of a whole answer to each choice. Until an answer has had them, a count of the answer after its output is enough. Knows no sockets and
 * no clock.
 */
public final class ResponseReader {
    private static final int MAX_ERROR_BYTES = 64 << 10;
    private static final int MAX_WHOLE_BYTES = 64 << 20;
    private static final int NO_STATUS = -1;
    private static final String JSON = "application/json";

    private final CompletionRequest request;
    private final Consumer<ResponseChunk> chunks;
    private final ResponseAccumulator tally;
    private final ParserContext parsing;
    private final SseParser parser;
    private final RecentChunk repeated = new RecentChunk();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private int status = NO_STATUS;
    private boolean streams;
    private String contentType = "";
    private OptionalLong lastByteNanos = OptionalLong.empty();
    private boolean hasExplicitEnd;
    private boolean hasMessages;
    private boolean unreadable;
    private String contentEncoding = "";
    private @Nullable ContentDecoder decoder;
    private @Nullable RequestOutcome decided;

    public ResponseReader(CompletionRequest request, Consumer<ResponseChunk> chunks, ParserContext parsing) {
        this.request = request;
        this.chunks = chunks;
        this.parsing = parsing;
        this.tally = parsing.tally(request);
        this.parser = new SseParser(this::message, parsing.scratch());
    }

    public void head(HttpResponse response) {
        status = response.status().code();
        contentType = response.headers().get(HttpHeaderNames.CONTENT_TYPE, "");
        streams = isSuccess() && request.expected().stream() && !contentType.startsWith(JSON);
        hasExplicitEnd = HttpUtil.isTransferEncodingChunked(response) || HttpUtil.isContentLengthSet(response);
        tally.headers(response.headers());
        contentEncoding = response.headers().get(HttpHeaderNames.CONTENT_ENCODING, "");
        if (!ContentCoding.isNone(contentEncoding)) {
            decoder = ContentDecoder.of(contentEncoding).orElse(null);
            if (decoder == null) {
                undecodable("is not known here; gzip, deflate and zstd are");
            }
        }
    }

    private void undecodable(String why) {
        unreadable = true;
        RequestOutcome ending = RequestOutcome.client(
                Outcome.MALFORMED, "content_encoding", "Content-Encoding " + contentEncoding + " of the answer " + why);
        decide(isSuccess() ? ending : new RequestOutcome(Outcome.HTTP_ERROR, ending.failure()));
    }

    /** @param names in lower case, kept beside those that always are */
    public void keepHeaders(Set<String> names) {
        tally.keepHeaders(names);
    }

    public Map<String, String> headers() {
        return tally.headers();
    }

    public void content(ByteBuf content, long stampNanos) {
        tally.bytes(content.readableBytes());
        if (content.isReadable()) {
            lastByteNanos = OptionalLong.of(stampNanos);
        }
        if (decoder == null || unreadable) {
            decoded(content, stampNanos);
        } else {
            decode(decoder, content, stampNanos);
        }
    }

    private void decode(ContentDecoder from, ByteBuf content, long stampNanos) {
        try {
            from.decode(content, piece -> decoded(piece, stampNanos));
        } catch (CodecException e) {
            undecodable("does not fit its body: " + e.getMessage());
        }
    }

    private void decoded(ByteBuf content, long stampNanos) {
        if (unreadable) {
            return;
        }
        if (body.size() == 0 && isSuccess() && request.expected().stream() && isOfEvents(content)) {
            streams = true;
        }
        if (streams) {
            feed(content, stampNanos);
        } else if (body.size() < maxBodyBytes()) {
            byte[] part = new byte[content.readableBytes()];
            content.getBytes(content.readerIndex(), part);
            body.writeBytes(part);
        }
    }

    /** Whether a body begins as a stream of events does, whatever its Content-Type: no JSON begins so. */
    private static boolean isOfEvents(ByteBuf content) {
        return content.isReadable() && "de:ir".indexOf(content.getByte(content.readerIndex())) >= 0;
    }

    /** Releases the decoder; called after every reading, however it ended. */
    public void close() {
        if (decoder != null) {
            decoder.close();
        }
    }

    /** The body came to its proper end. */
    public RequestOutcome end() {
        if (streams && decided == null) {
            parser.end();
        }
        return decided != null ? decided : wholeBody();
    }

    /**
     * Nothing more will come.
     *
     * @param otherwise how it ended, unless the answer had already decided that
     */
    public RequestOutcome stop(RequestOutcome otherwise) {
        if (decided != null) {
            return decided;
        }
        return status != NO_STATUS && !isSuccess() ? wholeBody() : otherwise;
    }

    /** When the last byte of the body so far came. */
    public OptionalLong lastByteNanos() {
        return lastByteNanos;
    }

    private boolean isSuccess() {
        return status / 100 == 2;
    }

    private int maxBodyBytes() {
        return isSuccess() && !request.expected().stream() ? MAX_WHOLE_BYTES : MAX_ERROR_BYTES;
    }

    /** Whether the server sent more output than any server that keeps to the limit would, or a message that does not end. */
    public boolean isOverCap() {
        return unreadable || tally.isBeyond(request.tokenCap());
    }

    /** What an answer is that {@link #isOverCap} stops, or that ended beyond the limit at once. */
    public RequestOutcome beyondLimit() {
        return RequestOutcome.client(
                Outcome.STREAM_ERROR,
                "output_cap",
                "the server continued beyond max_tokens: " + request.expected().outputTokens()
                        + " tokens were asked for");
    }

    public boolean hasBegun() {
        return status != NO_STATUS;
    }

    public ResponseSummary facts() {
        return tally.facts(status == NO_STATUS ? OptionalInt.empty() : OptionalInt.of(status));
    }

    private void feed(ByteBuf content, long stampNanos) {
        try {
            parser.feed(content, stampNanos);
        } catch (SseException e) {
            unreadable = true;
            decide(RequestOutcome.client(Outcome.MALFORMED, "oversize", String.valueOf(e.getMessage())));
        }
    }

    private void message(SseMessage message) {
        boolean isFirst = !hasMessages;
        hasMessages = true;
        StreamMessage meaning = parsing.interpret(message, request, repeated);
        if (meaning instanceof StreamMessage.Delta delta) {
            delta(delta, message, message.sizeBytes());
        } else if (meaning instanceof StreamMessage.Deltas several) {
            int sizeBytes = message.sizeBytes();
            for (StreamMessage.Delta delta : several.each()) {
                delta(delta, message, sizeBytes);
                sizeBytes = 0;
            }
        } else if (meaning instanceof StreamMessage.Failed failed) {
            decide(new RequestOutcome(Outcome.STREAM_ERROR, failed.failure()));
        } else if (meaning instanceof StreamMessage.Unreadable unreadable) {
            decide(
                    isFirst && !isEventStream()
                            ? notAStream()
                            : RequestOutcome.client(Outcome.MALFORMED, "malformed", unreadable.why()));
        } else if (meaning instanceof StreamMessage.Unknown unknown) {
            tally.unknown(unknown);
        } else if (meaning instanceof StreamMessage.Done) {
            decide(done());
        }
    }

    private void delta(StreamMessage.Delta delta, SseMessage message, int sizeBytes) {
        if (decided != null) {
            return;
        }
        int tokens = tally.delta(delta, message.stampNanos());
        chunks.accept(new ResponseChunk(message.stampNanos(), delta.kind(), tokens, sizeBytes, delta.choice()));
    }

    private RequestOutcome done() {
        if (tally.isBeyond(request.tokenCap())) {
            return beyondLimit();
        }
        if (tally.end().isIncomplete()) {
            return brokenOff();
        }
        if (tally.outputChunks() == 0) {
            return RequestOutcome.client(
                    Outcome.EMPTY, "empty", "the stream ended without any output" + tally.unreadWords(Set.of()));
        }
        return tally.end().isLacking() ? unfinished() : withEachChoice();
    }

    /** A server that does not know {@code n} answers once. */
    private RequestOutcome withEachChoice() {
        int asked = request.expected().choices();
        if (tally.end().choices() < asked) {
            return RequestOutcome.client(
                    Outcome.MALFORMED,
                    "choices",
                    "the answer has choices: " + tally.end().choices() + ", but request.n asks for " + asked);
        }
        tally.end().whole();
        return new RequestOutcome(Outcome.OK, RequestFailure.NONE);
    }

    private RequestOutcome unfinished() {
        String last = tally.end().unknown().isEmpty()
                ? ""
                : ", after a message that is not known: " + tally.end().unknown();
        return RequestOutcome.client(
                Outcome.STREAM_CUT,
                "no_finish_reason",
                "the answer ended without a finish_reason of each choice" + last);
    }

    /** A server that gave up within an answer, or ended it for a reason that is not known: what it sent may not be the whole of it. */
    private RequestOutcome brokenOff() {
        return RequestOutcome.client(
                Outcome.STREAM_ERROR, "finish_reason", tally.end().incomplete());
    }

    private void decide(RequestOutcome ending) {
        if (decided == null) {
            decided = ending;
        }
    }

    private RequestOutcome whole() {
        RequestOutcome ending = UnstreamedResponse.read(body.toByteArray(), tally, parsing.classifier());
        boolean wasAnswered = ending.outcome() == Outcome.OK || ending.outcome() == Outcome.EMPTY;
        if (wasAnswered && tally.end().isIncomplete()) {
            return brokenOff();
        }
        if (ending.outcome() != Outcome.OK) {
            return ending;
        }
        return tally.end().isLacking() ? unfinished() : withEachChoice();
    }

    /** Some servers end without it. A body that only the connection's end ends may have been cut. */
    private RequestOutcome withoutDone() {
        if (hasExplicitEnd
                && (tally.end().finishes() >= request.expected().choices()
                        || tally.end().usageIsLast())) {
            tally.endedWithoutDone();
            return done();
        }
        if (!hasMessages && !isEventStream()) {
            return notAStream();
        }
        String seen = tally.outputChunks() == 0 ? " and without any output" + tally.unreadWords(Set.of()) : "";
        return RequestOutcome.client(Outcome.STREAM_CUT, "no_done", "the body ended without [DONE]" + seen);
    }

    private boolean isEventStream() {
        return contentType.startsWith("text/event-stream");
    }

    private RequestOutcome notAStream() {
        return RequestOutcome.client(
                Outcome.MALFORMED, "not_a_stream", "asked for a stream but got " + got() + " without any event");
    }

    private String got() {
        return contentType.isEmpty() ? "HTTP " + status + " without a Content-Type" : contentType;
    }

    private RequestOutcome wholeBody() {
        if (streams) {
            return withoutDone();
        }
        if (isSuccess() && !request.expected().stream()) {
            return isEventStream()
                    ? RequestOutcome.client(Outcome.MALFORMED, "not_json", "asked for one JSON answer but got " + got())
                    : whole();
        }
        if (!isSuccess()) {
            return new RequestOutcome(Outcome.HTTP_ERROR, ErrorBodyParser.parse(body.toByteArray()));
        }
        Optional<RequestFailure> error = ErrorBodyParser.failure(body.toByteArray());
        return error.isPresent()
                ? new RequestOutcome(Outcome.STREAM_ERROR, error.get())
                : RequestOutcome.client(Outcome.MALFORMED, "not_a_stream", "asked for a stream but got " + got());
    }
}
