package io.tidemark.bench.client;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** An answer read byte by byte without understanding it. Not thread-safe. */
final class BareResponseReader {
    /** Content that is not empty; a role chunk's is. */
    private static final Pattern CONTENT = Pattern.compile("\"content\":\\s*\"[^\"]");

    private static final String END = "0\r\n\r\n";

    private final String request;
    private final long sentNanos;
    private final StringBuilder beginning = new StringBuilder();
    private String tail = "";
    private long firstContentNanos = Long.MIN_VALUE;

    BareResponseReader(String request, long sentNanos) {
        this.request = request;
        this.sentNanos = sentNanos;
    }

    void take(ByteBuffer bytes, long stampNanos) {
        String text = StandardCharsets.ISO_8859_1.decode(bytes).toString();
        if (firstContentNanos == Long.MIN_VALUE) {
            beginning.append(text);
            if (CONTENT.matcher(beginning).find()) {
                firstContentNanos = stampNanos;
            }
        }
        String both = tail + text;
        tail = both.substring(Math.max(0, both.length() - END.length()));
    }

    boolean isOver() {
        return tail.equals(END);
    }

    /** @throws IllegalStateException if it had no content */
    ClientStamps seen() {
        if (firstContentNanos == Long.MIN_VALUE) {
            throw new IllegalStateException("request " + request + " was answered without content: " + beginning);
        }
        return new ClientStamps(request, sentNanos, firstContentNanos);
    }

    @Override
    public String toString() {
        return request;
    }
}
