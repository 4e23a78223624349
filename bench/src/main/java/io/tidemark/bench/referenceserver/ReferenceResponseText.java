package io.tidemark.bench.referenceserver;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * What the paced server writes to one kind of request: an answer as vLLM words it, one HTTP chunk per write. The first token
 * is the request's serial number, so that the text identifies the request. Confined to the writing thread.
 */
final class ReferenceResponseText {
    private static final String HEAD = """
            HTTP/1.1 200 OK\r
            server: paced\r
            content-type: text/event-stream; charset=utf-8\r
            transfer-encoding: chunked\r
            \r
            """;
    private static final String TOKEN = " tide";
    private static final String SERIAL = "00000000";
    private static final int RADIX = 10;

    private final byte[] first;
    private final int serialAt;
    private final ByteBuffer middle;
    private final ByteBuffer last;

    /** Requests of one kind have the same answers but for the serial number. */
    record Kind(ReferenceEndpoint endpoint, int perWrite, int tokens) {
        int writes() {
            return (tokens + perWrite - 1) / perWrite;
        }
    }

    ReferenceResponseText(Kind kind) {
        ReferenceEndpoint endpoint = kind.endpoint();
        String ending = endpoint.ending(kind.tokens());
        String token = endpoint.token(TOKEN);
        boolean single = kind.writes() == 1;
        String opening =
                endpoint.opening() + (kind.tokens() == 1 ? endpoint.lastToken(SERIAL) : endpoint.token(SERIAL));
        String text = HEAD
                + (single
                        ? part(opening + rest(endpoint, kind.tokens() - 1) + ending) + part("")
                        : part(opening + token.repeat(kind.perWrite() - 1)));
        this.first = text.getBytes(StandardCharsets.US_ASCII);
        this.serialAt = text.indexOf(SERIAL);
        this.middle = bytes(part(token.repeat(kind.perWrite())));
        int left = kind.tokens() - (kind.writes() - 1) * kind.perWrite();
        this.last = bytes(part(rest(endpoint, left) + ending) + part(""));
    }

    ByteBuffer first(int serial) {
        byte[] bytes = first.clone();
        int left = serial;
        for (int i = serialAt + SERIAL.length() - 1; i >= serialAt; i--) {
            bytes[i] = (byte) ('0' + left % RADIX);
            left /= RADIX;
        }
        return ByteBuffer.wrap(bytes);
    }

    ByteBuffer middle() {
        return middle.rewind();
    }

    ByteBuffer last() {
        return last.rewind();
    }

    /** The last tokens of an answer, of which the last says that it is. */
    private static String rest(ReferenceEndpoint endpoint, int tokens) {
        return tokens == 0 ? "" : endpoint.token(TOKEN).repeat(tokens - 1) + endpoint.lastToken(TOKEN);
    }

    private static String part(String text) {
        return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
    }

    private static ByteBuffer bytes(String text) {
        byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocateDirect(ascii.length).put(ascii).flip();
    }
}
