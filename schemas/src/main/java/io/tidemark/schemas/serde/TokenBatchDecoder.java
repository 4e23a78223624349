package io.tidemark.schemas.serde;

import io.tidemark.events.TokenBatch;
import io.tidemark.schemas.deadletter.RecordPosition;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.jspecify.annotations.Nullable;

/**
 * Confluent's wire format to the columns of a token batch. Records of exactly this version's schema are read without Avro's reader and
 * without an object per record or chunk; those of any other version, and all that is not sound, go through {@link EventDecoder}, whose
 * word on what is an event is the last. Not thread-safe.
 */
public final class TokenBatchDecoder {
    private static final int NONE = -1;

    private final SchemaRegistry registry;
    private final EventDecoder<TokenBatch> anyVersion;
    private final TokenBatchBytes sameVersion = new TokenBatchBytes();
    private final TokenBatchColumns columns = new TokenBatchColumns();
    /** The ids met last. */
    private int sameVersionId = NONE;

    private int otherVersionId = NONE;

    TokenBatchDecoder(SchemaRegistry registry) {
        this.registry = registry;
        this.anyVersion = registry.decoder(TokenBatch.class);
    }

    /**
     * The batch, in columns that the next call fills again.
     *
     * @throws EventDecodeException if these bytes are no token batch and never will be
     * @throws RegistryUnavailableException if the registry is needed and cannot be asked
     */
    public TokenBatchColumns decode(RecordPosition position, byte @Nullable [] bytes) {
        boolean read = bytes != null
                && bytes.length > WireFormat.HEADER_BYTES
                && bytes[0] == WireFormat.MAGIC
                && isSameVersion(position, bytes)
                && sameVersion.read(bytes, WireFormat.HEADER_BYTES, columns);
        if (!read) {
            fill(anyVersion.decode(position, bytes));
        }
        return columns;
    }

    private boolean isSameVersion(RecordPosition position, byte[] bytes) {
        int id = ByteBuffer.wrap(bytes, 1, Integer.BYTES).getInt();
        if (id == sameVersionId || id == otherVersionId) {
            return id == sameVersionId;
        }
        boolean same = isOurs(registry.schema(id, position));
        sameVersionId = same ? id : sameVersionId;
        otherVersionId = same ? otherVersionId : id;
        return same;
    }

    /** The same names and types in the same order, hence the same bytes; docs and defaults do not matter. */
    static boolean isOurs(Schema writer) {
        return SchemaNormalization.toParsingForm(writer)
                .equals(SchemaNormalization.toParsingForm(TokenBatch.getClassSchema()));
    }

    private void fill(TokenBatch batch) {
        columns.run = batch.getRun();
        columns.step = batch.getStep();
        columns.segment = batch.getSegment();
        columns.lane = batch.getLane();
        columns.laneSeq = batch.getLaneSeq();
        columns.request = batch.getRequest();
        columns.target = batch.getTarget();
        columns.requestClass = batch.getRequestClass();
        columns.apiKind = batch.getApiKind();
        columns.part = batch.getPart();
        columns.dueMicros = ChronoUnit.MICROS.between(Instant.EPOCH, batch.getDue());
        columns.sentNanos = batch.getSentNanos();
        columns.batch = batch.getBatch();
        columns.firstChunk = batch.getFirstChunk();
        columns.outputBefore = batch.getOutputBefore();
        columns.baseNanos = batch.getBaseNanos();
        fill(columns.gapsNanos, batch.getGapsNanos());
        columns.kinds.clear();
        batch.getKinds()
                .forEach(kind ->
                        columns.kinds.add(Arrays.asList(TokenBatchColumns.KINDS).indexOf(kind)));
        fill(columns.tokens, batch.getTokens());
        fill(columns.sizesBytes, batch.getSizesBytes());
        fill(columns.choices, batch.getChoices());
        fill(columns.choiceBasesNanos, batch.getChoiceBasesNanos());
        columns.last = batch.getLast();
        columns.targetGroup = batch.getTargetGroup();
    }

    private static void fill(LongColumn column, Iterable<? extends Number> values) {
        column.clear();
        values.forEach(value -> column.add(value.longValue()));
    }
}
