package io.tidemark.streams.target;

import io.tidemark.events.ServerSample;
import io.tidemark.schemas.Topic;
import io.tidemark.streams.flow.BrokerClock;
import io.tidemark.streams.flow.Outgoing;
import io.tidemark.streams.flow.Stamps;
import io.tidemark.streams.flow.TeamTopics;
import io.tidemark.streams.inbox.InboxCodec;
import io.tidemark.streams.inbox.InboxRecord;
import io.tidemark.streams.inbox.TargetCodec;
import io.tidemark.streams.inbox.TargetRecord;
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
final class TargetsProcessor extends ContextualProcessor<String, byte[], String, Outgoing> {
    private static final long MICROS_PER_MILLI = 1_000;

    /** How long after its end a run still gets samples. */
    private static final long GRACE_MICROS = 60_000_000L;

    /** As long as the topic keeps them by default. */
    private static final Duration KEPT = Duration.ofDays(7);

    private static final Duration FORGET_EVERY = Duration.ofHours(1);

    private final TeamTopics topics;
    private final BrokerClock clock;
    private final Map<String, TargetBook> books = new HashMap<>();
    private @Nullable TargetStore store;

    TargetsProcessor(TeamTopics topics, BrokerClock clock) {
        this.topics = topics;
        this.clock = clock;
    }

    @Override
    public void init(ProcessorContext<String, Outgoing> context) {
        super.init(context);
        TargetStore opened = new TargetStore(context.getStateStore(TargetsTopology.STORE));
        store = opened;
        books.clear();
        books.putAll(opened.load());
        context.schedule(FORGET_EVERY, PunctuationType.WALL_CLOCK_TIME, this::forgetOld);
    }

    private void forgetOld(long hostMillis) {
        TargetStore kept = Objects.requireNonNull(store);
        long beforeMicros = (clock.at(hostMillis) - KEPT.toMillis()) * MICROS_PER_MILLI;
        books.forEach((target, book) -> book.dropEndedBefore(beforeMicros).forEach(run -> kept.unbound(target, run)));
        books.entrySet().removeIf(entry -> {
            boolean isOld = entry.getValue().isUnusedSince(beforeMicros);
            if (isOld) {
                kept.forget(entry.getKey());
            }
            return isOld;
        });
    }

    @Override
    public void process(Record<String, byte[]> inbox) {
        TargetStore kept = Objects.requireNonNull(store);
        TargetBook book = books.computeIfAbsent(inbox.key(), unseen -> new TargetBook());
        TargetRecord target = TargetCodec.decode(inbox.value());
        if (target instanceof TargetRecord.Binding binding) {
            bind(inbox, book, binding);
            kept.bound(inbox.key(), binding);
        } else if (target instanceof TargetRecord.Scrape scrape) {
            kept.kept(inbox.key(), book.keep(scrape.sample()), scrape.sample());
            book.dropEndedBefore(endMicros(inbox, scrape.sample()) - GRACE_MICROS)
                    .forEach(run -> kept.unbound(inbox.key(), run));
            book.runs().forEach(run -> send(inbox, run, scrape.sample()));
        }
    }

    /** By the scrapes' own clock, so that what a run gets is the same however late they are read. */
    private static long endMicros(Record<String, byte[]> inbox, ServerSample sample) {
        long end = Stamps.micros(sample.getScrapeEnd());
        return Math.min(end, inbox.timestamp() * MICROS_PER_MILLI);
    }

    private void bind(Record<String, byte[]> inbox, TargetBook book, TargetRecord.Binding binding) {
        if (book.bind(binding)) {
            book.ring().forEach(sample -> send(inbox, binding.run(), sample));
        }
    }

    private void send(Record<String, byte[]> inbox, String run, ServerSample sample) {
        byte[] value = InboxCodec.encode(new InboxRecord.Sample(sample));
        context()
                .forward(new Record<>(
                        run, new Outgoing(topics.internal(TeamTopics.RUN_INBOX), value), inbox.timestamp()));
    }
}
