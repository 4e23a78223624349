package io.tidemark.producer.openai.sse;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Server-sent events from bytes, wherever the reads were cut: lines end in LF, CRLF or CR, comments are skipped, several data
 * lines are one message, the space after a colon may be missing, and nothing is decoded before its line is whole. A message that
 * lies whole in one read is handed on where it lies, without a copy: it is valid until the sink returns.
 *
 * <p>Not thread-safe.
 *
 * @see <a href="https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream">the standard</a>
 */
public final class SseParser {
    private static final int MAX_MESSAGE_BYTES = 8 << 20;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};
    private static final byte[] DATA = {'d', 'a', 't', 'a'};

    private final Consumer<SseMessage> sink;
    private final ScratchBuffer scratch;
    private final ByteArrayBuffer line = new ByteArrayBuffer();
    private final SseDataBuffer data = new SseDataBuffer();
    private boolean afterCarriageReturn;
    private boolean firstLine = true;
    private String event = "";
    private long lineStampNanos;
    private long dataStampNanos;
    private int sizeBytes;

    public SseParser(Consumer<SseMessage> sink, ScratchBuffer scratch) {
        this.sink = sink;
        this.scratch = scratch;
    }

    /**
     * Takes the bytes of one read.
     *
     * @throws SseException when a message is larger than 8 MiB
     */
    public void feed(ByteBuf bytes, long stampNanos) {
        int length = bytes.readableBytes();
        byte[] read = scratch.copyOf(bytes);
        int from = 0;
        while (from < length) {
            int end = lineEnd(read, from, length);
            sizeBytes += Math.min(end + 1, length) - from;
            if (end > from) {
                afterCarriageReturn = false;
                lineStampNanos = stampNanos;
            }
            if (end == length) {
                line.add(read, from, end);
            } else {
                lineEnds(read, from, end);
            }
            from = end + 1;
        }
        data.keep();
        if (sizeBytes > MAX_MESSAGE_BYTES) {
            throw new SseException("a message of the stream is larger than " + MAX_MESSAGE_BYTES + " bytes");
        }
    }

    /** The body ended: a last message without its blank line still counts, as some servers leave it out. */
    public void end() {
        endLine(line.array(), 0, line.length());
        line.clear();
        dispatch();
    }

    private static int lineEnd(byte[] read, int from, int to) {
        int end = from;
        while (end < to && read[end] != '\n' && read[end] != '\r') {
            end++;
        }
        return end;
    }

    private void lineEnds(byte[] read, int from, int end) {
        boolean secondOfTwo = read[end] == '\n' && end == from && afterCarriageReturn;
        afterCarriageReturn = read[end] == '\r';
        if (secondOfTwo) {
            return;
        }
        if (line.length() == 0) {
            endLine(read, from, end);
            return;
        }
        line.add(read, from, end);
        endLine(line.array(), 0, line.length());
        data.keep();
        line.clear();
    }

    private void endLine(byte[] text, int from, int to) {
        int start = firstLine && startsWithByteOrderMark(text, from, to) ? from + BYTE_ORDER_MARK.length : from;
        firstLine = false;
        if (start == to) {
            dispatch();
            return;
        }
        field(text, start, to);
    }

    private void field(byte[] text, int from, int to) {
        if (isNoField(text, from, to) || event.equals("raw")) {
            event = "raw";
            append(text, from, to);
            return;
        }
        int colon = colon(text, from, to);
        int value = colon + 1 < to && text[colon + 1] == ' ' ? colon + 2 : Math.min(colon + 1, to);
        if (Arrays.equals(text, from, colon, DATA, 0, DATA.length)) {
            append(text, value, to);
            return;
        }
        switch (new String(text, from, colon - from, StandardCharsets.UTF_8)) {
            case "event" -> event = new String(text, value, to - value, StandardCharsets.UTF_8);
            case "error" -> {
                event = "error";
                append(text, value, to);
            }
            default -> {
                // A comment (empty name), id, retry or an unknown field: the standard ignores it.
            }
        }
    }

    /** JSON, markup, or a sentence such as {@code Internal Server Error}, which gateways write into a stream that they give up. */
    private static boolean isNoField(byte[] text, int from, int to) {
        if (text[from] == '{' || text[from] == '[' || text[from] == '<') {
            return true;
        }
        int blank = from;
        while (blank < to && text[blank] != ' ' && text[blank] != ':') {
            blank++;
        }
        return blank < to && text[blank] == ' ' && colon(text, blank, to) == to;
    }

    private void append(byte[] text, int from, int to) {
        data.add(text, from, to);
        dataStampNanos = lineStampNanos;
    }

    private void dispatch() {
        // By the standard an event without data is none; an error is one all the same.
        if (data.hasData() || event.equals("error")) {
            sink.accept(data.message(event, dataStampNanos, sizeBytes));
            sizeBytes = 0;
        }
        data.clear();
        event = "";
    }

    private static int colon(byte[] text, int from, int to) {
        int colon = from;
        while (colon < to && text[colon] != ':') {
            colon++;
        }
        return colon;
    }

    private static boolean startsWithByteOrderMark(byte[] text, int from, int to) {
        return to - from >= BYTE_ORDER_MARK.length
                && Arrays.equals(text, from, from + BYTE_ORDER_MARK.length, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length);
    }
}
