package io.tidemark.streams.route;

import io.tidemark.events.ServerSample;
import io.tidemark.schemas.Topic;
import io.tidemark.streams.inbox.RunInboxCodec;
import io.tidemark.streams.inbox.RunInboxRecord;
import io.tidemark.streams.inbox.TargetInboxCodec;
import io.tidemark.streams.inbox.TargetInboxRecord;
import io.tidemark.streams.kafka.BrokerClock;
import io.tidemark.streams.processor.Destination;
import io.tidemark.streams.processor.RoutedRecord;
import io.tidemark.streams.validation.ClientTimestamps;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Hands every scrape of a target to the runs that drive it; a run that is bound later gets the ring first. What is older than the records of
 * {@link Topic#SERVERS} can be is forgotten.
 */
public final class TargetsProcessor extends ContextualProcessor<String, byte[], String, RoutedRecord> {
    /** Store of the runs that use each target, and of the last scrapes of it. */
    public static final String STORE = "target-runs";

    private static final long MICROS_PER_MILLI = 1_000;

    /** How long after its end a run still gets samples. */
    private static final long GRACE_MICROS = 60_000_000L;

    /** As long as the topic keeps them by default. */
    private static final Duration RETENTION = Duration.ofDays(7);

    private static final Duration EXPIRE_EVERY = Duration.ofHours(1);

    private final BrokerClock clock;
    private final Map<String, TrackedTarget> targets = new HashMap<>();
    private @Nullable TargetStore store;

    public TargetsProcessor(BrokerClock clock) {
        this.clock = clock;
    }

    @Override
    public void init(ProcessorContext<String, RoutedRecord> context) {
        super.init(context);
        TargetStore opened = new TargetStore(context.getStateStore(STORE));
        store = opened;
        targets.clear();
        targets.putAll(opened.load());
        context.schedule(EXPIRE_EVERY, PunctuationType.WALL_CLOCK_TIME, this::expire);
    }

    private void expire(long hostMillis) {
        TargetStore kept = Objects.requireNonNull(store);
        long beforeMicros = (clock.brokerMillis(hostMillis) - RETENTION.toMillis()) * MICROS_PER_MILLI;
        targets.forEach(
                (target, book) -> book.dropEndedBefore(beforeMicros).forEach(run -> kept.deleteBinding(target, run)));
        targets.entrySet().removeIf(entry -> {
            boolean isOld = entry.getValue().isUnusedSince(beforeMicros);
            if (isOld) {
                kept.delete(entry.getKey());
            }
            return isOld;
        });
    }

    @Override
    public void process(Record<String, byte[]> inbox) {
        TargetStore kept = Objects.requireNonNull(store);
        TrackedTarget book = targets.computeIfAbsent(inbox.key(), unseen -> new TrackedTarget());
        TargetInboxRecord target = TargetInboxCodec.decode(inbox.value());
        if (target instanceof TargetInboxRecord.Binding binding) {
            bind(inbox, book, binding);
            kept.saveBinding(inbox.key(), binding);
        } else if (target instanceof TargetInboxRecord.Scrape scrape) {
            kept.saveSample(inbox.key(), book.add(scrape.sample()), scrape.sample());
            book.dropEndedBefore(endMicros(inbox, scrape.sample()) - GRACE_MICROS)
                    .forEach(run -> kept.deleteBinding(inbox.key(), run));
            book.runs().forEach(run -> send(inbox, run, scrape.sample()));
        }
    }

    /** By the scrapes' own clock, so that what a run gets is the same however late they are read. */
    private static long endMicros(Record<String, byte[]> inbox, ServerSample sample) {
        long end = ClientTimestamps.micros(sample.getScrapeEnd());
        return Math.min(end, inbox.timestamp() * MICROS_PER_MILLI);
    }

    private void bind(Record<String, byte[]> inbox, TrackedTarget book, TargetInboxRecord.Binding binding) {
        if (book.bind(binding)) {
            book.recentSamples().forEach(sample -> send(inbox, binding.run(), sample));
        }
    }

    private void send(Record<String, byte[]> inbox, String run, ServerSample sample) {
        byte[] value = RunInboxCodec.encode(new RunInboxRecord.Scrape(sample));
        context().forward(new Record<>(run, new RoutedRecord(Destination.RUN_INBOX, value), inbox.timestamp()));
    }
}
