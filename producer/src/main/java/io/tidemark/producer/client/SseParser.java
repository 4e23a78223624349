package io.tidemark.producer.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Server-sent events from bytes, wherever the reads were cut: lines end in LF, CRLF or CR, comments are skipped, several data
 * lines are one message, the space after a colon may be missing, and nothing is decoded before its line is whole.
 *
 * <p>Not thread-safe.
 *
 * @see <a href="https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream">the standard</a>
 */
final class SseParser {
    private static final int MOST_MESSAGE_BYTES = 8 << 20;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    private final Consumer<SseMessage> sink;
    private final Line line = new Line();
    private final ByteArrayOutputStream data = new ByteArrayOutputStream(512);
    private boolean hasData;
    private boolean afterCarriageReturn;
    private boolean firstLine = true;
    private String event = "";
    private long dataStampNanos;
    private int sizeBytes;

    SseParser(Consumer<SseMessage> sink) {
        this.sink = sink;
    }

    /**
     * Takes the bytes of one read.
     *
     * @throws SseException when a message is larger than 8 MiB
     */
    void feed(ByteBuf bytes, long stampNanos) {
        for (byte b : ByteBufUtil.getBytes(bytes)) {
            sizeBytes++;
            if (b == '\n' && afterCarriageReturn) {
                afterCarriageReturn = false;
                continue;
            }
            afterCarriageReturn = b == '\r';
            if (b == '\n' || b == '\r') {
                endLine();
            } else {
                line.add(b, stampNanos);
            }
        }
        if (sizeBytes > MOST_MESSAGE_BYTES) {
            throw new SseException("a message of the stream is larger than " + MOST_MESSAGE_BYTES + " bytes");
        }
    }

    /** The body ended: a last message without its blank line still counts, as some servers leave it out. */
    void end() {
        endLine();
        dispatch();
    }

    private void endLine() {
        byte[] text = line.take();
        int from = firstLine && startsWithByteOrderMark(text) ? BYTE_ORDER_MARK.length : 0;
        firstLine = false;
        if (text.length == from) {
            dispatch();
            return;
        }
        field(text, from);
    }

    private void field(byte[] text, int from) {
        if (text[from] == '{') {
            event = "raw";
            append(text, from);
            return;
        }
        int colon = colon(text, from);
        String name = new String(text, from, colon - from, StandardCharsets.UTF_8);
        int value = colon + 1 < text.length && text[colon + 1] == ' ' ? colon + 2 : Math.min(colon + 1, text.length);
        switch (name) {
            case "data" -> append(text, value);
            case "event" -> event = new String(text, value, text.length - value, StandardCharsets.UTF_8);
            case "error" -> {
                event = "error";
                append(text, value);
            }
            default -> {
                // A comment (empty name), id, retry or an unknown field: the standard ignores it.
            }
        }
    }

    private void append(byte[] text, int from) {
        if (hasData) {
            data.write('\n');
        }
        data.write(text, from, text.length - from);
        hasData = true;
        dataStampNanos = line.lastByteNanos();
    }

    private void dispatch() {
        if (hasData) {
            sink.accept(new SseMessage(event, data.toByteArray(), dataStampNanos, sizeBytes));
            sizeBytes = 0;
        }
        data.reset();
        hasData = false;
        event = "";
    }

    private static int colon(byte[] text, int from) {
        for (int i = from; i < text.length; i++) {
            if (text[i] == ':') {
                return i;
            }
        }
        return text.length;
    }

    private static boolean startsWithByteOrderMark(byte[] text) {
        return text.length >= BYTE_ORDER_MARK.length
                && Arrays.equals(text, 0, BYTE_ORDER_MARK.length, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length);
    }

    /** The line being read. */
    private static final class Line {
        private byte[] bytes = new byte[512];
        private int length;
        private long lastByteNanos;

        void add(byte b, long stampNanos) {
            if (length == bytes.length) {
                bytes = Arrays.copyOf(bytes, length * 2);
            }
            bytes[length++] = b;
            lastByteNanos = stampNanos;
        }

        byte[] take() {
            byte[] taken = Arrays.copyOf(bytes, length);
            length = 0;
            return taken;
        }

        long lastByteNanos() {
            return lastByteNanos;
        }
    }
}
