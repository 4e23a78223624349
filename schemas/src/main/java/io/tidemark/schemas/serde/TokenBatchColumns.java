package io.tidemark.schemas.serde;

import io.tidemark.events.ApiKind;
import io.tidemark.events.ChunkKind;
import io.tidemark.events.StepPart;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one {@code TokenBatch} in primitive columns, filled again and again by {@link TokenBatchDecoder}: nothing is made per
 * record but the request's name, and that only when it is asked for. What each field means is documented in the schema. Not thread-safe.
 */
public final class TokenBatchColumns {
    static final ChunkKind[] KINDS = ChunkKind.values();
    static final ApiKind[] API_KINDS = ApiKind.values();
    static final StepPart[] PARTS = StepPart.values();

    String run = "";
    int step;
    int segment;
    String lane = "";
    long laneSeq;
    byte[] requestBytes = new byte[0];
    int requestFrom;
    int requestLength;

    @Nullable
    String request;

    String target = "";
    String requestClass = "";
    ApiKind apiKind = ApiKind.UNKNOWN;
    StepPart part = StepPart.UNKNOWN;
    long dueMicros;
    long sentNanos;
    int batch;
    int firstChunk;
    int outputBefore;
    long baseNanos;
    final LongColumn gapsNanos = new LongColumn();
    /** Places in {@link #KINDS}. */
    final LongColumn kinds = new LongColumn();

    final LongColumn tokens = new LongColumn();
    final LongColumn sizesBytes = new LongColumn();
    final LongColumn choices = new LongColumn();
    final LongColumn choiceBasesNanos = new LongColumn();
    private final List<LongColumn> ofChunks = List.of(gapsNanos, kinds, tokens, sizesBytes, choices, choiceBasesNanos);
    boolean last;
    String targetGroup = "";

    TokenBatchColumns() {}

    /** All columns. */
    List<LongColumn> ofChunks() {
        return ofChunks;
    }

    public String run() {
        return run;
    }

    public int step() {
        return step;
    }

    public int segment() {
        return segment;
    }

    public String lane() {
        return lane;
    }

    public long laneSeq() {
        return laneSeq;
    }

    /** Made when it is first asked for. */
    public String request() {
        String known = request;
        if (known == null) {
            known = new String(requestBytes, requestFrom, requestLength, StandardCharsets.UTF_8);
            request = known;
        }
        return known;
    }

    public String target() {
        return target;
    }

    public String requestClass() {
        return requestClass;
    }

    public ApiKind apiKind() {
        return apiKind;
    }

    public StepPart part() {
        return part;
    }

    /** When it was due, microseconds since 1970. */
    public long dueMicros() {
        return dueMicros;
    }

    public long sentNanos() {
        return sentNanos;
    }

    public int batch() {
        return batch;
    }

    public int firstChunk() {
        return firstChunk;
    }

    public int outputBefore() {
        return outputBefore;
    }

    public long baseNanos() {
        return baseNanos;
    }

    public LongColumn gapsNanos() {
        return gapsNanos;
    }

    public int kindCount() {
        return kinds.size();
    }

    public ChunkKind kind(int chunk) {
        return KINDS[(int) kinds.at(chunk)];
    }

    public LongColumn tokens() {
        return tokens;
    }

    public LongColumn sizesBytes() {
        return sizesBytes;
    }

    public LongColumn choices() {
        return choices;
    }

    public LongColumn choiceBasesNanos() {
        return choiceBasesNanos;
    }

    public boolean last() {
        return last;
    }

    public String targetGroup() {
        return targetGroup;
    }
}
