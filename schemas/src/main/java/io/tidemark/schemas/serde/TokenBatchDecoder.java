package io.tidemark.schemas.serde;

import io.tidemark.events.TokenBatch;
import io.tidemark.schemas.RecordLimits;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.time.EpochMicros;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Confluent's wire format to the columns of a token batch. Records of this version and of those that add or lack fields are read without Avro's
 * reader and without an object per record or chunk; all others, and all that is not sound, go through {@link EventDecoder}, whose
 * word on what is an event is the last. Not thread-safe.
 */
public final class TokenBatchDecoder {
    private final EventDecoder<TokenBatch> anyVersion;
    private final TokenBatchBytes planned = new TokenBatchBytes();
    private final TokenBatchColumns columns = new TokenBatchColumns();
    private final Map<Integer, Optional<TokenBatchPlan>> plans = new HashMap<>();
    /** Of the id met last. */
    private Optional<TokenBatchPlan> plan = Optional.empty();

    private int planId;

    TokenBatchDecoder(SchemaRegistry registry) {
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
                && isRead(position, bytes);
        if (read) {
            EventDecoder.requireWithin(position, excess());
        } else {
            fill(anyVersion.decode(position, bytes));
        }
        return columns;
    }

    private Optional<RecordLimits.Excess> excess() {
        int chunks = 0;
        for (LongColumn column : columns.ofChunks()) {
            chunks = Math.max(chunks, column.size());
        }
        return RecordLimits.ofBatch(
                new RecordLimits.BatchNames(
                        columns.run, columns.lane, columns.target, columns.targetGroup, columns.requestClass),
                columns.requestLength,
                chunks);
    }

    private boolean isRead(RecordPosition position, byte[] bytes) {
        int id = ByteBuffer.wrap(bytes, 1, Integer.BYTES).getInt();
        if (id != planId || plan.isEmpty()) {
            plan = plans.computeIfAbsent(id, unseen -> TokenBatchPlan.of(anyVersion.writer(unseen, position)));
            planId = id;
        }
        return plan.isPresent() && planned.read(bytes, WireFormat.HEADER_BYTES, plan.get(), columns);
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
        columns.dueMicros = EpochMicros.of(batch.getDue());
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
