package io.tidemark.producer.openai;

import io.tidemark.events.ChunkKind;
import io.tidemark.producer.openai.StreamMessage.Delta;
import io.tidemark.producer.openai.sse.SseMessage.Slice;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The chunk that an answer's next ones are like but for their text, as nearly all chunks of a stream are: the same bytes before
 * and after a text that needs no unescaping are the same JSON, so it is not parsed again. One per answer; not thread-safe.
 */
final class RecentChunk {
    private static final byte[] NONE = {};
    /** Answers whose chunks differ in more than text are not compared for ever. */
    private static final int MAX_KEPT = 4;

    private byte[] before = NONE;
    private byte[] after = NONE;
    private @Nullable Delta delta;
    private int kept;

    /** What a message means if it differs from the kept chunk in its text alone; null if it does not. */
    @Nullable
    Delta read(Slice data, boolean keepText) {
        Delta same = delta;
        byte[] array = data.array();
        int end = data.from() + data.length();
        int textFrom = data.from() + before.length;
        int textTo = end - after.length;
        boolean alike = same != null
                && textFrom < textTo
                && Arrays.equals(array, data.from(), textFrom, before, 0, before.length)
                && Arrays.equals(array, textTo, end, after, 0, after.length)
                && isPlain(array, textFrom, textTo);
        if (!alike || same == null) {
            return null;
        }
        int characters = textTo - textFrom;
        return new Delta(
                same.kind(),
                same.choice(),
                keepText ? new String(array, textFrom, characters, StandardCharsets.US_ASCII) : "",
                characters,
                characters,
                same.goesOn(),
                Optional.empty(),
                Optional.empty(),
                same.unread());
    }

    /** Whether it is worth telling where a chunk's text lies. */
    boolean needsChunk() {
        return kept < MAX_KEPT;
    }

    /**
     * Keeps a chunk, if it is one that others can be like: output and nothing else.
     *
     * @param textEnd index behind the text's last byte, from the message's first
     * @param textBytes how many it has, if it is plain
     */
    void learn(Slice data, Delta read, int textEnd, int textBytes) {
        int to = data.from() + textEnd;
        int from = to - textBytes;
        boolean repeatable = (read.kind() == ChunkKind.CONTENT || read.kind() == ChunkKind.REASONING)
                && read.finishReason().isEmpty()
                && read.usage().isEmpty();
        if (!repeatable || !isQuoted(data, from, to) || !isPlain(data.array(), from, to)) {
            return;
        }
        before = Arrays.copyOfRange(data.array(), data.from(), from);
        after = Arrays.copyOfRange(data.array(), to, data.from() + data.length());
        delta = read;
        kept++;
    }

    private static boolean isQuoted(Slice data, int from, int to) {
        return from > data.from()
                && to < data.from() + data.length()
                && data.array()[from - 1] == '"'
                && data.array()[to] == '"';
    }

    /** ASCII that means itself inside a JSON string. */
    private static boolean isPlain(byte[] array, int from, int to) {
        for (int i = from; i < to; i++) {
            byte b = array[i];
            if (b < ' ' || b == '"' || b == '\\') {
                return false;
            }
        }
        return true;
    }
}
