package io.tidemark.simulator.http.response;

import io.tidemark.simulator.http.request.JsonText;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;

/** What a stream's chunks have in common: the bytes before and after their text. Immutable. */
final class ChunkEnvelope {
    /** Stands where the text will stand; nothing after it holds text of others. */
    private static final String MARK = "\u0001";

    private static final String QUOTED_MARK = JsonText.quoted(MARK);

    private final byte[] before;
    private final byte[] after;

    private ChunkEnvelope(byte[] before, byte[] after) {
        this.before = before;
        this.after = after;
    }

    /** Words a chunk with a text. */
    @FunctionalInterface
    interface Wording {
        String chunk(String text);
    }

    static ChunkEnvelope of(Wording wording) {
        String chunk = wording.chunk(MARK);
        int at = chunk.lastIndexOf(QUOTED_MARK);
        return new ChunkEnvelope(utf8(chunk.substring(0, at)), utf8(chunk.substring(at + QUOTED_MARK.length())));
    }

    Buffer with(String text) {
        byte[] quoted = utf8(JsonText.quoted(text));
        return Buffer.buffer(before.length + quoted.length + after.length)
                .appendBytes(before)
                .appendBytes(quoted)
                .appendBytes(after);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
