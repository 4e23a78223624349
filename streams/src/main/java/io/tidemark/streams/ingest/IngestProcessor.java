package io.tidemark.streams.ingest;

import io.tidemark.events.RequestEvent;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.TokenBatchColumns;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.inbox.RunInboxCodec;
import io.tidemark.streams.inbox.RunInboxRecord;
import io.tidemark.streams.kafka.CommitHook;
import io.tidemark.streams.kafka.CommitListener;
import io.tidemark.streams.kafka.PackedRecords;
import io.tidemark.streams.panes.SeriesKey;
import io.tidemark.streams.processor.Containment;
import io.tidemark.streams.processor.DeadLetterRecords;
import io.tidemark.streams.processor.Destination;
import io.tidemark.streams.processor.RetryingDecoder;
import io.tidemark.streams.processor.RoutedRecord;
import io.tidemark.streams.processor.TeamServices;
import io.tidemark.streams.validation.ClientSketches;
import io.tidemark.streams.validation.EventValidator;
import io.tidemark.streams.validation.InvalidEventException;
import io.tidemark.streams.validation.ValueRanges;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Folds tokens and requests into deltas per run, sent on when the task commits or a delta grows large. */
public final class IngestProcessor extends ContextualProcessor<String, byte[], String, RoutedRecord>
        implements CommitListener {
    /** Store that carries the commit hook; it holds nothing. */
    public static final String HOOK = "ingest-hook";

    private static final Duration SECOND = Duration.ofSeconds(1);

    /** Deltas that are to be in the windows of a tick are committed so long before it, to be read by then. */
    private static final Duration BEFORE_TICK = Duration.ofMillis(200);

    private final DeadLetterRecords deadLetters;
    private final String tokensTopic;
    private final RetryingDecoder<TokenBatchColumns> tokenDecoding;
    private final RetryingDecoder<RequestEvent> requestDecoding;
    private final TokenFold tokenFold = new TokenFold();
    private final DuplicateFilter duplicates = new DuplicateFilter();
    private final PendingDeltas deltas = new PendingDeltas();
    private final SeriesCursorCache cursors = new SeriesCursorCache(this::openCursor);
    private EarlierLife earlierLife = new EarlierLife(false);

    public IngestProcessor(Team team, TeamServices tools) {
        this.deadLetters = new DeadLetterRecords(tools.meters());
        this.tokensTopic = Topic.TOKENS.in(team);
        this.tokenDecoding = new RetryingDecoder<>(tools.registry().tokenBatchDecoder()::decode);
        this.requestDecoding = new RetryingDecoder<>(tools.registry().decoder(RequestEvent.class)::decode);
    }

    @Override
    public void init(ProcessorContext<String, RoutedRecord> context) {
        super.init(context);
        discard();
        earlierLife =
                new EarlierLife(context.currentStreamTimeMs() >= 0); // Streams restores it with the committed offsets
        CommitHook.attach(context, HOOK, this);
        long intoSecond = context.currentSystemTimeMs() % SECOND.toMillis();
        context.schedule(
                Instant.ofEpochMilli(context.currentSystemTimeMs() - intoSecond)
                        .plus(SECOND)
                        .minus(BEFORE_TICK),
                SECOND,
                PunctuationType.WALL_CLOCK_TIME,
                this::flushBeforeTick);
    }

    @Override
    public void process(Record<String, byte[]> raw) {
        RecordMetadata metadata = context().recordMetadata().orElseThrow();
        boolean holdTokens = metadata.topic().equals(tokensTopic);
        Optional<PackedRecords> pack = PackedRecords.packedIn(raw.headers());
        if (pack.isEmpty()) {
            processOne(DeadLetterRecords.position(metadata), raw.value(), holdTokens, raw.timestamp());
            return;
        }
        for (ConsumerRecord<byte[], byte[]> record : pack.get().records()) {
            processOne(RecordPosition.of(record), record.value(), holdTokens, appended(record, raw.timestamp()));
        }
    }

    /** Of a record in a pack; that of the pack where it has none. */
    private static long appended(ConsumerRecord<byte[], byte[]> record, long packMillis) {
        return record.timestamp() >= 0 ? record.timestamp() : packMillis;
    }

    private void processOne(RecordPosition origin, byte @Nullable [] value, boolean tokens, long appendedMillis) {
        Containment.run(() -> {
                    if (tokens) {
                        tokens(origin, tokenDecoding.decode(origin, value), appendedMillis);
                    } else {
                        request(origin, requestDecoding.decode(origin, value), appendedMillis);
                    }
                })
                .ifPresent(reason -> setAside(origin, value, reason));
    }

    private void setAside(RecordPosition origin, byte @Nullable [] value, Throwable reason) {
        Record<String, byte[]> raw = new Record<>("", value, context().currentSystemTimeMs());
        context().forward(deadLetters.deadLetter(raw, origin, reason));
    }

    /** What cannot be sent of a run is lost for it; its lanes' heartbeats make that known. */
    @Override
    public void beforeCommit() {
        deltas.takeAll()
                .forEach((run, delta) -> Containment.run(() -> send(run, delta))
                        .ifPresent(reason -> setAside(delta.lastRecord(), null, reason)));
        cursors.clear();
    }

    @Override
    public void discard() {
        deltas.clear();
        cursors.clear();
        duplicates.clear();
        tokenFold.clear();
    }

    /** What misses the tick is not in a window before the next one. */
    private void flushBeforeTick(long nowMillis) {
        if (!deltas.isEmpty()) {
            context().commit();
        }
    }

    private void tokens(RecordPosition origin, TokenBatchColumns batch, long appendedMillis) {
        EventValidator.requireRun(batch.run(), appendedMillis);
        try {
            EventValidator.validate(batch, appendedMillis);
        } catch (InvalidEventException e) {
            reject(origin, DuplicateFilter.EventStream.TOKENS, batch.run(), batch.lane(), batch.laneSeq());
            throw e;
        }
        if (earlierLife.mayHaveCounted(DuplicateFilter.EventStream.TOKENS, latestMillis(batch), appendedMillis)) {
            RunDelta alone = new RunDelta();
            sendAlone(batch.run(), count(batch, cursorsOf(alone)).touchedBy(origin));
        } else {
            sendIfLarge(batch.run(), count(batch, cursors).touchedBy(origin));
        }
    }

    /** When the chunk before it came: what is in it came later. */
    private static long latestMillis(TokenBatchColumns batch) {
        return TimeUnit.MICROSECONDS.toMillis(batch.dueMicros())
                + TimeUnit.NANOSECONDS.toMillis(batch.sentNanos() + batch.baseNanos());
    }

    /** Returns the delta that it is in. */
    private RunDelta count(TokenBatchColumns batch, SeriesCursorCache places) {
        SeriesCursor spot = places.of(batch);
        if (!spot.isNew(batch.laneSeq())) {
            spot.counts().countDuplicate();
            spot.delta().recordCounted();
            return spot.delta();
        }
        tokenFold.add(batch, spot);
        if (isOfSeveral(batch.targetGroup(), batch.requestClass())) {
            tokenFold.add(batch, places.of(spot.place().of(SeriesKey.ofOneTarget(batch.step(), batch.target()))));
        }
        spot.counts().countTokenBatch();
        spot.delta().recordCounted();
        return spot.delta();
    }

    private void request(RecordPosition origin, RequestEvent request, long appendedMillis) {
        LogHistogram itl = sketchOf(origin, request, appendedMillis);
        if (earlierLife.mayHaveCounted(DuplicateFilter.EventStream.REQUESTS, latestMillis(request), appendedMillis)) {
            RunDelta alone = new RunDelta();
            sendAlone(request.getRun(), count(request, itl, cursorsOf(alone)).touchedBy(origin));
        } else {
            sendIfLarge(request.getRun(), count(request, itl, cursors).touchedBy(origin));
        }
    }

    private static long latestMillis(RequestEvent request) {
        Long endNanos = request.getEndNanos();
        return request.getDue().toEpochMilli() + (endNanos == null ? 0 : TimeUnit.NANOSECONDS.toMillis(endNanos));
    }

    /** Returns the delta that it is in. */
    private static RunDelta count(RequestEvent request, LogHistogram itl, SeriesCursorCache places) {
        SeriesKey series = SeriesKey.of(
                request.getStep(), request.getTarget(), request.getTargetGroup(), request.getRequestClass());
        SeriesCursor spot = places.of(new SeriesCursor.Key(
                DuplicateFilter.EventStream.REQUESTS, request.getRun(), request.getLane(), series));
        if (!spot.isNew(request.getLaneSeq())) {
            spot.counts().countDuplicate();
            spot.delta().recordCounted();
            return spot.delta();
        }
        RequestFold.add(request, itl, spot);
        if (isOfSeveral(request.getTargetGroup(), request.getRequestClass())) {
            SeriesKey ofOne = SeriesKey.ofOneTarget(request.getStep(), request.getTarget());
            RequestFold.add(request, itl, places.of(spot.place().of(ofOne)));
        }
        spot.delta()
                .counts(request.getLane(), request.getStep(), request.getSegment())
                .countRequest();
        spot.delta().recordCounted(itl);
        return spot.delta();
    }

    private static boolean isOfSeveral(String targetGroup, String requestClass) {
        return !targetGroup.isEmpty() && RequestClass.isPartOfAll(requestClass);
    }

    private LogHistogram sketchOf(RecordPosition origin, RequestEvent request, long appendedMillis) {
        EventValidator.requireRun(request.getRun(), appendedMillis);
        try {
            EventValidator.validate(request, appendedMillis);
            return ClientSketches.read("itlSketch", request.getItlSketch());
        } catch (InvalidEventException e) {
            reject(
                    origin,
                    DuplicateFilter.EventStream.REQUESTS,
                    request.getRun(),
                    request.getLane(),
                    request.getLaneSeq());
            throw e;
        }
    }

    /** It becomes a dead letter and is not waited for, as far as it says whose it is. */
    private void reject(
            RecordPosition origin, DuplicateFilter.EventStream stream, String run, String lane, long laneSeq) {
        if (ValueRanges.isSequence(laneSeq) && EventValidator.isName(lane)) {
            RunDelta delta = deltas.of(run).touchedBy(origin);
            delta.progress(lane).rejected(stream).add(laneSeq);
            delta.recordCounted();
            sendIfLarge(run, delta);
        }
    }

    private SeriesCursor openCursor(SeriesCursor.Key place) {
        return openCursor(deltas.of(place.run()), place);
    }

    private SeriesCursor openCursor(RunDelta delta, SeriesCursor.Key place) {
        return new SeriesCursor(delta, place, duplicates.of(place.stream(), place.run(), place.lane()));
    }

    private SeriesCursorCache cursorsOf(RunDelta delta) {
        return new SeriesCursorCache(place -> openCursor(delta, place));
    }

    /** Safe between commits too: what was read so far and what was sent go in one transaction. */
    private void sendIfLarge(String run, RunDelta delta) {
        Map<String, RunDelta> large = deltas.takeLarge(run, delta);
        if (!large.isEmpty()) {
            large.forEach(this::send);
            cursors.clear();
        }
    }

    private void send(String run, RunDelta delta) {
        delta.toRecords(context().taskId().partition()).forEach(part -> send(run, part, delta.lastRecord()));
    }

    /** The run knows its number, and whether it was counted. */
    private void sendAlone(String run, RunDelta event) {
        send(run, event.toRecord(context().taskId().partition()), event.lastRecord());
    }

    private void send(String run, RunInboxRecord.Deltas part, RecordPosition lastRecord) {
        RoutedRecord outgoing = new RoutedRecord(Destination.RUN_INBOX, RunInboxCodec.encode(part));
        context()
                .forward(new Record<>(
                        run, outgoing, context().currentSystemTimeMs(), DeadLetterRecords.originHeaders(lastRecord)));
    }

    /** The spots found since deltas were last sent; those of token batches are found without making a key for each. Not thread-safe. */
    static final class SeriesCursorCache {
        private static final int NEAR = 256;
        private static final int MIX = 31;

        private final Function<SeriesCursor.Key, SeriesCursor> finder;
        private final Map<SeriesCursor.Key, SeriesCursor> cursors = new HashMap<>();
        private final @Nullable SeriesCursor[] recent = new SeriesCursor[NEAR];

        /** {@code finder} makes a spot that is not known. */
        SeriesCursorCache(Function<SeriesCursor.Key, SeriesCursor> finder) {
            this.finder = finder;
        }

        SeriesCursor of(TokenBatchColumns batch) {
            int at = recent(batch);
            SeriesCursor known = recent[at];
            if (known != null && known.isOf(batch)) {
                return known;
            }
            SeriesCursor found = of(new SeriesCursor.Key(
                    DuplicateFilter.EventStream.TOKENS,
                    batch.run(),
                    batch.lane(),
                    SeriesKey.of(batch.step(), batch.target(), batch.targetGroup(), batch.requestClass())));
            recent[at] = found;
            return found;
        }

        SeriesCursor of(SeriesCursor.Key place) {
            SeriesCursor known = cursors.get(place);
            return known != null ? known : cursors.computeIfAbsent(place, finder);
        }

        void clear() {
            cursors.clear();
            Arrays.fill(recent, null);
        }

        /** Names are the same strings from record to record, so that their hashes are known. */
        private static int recent(TokenBatchColumns batch) {
            int hash = batch.run().hashCode();
            hash = MIX * hash + batch.lane().hashCode();
            hash = MIX * hash + batch.target().hashCode();
            hash = MIX * hash + batch.requestClass().hashCode() + batch.step();
            return (hash ^ hash >>> Byte.SIZE ^ hash >>> Short.SIZE) & NEAR - 1;
        }
    }
}
