package io.tidemark.streams.run;

import io.tidemark.events.ControlEvent;
import io.tidemark.streams.flow.Outgoing;
import io.tidemark.streams.flow.SeriesPlaces;
import io.tidemark.streams.flow.TeamTools;
import io.tidemark.streams.flow.TeamTopics;
import io.tidemark.streams.hook.CommitHook;
import io.tidemark.streams.hook.CommitListener;
import io.tidemark.streams.inbox.InboxCodec;
import io.tidemark.streams.inbox.InboxRecord;
import io.tidemark.streams.inbox.TargetCodec;
import io.tidemark.streams.inbox.TargetRecord;
import io.tidemark.streams.meter.Holdings;
import io.tidemark.streams.meter.LaneLosses;
import io.tidemark.streams.pane.LaneCount;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Feeds runs and, once a second, sends what they have to say. What changed is stored when the task commits. */
final class RunProcessor extends ContextualProcessor<String, byte[], String, Outgoing> implements CommitListener {
    private static final Duration TICK = Duration.ofSeconds(1);

    /** Between two parts of what is too much for one. */
    private static final Duration GO_ON = Duration.ofMillis(100);

    /** A history that is read faster than its windows are settled would fill the heap. */
    private static final int MOST_UNSETTLED_SECONDS = 1_800;

    private final TeamTopics topics;
    private final TeamTools tools;
    private final LaneLosses losses;
    private final Fullness fullness;
    private final SeriesPlaces.Share places;
    private final Map<String, RunBook> runs = new HashMap<>();
    private final List<RunBook> behind = new ArrayList<>();
    private final TickPace pace = new TickPace();
    private long tickedMillis;
    private @Nullable RunStore store;
    private @Nullable RunOutput output;

    RunProcessor(TeamTopics topics, TeamTools tools) {
        this.topics = topics;
        this.tools = tools;
        this.losses = new LaneLosses(tools.meters());
        this.fullness = new Fullness(topics.team(), tools);
        this.places = tools.places().share();
    }

    @Override
    public void init(ProcessorContext<String, Outgoing> context) {
        super.init(context);
        discard();
        RunStore opened =
                new RunStore(CommitHook.attach(context, RunTopology.STORE, this).store());
        tickedMillis = tools.clock().at(context.currentSystemTimeMs());
        runs.putAll(opened.load(places, tickedMillis));
        store = opened;
        output = new Forwarding(context, topics, RunEvents.of(topics, tools.registry()), tools.meters());
        long untilSecond = TICK.toMillis() - context.currentSystemTimeMs() % TICK.toMillis();
        context.schedule(
                Instant.ofEpochMilli(context.currentSystemTimeMs() + untilSecond),
                TICK,
                PunctuationType.WALL_CLOCK_TIME,
                this::tick);
        context.schedule(GO_ON, PunctuationType.WALL_CLOCK_TIME, this::goOn);
    }

    @Override
    public void process(Record<String, byte[]> inbox) {
        long nowMillis = tools.clock().at(context().currentSystemTimeMs());
        InboxRecord told = InboxCodec.decode(inbox.value());
        if (!runs.containsKey(inbox.key()) && !beginsARun(told)) {
            return;
        }
        if (!runs.containsKey(inbox.key()) && !places.isFree()) {
            refuse(inbox.key(), told);
            return;
        }
        RunBook book = runs.computeIfAbsent(inbox.key(), run -> begin(run, nowMillis));
        if (!(told instanceof InboxRecord.Sample)) {
            book.touch(nowMillis);
        }
        if (told instanceof InboxRecord.Deltas deltas) {
            deltas.panes().forEach(delta -> fullness.tell(book.run(), book.add(delta)));
            deltas.lanes().forEach(count -> book.lanes().count(count, nowMillis));
            if (deltas.isNumbered()) {
                deltas.progress().forEach(progress -> book.progress(progress, nowMillis));
            } else {
                deltas.lanes().forEach(count -> book.lanes().countUnnumbered(count, nowMillis));
            }
            if (book.unsettledSeconds(nowMillis) > MOST_UNSETTLED_SECONDS) {
                settle(book, nowMillis);
            }
            tools.meters()
                    .duplicates(deltas.lanes().stream()
                            .mapToLong(LaneCount::duplicates)
                            .sum());
        } else if (told instanceof InboxRecord.Beat beat) {
            book.hear(beat.heartbeat(), nowMillis);
            losses.hear(beat.heartbeat());
        } else if (told instanceof InboxRecord.Control control) {
            book.define(control.event(), nowMillis).ifPresent(kept -> store().save(book, kept));
        } else if (told instanceof InboxRecord.Sample sample) {
            book.join(sample.sample());
            store().save(book, sample.sample());
        }
    }

