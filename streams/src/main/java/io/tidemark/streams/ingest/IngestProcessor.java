package io.tidemark.streams.ingest;

import io.tidemark.events.RequestEvent;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.ChunkColumns;
import io.tidemark.schemas.serde.EventDecodeException;
import io.tidemark.schemas.serde.RecordPosition;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.flow.ClientSketches;
import io.tidemark.streams.flow.DeadLetters;
import io.tidemark.streams.flow.Decoding;
import io.tidemark.streams.flow.Implausible;
import io.tidemark.streams.flow.Outgoing;
import io.tidemark.streams.flow.TeamTools;
import io.tidemark.streams.flow.TeamTopics;
import io.tidemark.streams.hook.CommitHook;
import io.tidemark.streams.hook.CommitListener;
import io.tidemark.streams.inbox.InboxCodec;
import io.tidemark.streams.inbox.InboxRecord;
import io.tidemark.streams.pack.Pack;
import io.tidemark.streams.pane.SeriesKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Folds tokens and requests into deltas per run, sent on when the task commits or a delta grows large. */
final class IngestProcessor extends ContextualProcessor<String, byte[], String, Outgoing> implements CommitListener {
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** Deltas that are to be in the windows of a tick are committed so long before it, to be read by then. */
    private static final Duration BEFORE_TICK = Duration.ofMillis(200);

    private final DeadLetters deadLetters;
    private final String tokensTopic;
    private final String runInbox;
    private final Decoding<ChunkColumns> tokenDecoding;
    private final Decoding<RequestEvent> requestDecoding;
    private final TokenFold tokenFold = new TokenFold();
    private final SeenLanes seen = new SeenLanes();
    private final HeldDeltas deltas = new HeldDeltas();
    private final Spots spots = new Spots(this::find);

    IngestProcessor(TeamTopics topics, TeamTools tools) {
        this.deadLetters = new DeadLetters(topics, tools.meters());
        this.tokensTopic = topics.of(Topic.TOKENS);
        this.runInbox = topics.internal(TeamTopics.RUN_INBOX);
        this.tokenDecoding = new Decoding<>(tools.registry().chunkDecoder()::decode);
        this.requestDecoding = new Decoding<>(tools.registry().decoder(RequestEvent.class)::decode);
    }

    @Override
    public void init(ProcessorContext<String, Outgoing> context) {
        super.init(context);
        discard();
        CommitHook.attach(context, IngestTopology.HOOK, this);
        long intoSecond = context.currentSystemTimeMs() % SECOND.toMillis();
        context.schedule(
                Instant.ofEpochMilli(context.currentSystemTimeMs() - intoSecond)
                        .plus(SECOND)
                        .minus(BEFORE_TICK),
                SECOND,
                PunctuationType.WALL_CLOCK_TIME,
                this::hurry);
    }

    @Override
    public void process(Record<String, byte[]> raw) {
        RecordMetadata metadata = context().recordMetadata().orElseThrow();
        boolean holdTokens = metadata.topic().equals(tokensTopic);
        Optional<Pack> pack = Pack.in(raw.headers());
        if (pack.isEmpty()) {
            RecordPosition origin = new RecordPosition(metadata.topic(), metadata.partition(), metadata.offset());
            one(origin, raw.value(), holdTokens, raw.timestamp());
            return;
        }
        for (ConsumerRecord<byte[], byte[]> record : pack.get().records()) {
            one(RecordPosition.of(record), record.value(), holdTokens, appended(record, raw.timestamp()));
        }
    }

    /** Of a record in a pack; that of the pack where it has none. */
    private static long appended(ConsumerRecord<byte[], byte[]> record, long packMillis) {
        return record.timestamp() >= 0 ? record.timestamp() : packMillis;
    }

    private void one(RecordPosition origin, byte @Nullable [] value, boolean tokens, long appendedMillis) {
        try {
            if (tokens) {
                tokens(tokenDecoding.decode(origin, value), appendedMillis);
            } else {
                request(requestDecoding.decode(origin, value), appendedMillis);
            }
        } catch (EventDecodeException | Implausible e) {
            Record<String, byte[]> raw = new Record<>("", value, context().currentSystemTimeMs());
            context().forward(deadLetters.of(raw, origin, e));
        }
    }

    @Override
    public void beforeCommit() {
        deltas.takeAll().forEach(this::send);
        spots.clear();
    }

    @Override
    public void discard() {
        deltas.clear();
        spots.clear();
        seen.clear();
        tokenFold.clear();
    }

    /** What misses the tick is not in a window before the next one. */
    private void hurry(long nowMillis) {
        if (!deltas.isEmpty()) {
            context().commit();
        }
    }

    private void tokens(ChunkColumns batch, long appendedMillis) {
        try {
            Plausibility.require(batch, appendedMillis);
        } catch (Implausible e) {
            reject(SeenLanes.Stream.TOKENS, batch.run(), batch.lane(), batch.laneSeq());
            throw e;
        }
        Spot spot = spots.of(batch);
        if (!spot.isNew(batch.laneSeq())) {
            spot.counts().countDuplicate();
            return;
        }
        tokenFold.add(batch, spot);
        spot.counts().countTokenBatch();
        spot.delta().recordCounted();
        sendIfLarge(batch.run(), spot.delta());
    }

    private void request(RequestEvent request, long appendedMillis) {
        LogHistogram itl = sketchOf(request, appendedMillis);
        Spot spot = spots.of(new Spot.Place(
                SeenLanes.Stream.REQUESTS,
                request.getRun(),
                request.getLane(),
                new SeriesKey(request.getStep(), request.getTarget(), request.getRequestClass())));
        if (!spot.isNew(request.getLaneSeq())) {
            spot.counts().countDuplicate();
            return;
        }
        RequestFold.add(request, itl, spot);
        spot.delta()
                .counts(request.getLane(), request.getStep(), request.getSegment())
                .countRequest();
        spot.delta().recordCounted(itl);
        sendIfLarge(request.getRun(), spot.delta());
    }

    private LogHistogram sketchOf(RequestEvent request, long appendedMillis) {
        try {
            Plausibility.require(request, appendedMillis);
            return ClientSketches.read("itlSketch", request.getItlSketch());
        } catch (Implausible e) {
            reject(SeenLanes.Stream.REQUESTS, request.getRun(), request.getLane(), request.getLaneSeq());
            throw e;
        }
    }

    /** It becomes a dead letter and is not waited for, as far as it says whose it is. */
    private void reject(SeenLanes.Stream stream, String run, String lane, long laneSeq) {
        if (laneSeq >= 0 && Plausibility.isName(run) && Plausibility.isName(lane)) {
            deltas.of(run).progress(lane).rejected(stream).add(laneSeq);
        }
    }

    private Spot find(Spot.Place place) {
        return new Spot(deltas.of(place.run()), place, seen.of(place.stream(), place.run(), place.lane()));
    }

    /** Safe between commits too: what was read so far and what was sent go in one transaction. */
    private void sendIfLarge(String run, RunDelta delta) {
        Map<String, RunDelta> large = deltas.takeLarge(run, delta);
        if (!large.isEmpty()) {
            large.forEach(this::send);
            spots.clear();
        }
    }

    private void send(String run, RunDelta delta) {
        for (InboxRecord.Deltas part : delta.toRecords(context().taskId().partition())) {
            Outgoing outgoing = new Outgoing(runInbox, InboxCodec.encode(part));
            context().forward(new Record<>(run, outgoing, context().currentSystemTimeMs()));
        }
    }
}
