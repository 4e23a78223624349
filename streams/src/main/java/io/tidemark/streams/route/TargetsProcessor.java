package io.tidemark.streams.route;

import io.tidemark.events.ServerSample;
import io.tidemark.schemas.RecordLimits;
import io.tidemark.schemas.TeamLimit;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.streams.inbox.RunInboxCodec;
import io.tidemark.streams.inbox.RunInboxRecord;
import io.tidemark.streams.inbox.TargetInboxCodec;
import io.tidemark.streams.inbox.TargetInboxRecord;
import io.tidemark.streams.kafka.BrokerClock;
import io.tidemark.streams.meter.TeamMeters;
import io.tidemark.streams.processor.Containment;
import io.tidemark.streams.processor.DeadLetterRecords;
import io.tidemark.streams.processor.Destination;
import io.tidemark.streams.processor.RoutedRecord;
import io.tidemark.streams.processor.TeamServices;
import io.tidemark.streams.processor.TeamUsage;
import io.tidemark.streams.validation.ClientTimestamps;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
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

    /** A target of which nothing came for so long gives way to one that there is no room for. */
    private static final Duration SILENT = Duration.ofMinutes(1);

    private static final Duration EXPIRE_EVERY = Duration.ofHours(1);

    private final BrokerClock clock;
    private final TeamMeters meters;
    private final DeadLetterRecords deadLetters;
    private final TeamUsage.Share share;
    private final CopyBudget copies = new CopyBudget();
    private final Map<String, TrackedTarget> targets = new HashMap<>();

    /** Keys of saved entries that the program fails on, until the first record, which is the first that a dead letter can be sent with. */
    private final Map<String, Throwable> unreadable = new HashMap<>();

    private @Nullable TargetStore store;

    public TargetsProcessor(TeamServices tools) {
        this.clock = tools.clock();
        this.meters = tools.meters();
        this.deadLetters = new DeadLetterRecords(tools.meters());
        this.share = tools.usage().share();
    }

    @Override
    public void init(ProcessorContext<String, RoutedRecord> context) {
        super.init(context);
        TargetStore opened = new TargetStore(context.getStateStore(STORE));
        store = opened;
        targets.clear();
        unreadable.clear();
        targets.putAll(opened.load(unreadable::put));
        long nowMillis = clock.brokerMillis(context.currentSystemTimeMs());
        targets.values().forEach(tracked -> tracked.onRecord(nowMillis));
        share.giveBackAll();
        share.add(TeamLimit.TARGETS, targets.size());
        share.add(TeamLimit.SAMPLE_BYTES_HELD, sampleBytes());
        context.schedule(
                EXPIRE_EVERY,
                PunctuationType.WALL_CLOCK_TIME,
                hostMillis -> Containment.run(() -> expire(hostMillis)).ifPresent(this::report));
    }

    @Override
    public void close() {
        share.giveBackAll();
    }

    private void expire(long hostMillis) {
        TargetStore kept = Objects.requireNonNull(store);
        long beforeMicros = (clock.brokerMillis(hostMillis) - RETENTION.toMillis()) * MICROS_PER_MILLI;
        targets.forEach((target, tracked) ->
                tracked.dropEndedBefore(beforeMicros).forEach(run -> kept.deleteBinding(target, run)));
        forget(tracked -> tracked.isUnusedSince(beforeMicros));
    }

    private void forget(Predicate<TrackedTarget> isGone) {
        TargetStore kept = Objects.requireNonNull(store);
        targets.entrySet().removeIf(entry -> {
            boolean isOld = isGone.test(entry.getValue());
            if (isOld) {
                share.add(TeamLimit.SAMPLE_BYTES_HELD, -kept.sampleBytes(entry.getKey()));
                kept.delete(entry.getKey());
                share.add(TeamLimit.TARGETS, -1);
            }
            return isOld;
        });
    }

    @Override
    public void process(Record<String, byte[]> inbox) {
        giveUpUnreadable();
        deadLetters.contain(context(), inbox, origin -> take(inbox, origin));
    }

    private void giveUpUnreadable() {
        if (unreadable.isEmpty()) {
            return;
        }
        share.add(TeamLimit.SAMPLE_BYTES_HELD, -sampleBytes());
        unreadable.forEach((key, reason) -> {
            Objects.requireNonNull(store).deleteEntry(key);
            report(reason);
        });
        unreadable.clear();
        share.add(TeamLimit.SAMPLE_BYTES_HELD, sampleBytes());
    }

    private long sampleBytes() {
        TargetStore kept = Objects.requireNonNull(store);
        return targets.keySet().stream().mapToLong(kept::sampleBytes).sum();
    }

    private void report(Throwable reason) {
        context().forward(deadLetters.ofStore(STORE, reason, context().currentSystemTimeMs()));
    }

    private void take(Record<String, byte[]> inbox, RecordPosition origin) {
        TargetStore kept = Objects.requireNonNull(store);
        TargetInboxRecord target = TargetInboxCodec.decode(inbox.value());
        if (isOneTooMany(inbox.key())) {
            forget(tracked -> tracked.isSilentSince(inbox.timestamp() - SILENT.toMillis()));
        }
        Optional<RecordLimits.Excess> excess = excess(inbox.key(), target);
        if (excess.isPresent()) {
            context().forward(deadLetters.overLimit(inbox, origin, excess.get()));
            return;
        }
        TrackedTarget tracked = targets.computeIfAbsent(inbox.key(), this::begin);
        tracked.onRecord(inbox.timestamp());
        if (target instanceof TargetInboxRecord.Binding binding) {
            makeRoom(inbox.key(), tracked, binding.run());
            bind(inbox, tracked, binding);
            kept.saveBinding(inbox.key(), binding);
        } else if (target instanceof TargetInboxRecord.Scrape scrape) {
            keep(inbox.key(), tracked, scrape);
            tracked.dropEndedBefore(endMicros(inbox, scrape.sample()) - GRACE_MICROS)
                    .forEach(run -> kept.deleteBinding(inbox.key(), run));
            send(inbox, tracked.runs(), scrape.sample());
        }
    }

    /** Where the samples of the team have no room, those that are lost are the oldest of the target. */
    private void keep(String target, TrackedTarget tracked, TargetInboxRecord.Scrape scrape) {
        TargetStore kept = Objects.requireNonNull(store);
        long number = tracked.nextNumber();
        byte[] value = TargetStore.value(target, number, scrape);
        long more = value.length - kept.sampleBytes(target, number);
        while (share.excess(TeamLimit.SAMPLE_BYTES_HELD, more).isPresent()) {
            meters.overLimit(TeamLimit.SAMPLE_BYTES_HELD, 1);
            OptionalLong oldest = tracked.dropOldest();
            if (oldest.isEmpty()) {
                return;
            }
            share.add(TeamLimit.SAMPLE_BYTES_HELD, -kept.deleteSample(target, oldest.getAsLong()));
            more = value.length - kept.sampleBytes(target, number);
        }
        share.add(TeamLimit.SAMPLE_BYTES_HELD, more);
        kept.saveSample(target, number, value);
        tracked.add(number, scrape.sample());
    }

    private TrackedTarget begin(String target) {
        share.add(TeamLimit.TARGETS, 1);
        return new TrackedTarget();
    }

    private boolean isOneTooMany(String name) {
        return !targets.containsKey(name) && share.excess(TeamLimit.TARGETS, 1).isPresent();
    }

    private Optional<RecordLimits.Excess> excess(String name, TargetInboxRecord record) {
        TrackedTarget tracked = targets.get(name);
        if (tracked == null) {
            return share.excess(TeamLimit.TARGETS, 1);
        }
        boolean isFull = record instanceof TargetInboxRecord.Binding binding
                && isInTheWay(tracked, binding.run())
                && tracked.firstEnded().isEmpty();
        return isFull
                ? Optional.of(RecordLimits.Excess.of(
                        TeamLimit.RUNS_PER_TARGET,
                        "runs of target " + name,
                        tracked.runs().size() + 1L))
                : Optional.empty();
    }

    private static boolean isInTheWay(TrackedTarget tracked, String run) {
        return !tracked.isBound(run) && tracked.runs().size() >= TeamLimit.RUNS_PER_TARGET.most();
    }

    /** A run that ended gives way to one that begins. */
    private void makeRoom(String target, TrackedTarget tracked, String run) {
        if (isInTheWay(tracked, run)) {
            tracked.firstEnded().ifPresent(ended -> {
                tracked.unbind(ended);
                Objects.requireNonNull(store).deleteBinding(target, ended);
            });
        }
    }

    /** By the scrapes' own clock, so that what a run gets is the same however late they are read. */
    private static long endMicros(Record<String, byte[]> inbox, ServerSample sample) {
        long end = ClientTimestamps.micros(sample.getScrapeEnd());
        return Math.min(end, inbox.timestamp() * MICROS_PER_MILLI);
    }

    private void bind(Record<String, byte[]> inbox, TrackedTarget tracked, TargetInboxRecord.Binding binding) {
        if (tracked.bind(binding)) {
            for (ServerSample sample : tracked.recentSamples()) {
                byte[] value = RunInboxCodec.encode(new RunInboxRecord.Scrape(sample));
                sendCopy(inbox, binding.run(), value);
            }
        }
    }

    /** To the first run in any case; what goes to others is bounded. */
    private void send(Record<String, byte[]> inbox, Collection<String> runs, ServerSample sample) {
        byte[] value = RunInboxCodec.encode(new RunInboxRecord.Scrape(sample));
        boolean isFirst = true;
        for (String run : runs) {
            if (isFirst) {
                send(inbox, run, value);
            } else {
                sendCopy(inbox, run, value);
            }
            isFirst = false;
        }
    }

    private void sendCopy(Record<String, byte[]> inbox, String run, byte[] value) {
        if (copies.take(inbox.timestamp(), value.length)) {
            send(inbox, run, value);
        } else {
            meters.overLimit(TeamLimit.COPIED_BYTES, 1);
        }
    }

    private void send(Record<String, byte[]> inbox, String run, byte[] value) {
        RoutedRecord outgoing = new RoutedRecord(Destination.RUN_INBOX, value);
        context().forward(new Record<>(run, outgoing, inbox.timestamp(), inbox.headers()));
    }

    /** How many bytes of copies of samples may still be sent in the minute of the records that are read. Not thread-safe. */
    static final class CopyBudget {
        private static final long MILLIS_PER_MINUTE = 60_000;

        /** What to read a record costs beside its bytes, as bytes. */
        private static final int LEAST_BYTES = 8 << 10;

        private long minute = Long.MIN_VALUE;
        private long usedBytes;

        /** Takes what a copy needs; false if it is not to be sent. */
        boolean take(long appendedMillis, int bytes) {
            long now = Math.floorDiv(appendedMillis, MILLIS_PER_MINUTE);
            if (now > minute) {
                minute = now;
                usedBytes = 0;
            }
            int chargedBytes = Math.max(LEAST_BYTES, bytes);
            if (usedBytes + chargedBytes > TeamLimit.COPIED_BYTES.most()) {
                return false;
            }
            usedBytes += chargedBytes;
            return true;
        }
    }
}
