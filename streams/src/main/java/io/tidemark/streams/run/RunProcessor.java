package io.tidemark.streams.run;

import io.tidemark.events.ControlEvent;
import io.tidemark.schemas.RecordLimits;
import io.tidemark.schemas.RunLabels;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.TeamLimit;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.streams.breaches.BreachDetector;
import io.tidemark.streams.inbox.RunInboxCodec;
import io.tidemark.streams.inbox.RunInboxRecord;
import io.tidemark.streams.kafka.CommitHook;
import io.tidemark.streams.kafka.CommitListener;
import io.tidemark.streams.lanes.LaneCount;
import io.tidemark.streams.meter.LaneLossCounter;
import io.tidemark.streams.meter.TaskStateSizes;
import io.tidemark.streams.processor.Containment;
import io.tidemark.streams.processor.DeadLetterRecords;
import io.tidemark.streams.processor.RoutedRecord;
import io.tidemark.streams.processor.TeamServices;
import io.tidemark.streams.processor.TeamUsage;
import io.tidemark.streams.windows.SeriesQuota;
import io.tidemark.streams.windows.TickBudget;
import io.tidemark.streams.windows.WindowEmission;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Feeds runs and, once a second, sends what they have to say. What changed is stored when the task commits. */
public final class RunProcessor extends ContextualProcessor<String, byte[], String, RoutedRecord>
        implements CommitListener {
    /** Store of the runs: seconds, lanes, definitions, scrapes, steps and timelines of objectives. */
    public static final String STORE = "run-state";

    private static final Duration TICK = Duration.ofSeconds(1);

    /** Between two parts of what is too much for one. */
    private static final Duration CONTINUE_EVERY = Duration.ofMillis(100);

    /** A history that is read faster than its windows are settled would fill the heap. */
    private static final int MAX_UNSETTLED_SECONDS = 1_800;

    private final Team team;
    private final TeamServices tools;
    private final DeadLetterRecords deadLetters;
    private final RunDefects defects = new RunDefects();
    private final LaneLossCounter losses;
    private final SeriesLimitReporter limitReporter;
    private final SeriesQuota.Reservation reservation;
    private final TeamUsage.Share share;
    private final Map<String, TrackedRun> runs = new HashMap<>();
    private final Map<String, RunHoldings> holdings = new HashMap<>();
    private final SilentRuns silent = new SilentRuns();

    /** Saved runs that the program fails on, until the first tick, which is the first that can send a dead letter. */
    private final Map<String, Throwable> unreadable = new HashMap<>();

    private final TickPace pace;
    private long tickedMillis;
    private @Nullable RunStore store;
    private @Nullable RunOutput output;
    private @Nullable RunBindings bindings;
    private @Nullable RunAdmission admission;

    public RunProcessor(Team team, TeamServices tools) {
        this.team = team;
        this.tools = tools;
        this.deadLetters = new DeadLetterRecords(tools.meters());
        this.losses = new LaneLossCounter(tools.meters());
        this.limitReporter = new SeriesLimitReporter(team, tools);
        this.reservation = tools.quota().reservation();
        this.share = tools.usage().share();
        this.pace = new TickPace(tools.elapsed());
    }

    @Override
    public void init(ProcessorContext<String, RoutedRecord> context) {
        super.init(context);
        discard();
        RunStore opened = new RunStore(CommitHook.attach(context, STORE, this).store());
        tickedMillis = tools.clock().brokerMillis(context.currentSystemTimeMs());
        runs.putAll(opened.load(reservation, tickedMillis, unreadable::put));
        store = opened;
        admission = new RunAdmission(
                team,
                tools,
                opened,
                limitReporter,
                new RunAdmission.Room(reservation, share),
                this::makeRoom,
                this::rejectKept);
        runs.values().forEach(tracked -> holdings(tracked).saved());
        output = new ForwardingOutput(
                context, team, RunEventEncoders.of(team, tools.registry()), tools.meters(), this::isProbe);
        bindings = new RunBindings(record -> context.forward(record));
        long untilSecond = TICK.toMillis() - context.currentSystemTimeMs() % TICK.toMillis();
        context.schedule(
                Instant.ofEpochMilli(context.currentSystemTimeMs() + untilSecond),
                TICK,
                PunctuationType.WALL_CLOCK_TIME,
                this::tick);
        context.schedule(CONTINUE_EVERY, PunctuationType.WALL_CLOCK_TIME, this::continueUnfinished);
    }

    private boolean isProbe(String run) {
        return Optional.ofNullable(runs.get(run))
                .flatMap(tracked -> tracked.definitions().run())
                .filter(state -> RunLabels.isProbe(state.getLabels()))
                .isPresent();
    }

    @Override
    public void process(Record<String, byte[]> inbox) {
        deadLetters.contain(context(), inbox, origin -> {
            defects.touch(inbox.key(), context().recordMetadata().orElseThrow().offset(), origin);
            take(inbox, origin);
        });
    }

    private void take(Record<String, byte[]> inbox, RecordPosition origin) {
        long nowMillis = tools.clock().brokerMillis(context().currentSystemTimeMs());
        RunInboxRecord received = RunInboxCodec.decode(inbox.value());
        if (!runs.containsKey(inbox.key()) && !beginsRun(inbox, origin, received)) {
            return;
        }
        TrackedRun tracked = runs.computeIfAbsent(inbox.key(), run -> createRun(run, nowMillis));
        RunHoldings held = holdings(tracked);
        int sizeBytes = inbox.value().length;
        makeRoom(
                tracked.run(),
                () -> (!reservation.isFreeForClass() && tracked.beginsSeries(received))
                        || held.isTeamFull(received, sizeBytes));
        if (received instanceof RunInboxRecord.Scrape scrape && held.makeRoom(scrape.sample(), sizeBytes)) {
            tools.meters().overLimit(TeamLimit.SAMPLE_BYTES_HELD, 1);
        }
        Optional<RecordLimits.Excess> excess = held.excess(received, sizeBytes);
        if (excess.isPresent()) {
            reject(inbox, origin, excess.get());
        } else {
            fold(tracked, received instanceof RunInboxRecord.Deltas all ? within(held, all) : received, nowMillis);
            held.grow(sizeBytes);
        }
        held.update();
    }

    private boolean beginsRun(Record<String, byte[]> inbox, RecordPosition origin, RunInboxRecord received) {
        if (received instanceof RunInboxRecord.Scrape scrape) {
            // A server's samples go on after a run is forgotten.
            bindings().end(inbox.key(), scrape.sample().getTarget(), inbox.timestamp());
            return false;
        }
        return Objects.requireNonNull(admission).begins(inbox.key(), received, excess -> reject(inbox, origin, excess));
    }

    private void makeRoom(String needy, BooleanSupplier isFull) {
        // Most of the time no run is silent: then nothing is worked out for the record.
        while (!silent.isEmpty() && isFull.getAsBoolean()) {
            silent.take(needy).ifPresent(tracked -> giveWay(tracked, needy));
        }
    }

    private void giveWay(TrackedRun tracked, String needy) {
        limitReporter.reportForgotten(tracked, needy);
        contain(
                tracked,
                () -> forget(tracked, tools.clock().brokerMillis(context().currentSystemTimeMs())));
    }

    private void fold(TrackedRun tracked, RunInboxRecord record, long nowMillis) {
        if (!(record instanceof RunInboxRecord.Scrape)) {
            tracked.onData(nowMillis);
        }
        if (record instanceof RunInboxRecord.Deltas deltas && isRepeat(tracked, deltas)) {
            tools.meters()
                    .duplicates(deltas.lanes().stream()
                            .mapToLong(count -> count.tokenBatches() + count.requests() + count.duplicates())
                            .sum());
        } else if (record instanceof RunInboxRecord.Deltas deltas
                && holdings(tracked).isStateFull()) {
            refuse(tracked, deltas, nowMillis);
        } else if (record instanceof RunInboxRecord.Deltas deltas) {
            fold(tracked, deltas, nowMillis);
        } else if (record instanceof RunInboxRecord.HeartbeatReceived beat) {
            tracked.onHeartbeat(beat.heartbeat(), nowMillis);
            losses.onHeartbeat(beat.heartbeat());
        } else if (record instanceof RunInboxRecord.Definition control) {
            tracked.define(control.event(), nowMillis).ifPresent(kept -> store().save(tracked, kept));
        } else if (record instanceof RunInboxRecord.Scrape sample) {
            tracked.addScrape(sample.sample(), nowMillis);
            store().save(tracked, sample.sample());
        }
    }

    private void fold(TrackedRun tracked, RunInboxRecord.Deltas deltas, long nowMillis) {
        deltas.panes().forEach(delta -> limitReporter.report(tracked.run(), tracked.add(delta)));
        deltas.lanes().forEach(count -> tracked.lanes().count(count, nowMillis));
        deltas.progress().forEach(progress -> tracked.onLaneProgress(progress, nowMillis));
        if (!tracked.breaches().isBehind() && tracked.windows().unsettledSeconds(nowMillis) > MAX_UNSETTLED_SECONDS) {
            settle(tracked, nowMillis);
        }
        tools.meters()
                .duplicates(
                        deltas.lanes().stream().mapToLong(LaneCount::duplicates).sum());
    }

    /** Only which seconds it is of is kept, and that its records were read. */
    private void refuse(TrackedRun tracked, RunInboxRecord.Deltas deltas, long nowMillis) {
        deltas.panes().forEach(tracked::refuse);
        deltas.progress().forEach(progress -> tracked.onProgressWithoutRoom(progress, nowMillis));
        limitReporter.reportStateFull(tracked.run(), deltas);
    }

    /** The progress of a lane comes once for all records that were read of it. */
    private RunInboxRecord.Deltas within(RunHoldings held, RunInboxRecord.Deltas all) {
        RunInboxRecord.Deltas kept = held.within(all);
        tools.meters()
                .overLimit(
                        TeamLimit.LANES, all.progress().size() - kept.progress().size());
        return kept;
    }

    private RunHoldings holdings(TrackedRun tracked) {
        return holdings.computeIfAbsent(tracked.run(), run -> new RunHoldings(tracked, share, store()));
    }

    private void reject(Record<String, byte[]> inbox, RecordPosition origin, RecordLimits.Excess excess) {
        context().forward(deadLetters.overLimit(inbox, origin, excess));
    }

    private void rejectKept(String run, byte[] definition, RecordLimits.Excess excess) {
        Record<String, byte[]> kept = new Record<>(run, definition, context().currentSystemTimeMs());
        context().forward(deadLetters.overLimit(kept, new RecordPosition(STORE, -1, -1), excess));
    }

    /** Ingest sends an event that may have been counted before by itself. */
    private static boolean isRepeat(TrackedRun tracked, RunInboxRecord.Deltas deltas) {
        return !deltas.lanes().isEmpty() && tracked.lanes().haveCounted(deltas.progress());
    }

    private TrackedRun createRun(String run, long nowMillis) {
        TrackedRun begun = new TrackedRun(run, reservation, nowMillis);
        for (ControlEvent said : store().refused().take(run)) {
            begun.define(said, nowMillis).ifPresent(kept -> store().save(begun, kept));
        }
        bindings().begin(begun, nowMillis);
        return begun;
    }

    @Override
    public void close() {
        tools.meters().stateSizes().remove(this);
        reservation.giveBackAll();
        share.giveBackAll();
    }

    @Override
    public void beforeCommit() {
        List.copyOf(runs.values())
                .forEach(tracked -> Containment.run(() -> save(tracked)).ifPresent(reason -> putBack(tracked, reason)));
        defects.onCommit();
    }

    private void save(TrackedRun tracked) {
        store().save(tracked);
        holdings(tracked).saved();
    }

    @Override
    public void discard() {
        runs.clear();
        holdings.clear();
        pace.clearUnfinished();
        silent.clear();
        unreadable.clear();
        defects.clear();
        reservation.giveBackAll();
        share.giveBackAll();
    }

    /** Work of a tick on one run: what the program fails on twice in a row is in what was committed. */
    private void contain(TrackedRun tracked, Runnable work) {
        Containment.run(work).ifPresent(reason -> {
            if (defects.failsAgain(tracked.run())) {
                giveUp(tracked, reason);
            } else {
                putBack(tracked, reason);
            }
        });
    }

    /** The run is again what it was at the last commit; what came since is lost for it, and its lanes' heartbeats make that known. */
    private void putBack(TrackedRun tracked, Throwable reason) {
        drop(tracked, reason, "it is again what it was at the last commit");
        long nowMillis = tools.clock().brokerMillis(context().currentSystemTimeMs());
        Containment.run(() ->
                        store().load(tracked.run(), reservation, nowMillis).ifPresent(this::restored))
                .ifPresent(again -> giveUp(tracked, again));
    }

    private void restored(TrackedRun saved) {
        runs.put(saved.run(), saved);
        holdings(saved).saved();
    }

    /** What comes for the run later changes no result. */
    private void giveUp(TrackedRun tracked, Throwable reason) {
        drop(tracked, reason, "it is given up");
        erase(tracked.run(), true);
    }

    private void erase(String run, boolean hasResults) {
        store().delete(run);
        if (hasResults) {
            store().finished().add(run);
        }
        losses.forget(run);
    }

    private void drop(TrackedRun tracked, Throwable reason, String then) {
        release(tracked);
        RunDefects.Touched touched = defects.take(tracked.run());
        RunDefectException defect = new RunDefectException(
                "run " + tracked.run() + ", changed by " + touched + ": " + reason + "; " + then, reason);
        Record<String, byte[]> none =
                new Record<>(tracked.run(), null, context().currentSystemTimeMs());
        context().forward(deadLetters.deadLetter(none, touched.last(), defect));
    }

    private void tick(long hostMillis) {
        long nowMillis = tools.clock().brokerMillis(hostMillis);
        unreadable.forEach(
                (run, reason) -> Optional.ofNullable(runs.get(run)).ifPresent(tracked -> giveUp(tracked, reason)));
        unreadable.clear();
        pace.advance(hostMillis, runs.values(), (tracked, budgets) -> advance(tracked, budgets, nowMillis));
        List.copyOf(runs.values())
                .forEach(tracked -> contain(tracked, () -> {
                    tracked.onTick(nowMillis - tickedMillis);
                    evict(tracked);
                    holdings(tracked).update();
                }));
        tickedMillis = nowMillis;
        List.copyOf(runs.values()).stream()
                .filter(TrackedRun::isExpired)
                .forEach(tracked -> contain(tracked, () -> forget(tracked, nowMillis)));
        silent.update(runs.values());
        updateMeters(nowMillis);
        defects.onTickEnd();
        if (!runs.isEmpty()) {
            context().commit(); // what was reported is read a commit interval sooner
        }
    }

    private void forget(TrackedRun tracked, long nowMillis) {
        new BreachDetector(
                        tracked.breaches(),
                        Objects.requireNonNull(output),
                        TickBudget.untimed(Long.MAX_VALUE),
                        nowMillis)
                .closeAll();
        bindings().end(tracked);
        erase(tracked.run(), tracked.windows().emission().started());
        release(tracked);
    }

    private void release(TrackedRun tracked) {
        runs.remove(tracked.run());
        pace.removeUnfinished(tracked);
        silent.remove(tracked);
        tracked.windows().release();
        holdings(tracked).release();
        holdings.remove(tracked.run());
    }

    private void continueUnfinished(long hostMillis) {
        long nowMillis = tools.clock().brokerMillis(hostMillis);
        pace.proceed(hostMillis, (tracked, budgets) -> advance(tracked, budgets, nowMillis));
    }

    private void advance(TrackedRun tracked, RunTick.Budgets budgets, long nowMillis) {
        if (runs.get(tracked.run()) == tracked) { // else it gave way to one before it
            contain(tracked, () -> advanceContained(tracked, budgets, nowMillis));
        }
    }

    private void advanceContained(TrackedRun tracked, RunTick.Budgets budgets, long nowMillis) {
        boolean wasBehind = tracked.breaches().isBehind();
        IntPredicate hasRoom = timelines -> hasRoom(tracked, timelines);
        if (new RunTick(tracked, Objects.requireNonNull(output), budgets, hasRoom).advance(nowMillis)) {
            pace.addUnfinished(tracked);
        }
        if (wasBehind) {
            evict(tracked);
        }
    }

    /** Whether the team may follow so many objectives over a series more. */
    private boolean hasRoom(TrackedRun tracked, int timelines) {
        RunHoldings held = holdings(tracked);
        makeRoom(tracked.run(), () -> !held.hasRoomForTimelines(timelines));
        return held.hasRoomForTimelines(timelines);
    }

    /** Objectives that were not looked at yet need the seconds that there are. */
    private void evict(TrackedRun tracked) {
        if (!tracked.breaches().isBehind()) {
            store().evict(tracked);
        }
    }

    /** Between two records that are read, with as much as a tick may do. */
    private void settle(TrackedRun tracked, long nowMillis) {
        tracked.settleLanes(nowMillis);
        TickBudget windows = pace.budgets(1).windows();
        var unused =
                new WindowEmission(tracked.windows(), Objects.requireNonNull(output), windows).advanceTo(nowMillis);
        store().evict(tracked);
    }

    private void updateMeters(long nowMillis) {
        runs.values().forEach(tracked -> {
            tools.meters().missing(tracked.lanes().takeNewlyMissing());
            tools.meters().overLimit(TeamLimit.TIMELINES, tracked.breaches().takeNewlyRefused());
        });
        long series = runs.values().stream()
                .mapToLong(tracked -> tracked.windows().series().size())
                .sum();
        long silent = runs.values().stream()
                .mapToLong(tracked -> tracked.lanes().silentLanes(nowMillis))
                .sum();
        tools.meters().stateSizes().set(this, new TaskStateSizes.Sizes(runs.size(), series, silent));
    }

    private RunBindings bindings() {
        return Objects.requireNonNull(bindings);
    }

    private RunStore store() {
        return Objects.requireNonNull(store);
    }
}