    /** Nothing else is known of a run of which only dead letters came; a server's samples go on after a run is forgotten. */
    private static boolean beginsARun(InboxRecord told) {
        return !(told instanceof InboxRecord.Sample)
                && !(told instanceof InboxRecord.Deltas deltas && deltas.isOfDeadLetters());
    }

    /** What defines it is kept: heartbeats say it all again, and definitions are said once. */
    private void refuse(String run, InboxRecord told) {
        fullness.refuse(run, told);
        if (told instanceof InboxRecord.Control control) {
            store().refused().keep(run, control.event());
        }
    }

    private RunBook begin(String run, long nowMillis) {
        RunBook begun = new RunBook(run, places, nowMillis);
        for (ControlEvent said : store().refused().take(run)) {
            begun.define(said, nowMillis).ifPresent(kept -> store().save(begun, kept));
        }
        return begun;
    }

    @Override
    public void close() {
        tools.meters().holdings().remove(this);
        places.giveBackAll();
    }

    @Override
    public void beforeCommit() {
        runs.values().forEach(store()::save);
    }

    @Override
    public void discard() {
        runs.clear();
        behind.clear();
        places.giveBackAll();
    }

    private void tick(long hostMillis) {
        long nowMillis = tools.clock().at(hostMillis);
        advance(List.copyOf(runs.values()), nowMillis);
        runs.values().forEach(book -> {
            book.ticked(nowMillis - tickedMillis, behind.contains(book));
            store().letGo(book);
        });
        tickedMillis = nowMillis;
        runs.values().removeIf(book -> {
            boolean over = book.isOver();
            if (over) {
                new AlarmWatch(book, Objects.requireNonNull(output), nowMillis).abandon();
                unbind(book);
                store().forget(book.run());
                losses.forget(book.run());
                book.forget();
            }
            return over;
        });
        tell(nowMillis);
        if (!runs.isEmpty()) {
            context().commit(); // what was said is read a commit interval sooner
        }
    }

    /** Its targets' samples go nowhere any more; a run that ended has said so itself. */
    private void unbind(RunBook book) {
        Definitions definitions = book.definitions();
        definitions
                .run()
                .filter(run -> !definitions.ended())
                .ifPresent(run -> run.getTargets().forEach(target -> {
                    TargetRecord.Binding binding =
                            new TargetRecord.Binding(book.run(), TimeUnit.MILLISECONDS.toMicros(book.touchedMillis()));
                    Outgoing outgoing =
                            new Outgoing(topics.internal(TeamTopics.TARGET_INBOX), TargetCodec.encode(binding));
                    context().forward(new Record<>(target.getName(), outgoing, book.touchedMillis()));
                }));
    }

    /** Goes on with runs that had more to do than there was room for in their tick. */
    private void goOn(long hostMillis) {
        advance(List.copyOf(behind), tools.clock().at(hostMillis));
    }

    /** Runs share what there is time for, and each comes at least a second on. */
    private void advance(List<RunBook> books, long nowMillis) {
        behind.clear();
        if (books.isEmpty()) {
            return;
        }
        long beganMillis = context().currentSystemTimeMs();
        long each = Math.max(1, pace.records() / books.size());
        long used = 0;
        for (RunBook book : books) {
            TickBudget budget = new TickBudget(each);
            if (new RunTick(book, Objects.requireNonNull(output), budget).at(nowMillis)) {
                behind.add(book);
            }
            used += budget.used();
        }
        pace.took(used, context().currentSystemTimeMs() - beganMillis);
    }

    /** Between two records that are read, with as much as a tick may do. */
    private void settle(RunBook book, long nowMillis) {
        var unused = new RunAdvance(book, Objects.requireNonNull(output), new TickBudget(pace.records())).to(nowMillis);
        store().letGo(book);
    }

    private void tell(long nowMillis) {
        runs.values().forEach(book -> tools.meters().missing(book.lanes().takeNewlyMissing()));
        long series =
                runs.values().stream().mapToLong(book -> book.series().size()).sum();
        long silent = runs.values().stream()
                .mapToLong(book -> book.lanes().silent(nowMillis))
                .sum();
        tools.meters().holdings().set(this, new Holdings.Held(runs.size(), series, silent));
    }

    private RunStore store() {
        return Objects.requireNonNull(store);
    }
}
