package io.tidemark.console.live;

import io.tidemark.console.view.BreachView;
import io.tidemark.console.view.LiveEventView;
import io.tidemark.console.view.LiveRunView;
import io.tidemark.console.view.WindowPoint;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.MetricName;
import io.tidemark.events.RunState;
import io.tidemark.events.SloBreach;
import io.tidemark.events.SloState;
import io.tidemark.events.StepResult;
import io.tidemark.events.StepState;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.ShownEntries;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.TeamLimit;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.kafka.RecordFailures;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The runs of a team that last or ended a short while ago, within {@link ShownEntries}, and what was reported of them since it was last taken. Thread-safe.
 */
public final class TeamRuns {
    /** How long a run stays after its end, or after it was last heard of. */
    public static final Duration KEPT = Duration.ofHours(1);

    /** Most runs that are kept; for a further one {@link ShownEntries#makeRoom} removes one. */
    static final int MAX_RUNS = 200;

    /** Most runs that are reported at once; the others are as soon as it is their turn. So a team with many delays no other. */
    static final int REPORTED_AT_ONCE = 20;

    /** The length of the windows that pages show as they come. */
    private static final int WINDOW_SECONDS = 10;

    private static final Logger LOG = LoggerFactory.getLogger(TeamRuns.class);

    private final Team team;
    private final InstantSource clock;
    private final Runnable onNews;
    private final Map<String, LiveRun> runs = new LinkedHashMap<>();
    private final Set<String> changed = new LinkedHashSet<>();
    private final Map<WindowsOf, List<WindowPoint>> windows = new LinkedHashMap<>();
    private final Set<PendingEvent> pending = new LinkedHashSet<>();
    private final RecordFailures failures = new RecordFailures();
    private boolean someNotShown;

    private record WindowsOf(String run, Metric metric) {}

    /** An event of one run that waits to be taken. */
    public record PendingEvent(String run, String name, Object view) {}

    /** @param onNews called whenever an event is ready to be taken, on the thread that delivers it */
    public TeamRuns(Team team, InstantSource clock, Runnable onNews) {
        this.team = team;
        this.clock = clock;
        this.onNews = onNews;
    }

    /** A run, an objective or a step. */
    public synchronized void control(ControlEvent event) {
        Object state = event.getState();
        if (state instanceof RunState run) {
            run(run, event.getAt());
        } else if (state instanceof SloState slo) {
            change(slo.getRun(), run -> {
                run.set(slo, event.getAt());
                changed(slo.getRun(), "objectives");
            });
        } else if (state instanceof StepState step) {
            change(step.getRun(), run -> {
                run.set(step, event.getAt());
                changed(step.getRun(), "steps");
            });
        }
    }

    private void run(RunState state, Instant at) {
        LiveRun known = runs.get(state.getRun());
        if (known == null) {
            known = new LiveRun(team, state, clock);
            if (Ulid.problem(state.getRun(), clock.millis()).isPresent()
                    || known.isOver(clock.instant(), KEPT)
                    || !hasRoom()) {
                return;
            }
            runs.put(state.getRun(), known);
        }
        known.set(state, at);
        changed(state.getRun(), "run");
    }

    private boolean hasRoom() {
        if (runs.size() < MAX_RUNS) {
            return true;
        }
        notShown();
        return ShownEntries.makeRoom(runs, clock.instant());
    }

    private void notShown() {
        if (!someNotShown) {
            LOG.warn(
                    "team {}: not every run is shown, as there is room for {} runs and for {} entries of them",
                    team,
                    MAX_RUNS,
                    TeamLimit.SHOWN_ENTRIES.most());
        }
        someNotShown = true;
    }

    public synchronized void heartbeat(Heartbeat heartbeat) {
        change(heartbeat.getRun(), run -> {
            run.heartbeat(heartbeat, clock.instant());
            changed(run.id());
        });
    }

    public synchronized void window(WindowStats window) {
        if (window.getMetric() == MetricName.UNKNOWN) {
            return;
        }
        change(window.getRun(), run -> {
            run.window(window);
            changed(run.id());
            if (isShown(window)) {
                windows.computeIfAbsent(
                                new WindowsOf(run.id(), Metric.of(window.getMetric())), first -> new ArrayList<>())
                        .add(WindowPoint.of(window));
            }
        });
    }

    /** Whether it is one of those that pages show as they come. */
    static boolean isShown(WindowStats window) {
        return window.getWindowSeconds() == WINDOW_SECONDS
                && window.getRequestClass().equals(RequestClass.ALL);
    }

    public synchronized void breach(SloBreach breach) {
        change(breach.getRun(), run -> {
            run.breach(breach);
            changed(run.id());
            pending.add(new PendingEvent(
                    run.id(), "breach", new LiveEventView.Breach(team, run.id(), BreachView.of(breach))));
        });
    }

    /** Results of a segment and of one of several targets are passed over. */
    public synchronized void step(StepResult result) {
        if (RequestClass.isWholeStep(result)) {
            change(result.getRun(), run -> {
                run.result(result);
                changed(run.id(), "steps");
            });
        }
    }

    private void change(String run, Consumer<LiveRun> change) {
        if (ShownEntries.change(runs, run, change)) {
            notShown();
        }
    }

    private void changed(String run) {
        changed.add(run);
        onNews.run();
    }

    private void changed(String run, String what) {
        changed(run);
        pending.add(new PendingEvent(run, "changed", new LiveEventView.Changed(team, run, what)));
    }

    /** Newest first; those whose time is over are left out. */
    public synchronized List<LiveRunView> views() {
        Instant now = clock.instant();
        runs.values().removeIf(run -> run.isOver(now, KEPT));
        return runs.values().stream()
                .map(run -> run.view(now))
                .sorted(LiveRunView.NEWEST_FIRST)
                .toList();
    }

    /** The earliest start of the runs that are kept. */
    synchronized Optional<Instant> earliestStart() {
        return runs.values().stream().map(LiveRun::started).min(Comparator.naturalOrder());
    }

    /** Runs that changed since they were last taken, those that changed first, at most {@link #REPORTED_AT_ONCE}. */
    synchronized List<LiveRunView> takeChanged() {
        Instant now = clock.instant();
        List<String> taken = changed.stream().limit(REPORTED_AT_ONCE).toList();
        taken.forEach(changed::remove);
        return taken.stream()
                .flatMap(id -> Optional.ofNullable(runs.get(id)).stream())
                .map(run -> run.view(now))
                .toList();
    }

    /** Windows, breaches and changes since this was last called. */
    synchronized List<PendingEvent> drain() {
        List<PendingEvent> taken = new ArrayList<>();
        windows.forEach((of, points) -> taken.add(new PendingEvent(
                of.run(),
                "windows",
                new LiveEventView.Windows(team, of.run(), of.metric().id(), WINDOW_SECONDS, points))));
        windows.clear();
        taken.addAll(pending);
        pending.clear();
        return taken;
    }

    /** Whether there is something to take. An event of a run changes it, too. */
    synchronized boolean hasNews() {
        return !changed.isEmpty();
    }

    /** Forgets what was reported so far: what is read before a feed has caught up is no news. */
    synchronized void discard() {
        windows.clear();
        pending.clear();
        changed.clear();
    }

    Team team() {
        return team;
    }

    /** Records on which this failed, of what reads the team's topics. */
    RecordFailures failures() {
        return failures;
    }
}
