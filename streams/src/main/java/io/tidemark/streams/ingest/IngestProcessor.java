package io.tidemark.streams.ingest;

import io.tidemark.events.RequestEvent;
import io.tidemark.events.TokenBatch;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.EventDecodeException;
import io.tidemark.schemas.serde.RecordPosition;
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
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/** Folds tokens and requests into deltas per run, sent on when the task commits or a delta grows large. */
final class IngestProcessor extends ContextualProcessor<String, byte[], String, Outgoing> implements CommitListener {
    /** Keeps a delta well under Kafka's default limit of 1 MiB per record. */
    private static final int LARGEST_DELTA_RECORDS = 2_000;

    private final DeadLetters deadLetters;
    private final String tokensTopic;
    private final String runInbox;
    private final Decoding<TokenBatch> tokenDecoding;
    private final Decoding<RequestEvent> requestDecoding;
    private final TokenFold tokenFold = new TokenFold();
    private final SeenLanes seen = new SeenLanes();
    private final Map<String, RunDelta> deltas = new HashMap<>();

    IngestProcessor(TeamTopics topics, TeamTools tools) {
        this.deadLetters = new DeadLetters(topics, tools.meters());
        this.tokensTopic = topics.of(Topic.TOKENS);
        this.runInbox = topics.internal(TeamTopics.RUN_INBOX);
        this.tokenDecoding = new Decoding<>(tools.registry().decoder(TokenBatch.class));
        this.requestDecoding = new Decoding<>(tools.registry().decoder(RequestEvent.class));
    }

    @Override
    public void init(ProcessorContext<String, Outgoing> context) {
        super.init(context);
        discard();
        CommitHook.attach(context, IngestTopology.HOOK, this);
    }

    @Override
    public void process(Record<String, byte[]> raw) {
        RecordMetadata metadata = context().recordMetadata().orElseThrow();
        RecordPosition origin = new RecordPosition(metadata.topic(), metadata.partition(), metadata.offset());
        try {
            if (metadata.topic().equals(tokensTopic)) {
                tokens(tokenDecoding.decode(origin, raw.value()));
            } else {
                request(requestDecoding.decode(origin, raw.value()));
            }
        } catch (EventDecodeException | Implausible e) {
            context().forward(deadLetters.of(raw, origin, e));
        }
    }

    @Override
    public void beforeCommit() {
        deltas.forEach(this::send);
        deltas.clear();
    }

    @Override
    public void discard() {
        deltas.clear();
        seen.clear();
        tokenFold.clear();
    }

    private void tokens(TokenBatch batch) {
        Plausibility.require(batch, context().currentSystemTimeMs());
        RunDelta delta = delta(batch.getRun());
        if (!seen.isNew(SeenLanes.Stream.TOKENS, batch.getRun(), batch.getLane(), batch.getLaneSeq())) {
            delta.countDuplicate(batch.getLane(), batch.getStep());
            return;
        }
        tokenFold.add(batch, delta);
        delta.countTokenBatch(batch.getLane(), batch.getStep());
        sendIfLarge(batch.getRun(), delta);
    }

    private void request(RequestEvent request) {
        Plausibility.require(request, context().currentSystemTimeMs());
        RunDelta delta = delta(request.getRun());
        if (!seen.isNew(SeenLanes.Stream.REQUESTS, request.getRun(), request.getLane(), request.getLaneSeq())) {
            delta.countDuplicate(request.getLane(), request.getStep());
            return;
        }
        RequestFold.add(request, delta);
        delta.countRequest(request.getLane(), request.getStep(), request.getSegment());
        sendIfLarge(request.getRun(), delta);
    }

    private RunDelta delta(String run) {
        return deltas.computeIfAbsent(run, unseen -> new RunDelta());
    }

    /** Safe between commits too: what was read so far and what was sent go in one transaction. */
    private void sendIfLarge(String run, RunDelta delta) {
        if (delta.weight() >= LARGEST_DELTA_RECORDS) {
            send(run, delta);
            deltas.remove(run);
        }
    }

    private void send(String run, RunDelta delta) {
        for (InboxRecord.Deltas part : delta.toRecords()) {
            Outgoing outgoing = new Outgoing(runInbox, InboxCodec.encode(part));
            context().forward(new Record<>(run, outgoing, context().currentSystemTimeMs()));
        }
    }
}
