package io.tidemark.producer.openai;

import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/** What messages without output held that was not read, and whether it may be output. */
final class UnreadFields {
    private static final int MAX_NAMES = 5;
    private static final int MANY = 4;

    /** UTF-8 has about as many for a token of most scripts. */
    private static final int BYTES_PER_TOKEN = 4;

    private static final int LARGE_TOKENS = 8;

    private final Set<String> names = new TreeSet<>();
    private int messages;
    private int deltas;
    private long bytes;
    private long bytesBefore;

    /**
     * Takes those of a message that is no chunk.
     *
     * @param fields by name, with the bytes of their sentences
     * @param isBeforeOutput whether no output was read yet
     */
    void add(Map<String, Integer> fields, boolean isBeforeOutput) {
        messages += fields.isEmpty() ? 0 : 1;
        keep(fields, isBeforeOutput);
    }

    /** The same of a chunk. What stands beside its choices, such as its session, worker or version, counts by its length alone. */
    void addOfChunk(Map<String, Integer> fields, boolean isBeforeOutput) {
        if (fields.isEmpty()) {
            return;
        }
        messages += fields.keySet().stream().anyMatch(DeltaClassifier::isOfChoice) ? 1 : 0;
        deltas += fields.keySet().stream().anyMatch(DeltaClassifier::isOfDelta) ? 1 : 0;
        keep(fields, isBeforeOutput);
    }

    private void keep(Map<String, Integer> fields, boolean isBeforeOutput) {
        int more = fields.values().stream().mapToInt(Integer::intValue).sum();
        bytes += more;
        bytesBefore += isBeforeOutput ? more : 0;
        fields.keySet().stream().limit(MAX_NAMES - names.size()).forEach(names::add);
    }

    /** The first of their names, and of others. */
    Set<String> names(Set<String> others) {
        Set<String> all = new TreeSet<>(names);
        others.stream().limit(MAX_NAMES - all.size()).forEach(all::add);
        return all;
    }

    /**
     * Whether an answer with so many chunks of output, and so many tokens if they were counted, may have had output in them: there is room for that,
     * or so many deltas held something else that usage may count the rest alone, or their texts are long.
     */
    boolean mayBeOutput(int chunks, OptionalInt counted) {
        boolean hasRoom = counted.isEmpty() || counted.getAsInt() > chunks + 1;
        boolean isMuch = deltas >= MANY && MANY * deltas >= chunks;
        return (messages > 1 && (hasRoom || isMuch)) || isLarge(chunks, counted);
    }

    /**
     * Whether messages held texts as long as a quarter of the answer, be it a single one, and usage has room for half of that. Texts before the
     * first chunk need no room: some servers do not count their reasoning.
     */
    private boolean isLarge(int chunks, OptionalInt counted) {
        long tokens = bytes / BYTES_PER_TOKEN;
        boolean hasRoom = counted.isEmpty() || 2L * (counted.getAsInt() - chunks) >= tokens;
        int answer = counted.orElse(chunks);
        return (hasRoom && isLarge(tokens, answer)) || isLarge(bytesBefore / BYTES_PER_TOKEN, answer);
    }

    private static boolean isLarge(long tokens, int answer) {
        return tokens >= LARGE_TOKENS && MANY * tokens >= answer;
    }
}
