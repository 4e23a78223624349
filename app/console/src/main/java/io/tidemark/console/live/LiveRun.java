package io.tidemark.console.live;

import io.tidemark.analysis.capacity.LoadVerdict;
import io.tidemark.analysis.quantile.RankedValues;
import io.tidemark.console.view.LiveRunView;
import io.tidemark.console.view.LiveRunView.Latest;
import io.tidemark.console.view.LiveRunView.LiveObjective;
import io.tidemark.console.view.ObjectiveView;
import io.tidemark.console.view.RunHead;
import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.LoadKind;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.SloBreach;
import io.tidemark.events.SloState;
import io.tidemark.events.StepResult;
import io.tidemark.events.StepState;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.ShownEntries;
import io.tidemark.schemas.ShownRun;
import io.tidemark.schemas.StepNumber;
import io.tidemark.schemas.TargetGroup;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.TeamLimit;
import io.tidemark.schemas.sketch.LogHistogram;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is known of one run: figures, and no event as it came. Not thread-safe. */
final class LiveRun implements ShownEntries {
    /** A lane that says nothing for so long counts for nothing. */
    private static final Duration LANE_SILENT = Duration.ofSeconds(10);

    private static final int BEFORE_FIRST_STEP = -1;

    private final Team team;
    private final InstantSource clock;
    private final Map<String, Objective> objectives = new TreeMap<>();
    private final NavigableMap<Integer, Step> steps = new TreeMap<>();
    private final NavigableMap<Integer, Result> results = new TreeMap<>();
    private final Map<String, OpenBreach> breaches = new HashMap<>();
    private final Map<String, Latest> latest = new TreeMap<>();
    private final Map<String, Lane> lanes = new HashMap<>();

    private ShownRun run;
    private Optional<Instant> lastData = Optional.empty();
    private Map<String, Double> signals = Map.of();
    private Instant signalsAt = Instant.MIN;

    private record Step(int number, LoadKind loadKind, double load, boolean ended) {}

    private record Lane(int step, int inFlight, Instant heard) {}

    /** @param value empty for a burn-rate rule, whose figures are burn rates */
    private record OpenBreach(String objective, boolean open, Instant opened, Optional<Value> value) {}

    /** What an objective limits, as of a time; see {@link LiveObjective}. */
    private record Value(double value, boolean isLowerBound, Instant at) {}

    /** @param inWindow in the newest of its windows; empty where that does not tell it */
    private record Objective(ObjectiveView view, Optional<Value> inWindow) {
        /** After a window, which may be another's. */
        Objective after(WindowStats window) {
            boolean isOlder = inWindow.filter(known -> window.getEnd().isBefore(known.at()))
                    .isPresent();
            return isOlder || !limits(window) ? this : new Objective(view, value(window));
        }

        /** Windows hold no share of good requests; that of requests that were not ok is of any metric's window. */
        private boolean limits(WindowStats window) {
            Optional<String> metric =
                    view.kind() == ObjectiveKind.QUANTILE ? view.metric() : Optional.of(Metric.E2E.id());
            return metric.filter(Metric.of(window.getMetric()).id()::equals).isPresent()
                    && view.requestClass().equals(window.getRequestClass())
                    && view.windowSeconds() == window.getWindowSeconds();
        }

        private Optional<Value> value(WindowStats window) {
            if (view.quantile().isPresent()) {
                return quantileValue(view.quantile().getAsDouble(), window);
            }
            return view.kind() == ObjectiveKind.ERROR_RATIO && window.getEnded() > 0
                    ? Optional.of(new Value((double) window.getFailed() / window.getEnded(), false, window.getEnd()))
                    : Optional.empty();
        }

        /** As the objective is judged: requests that were not ok are slower than any other. Empty where values are withheld. */
        private Optional<Value> quantileValue(double quantile, WindowStats window) {
            LogHistogram sketch = window.getCount() == 0 ? new LogHistogram() : LogHistogram.decode(window.getSketch());
            long total = sketch.count() + window.getFailed();
            if (total == 0 || (sketch.isEmpty() && window.getEnded() > window.getFailed())) {
                return Optional.empty();
            }
            long rank = RankedValues.rank(quantile, total);
            boolean known = rank <= sketch.count();
            double nanos = known
                    ? (double) RankedValues.of(sketch).nanosAt(rank)
                    : Math.max(view.limit(), (double) sketch.max().orElse(0));
            return Optional.of(new Value(nanos, !known, window.getEnd()));
        }
    }

    /** @param settled whether nothing more of the step is waited for */
    private record Result(boolean settled, LoadVerdict verdict) {}

    LiveRun(Team team, RunState state, InstantSource clock) {
        this.team = team;
        this.clock = clock;
        this.run = ShownRun.of(state);
    }

    String id() {
        return run.run();
    }

    Instant started() {
        return run.started();
    }

    @Override
    public int entries() {
        return objectives.size() + steps.size() + results.size() + breaches.size() + lanes.size();
    }

    @Override
    public boolean hasData() {
        return !(results.isEmpty() && breaches.isEmpty() && lanes.isEmpty() && latest.isEmpty());
    }

    @Override
    public Instant lastHeard() {
        return lastData.orElse(Instant.EPOCH);
    }

    void set(RunState next, Instant at) {
        run = ShownRun.of(next);
        heard(at);
    }

    void set(SloState slo, Instant at) {
        ObjectiveView view = ObjectiveView.of(slo.getObjective());
        Objective known = objectives.get(view.name());
        if (slo.getRemoved()) {
            objectives.remove(view.name());
        } else if (known == null || !known.view().equals(view)) {
            putWithin(TeamLimit.OBJECTIVES_PER_RUN, objectives, view.name(), new Objective(view, Optional.empty()));
        }
        heard(at);
    }

    void set(StepState step, Instant at) {
        Step shown = new Step(step.getStep(), step.getLoadKind(), step.getLoad(), step.getEnded() != null);
        putWithin(TeamLimit.DEFINITIONS_PER_RUN, steps, step.getStep(), shown);
        heard(at);
    }

    void heartbeat(Heartbeat heartbeat, Instant now) {
        putWithin(
                TeamLimit.LANES_PER_RUN,
                lanes,
                heartbeat.getLane(),
                new Lane(heartbeat.getStep(), heartbeat.getInFlight(), now));
        heard(heartbeat.getAt());
    }

    /** What is over the limit is a dead letter of the streams, and is not shown. */
    private static <K, V> void putWithin(TeamLimit limit, Map<K, V> known, K key, V value) {
        if (limit.hasRoom(known, key)) {
            known.put(key, value);
        }
    }

    /** Of all requests and targets together, or of the class of an objective. */
    void window(WindowStats window) {
        heard(window.getEnd());
        objectives.replaceAll((name, objective) -> objective.after(window));
        if (!TeamRuns.isShown(window)) {
            return;
        }
        latest.merge(
                Metric.of(window.getMetric()).id(),
                latest(window),
                (known, next) -> next.end().isBefore(known.end()) ? known : next);
        if (!window.getEnd().isBefore(signalsAt)) {
            signals = window.getSignals();
            signalsAt = window.getEnd();
        }
    }

    private static Latest latest(WindowStats window) {
        return new Latest(
                window.getEnd(),
                window.getFinality(),
                window.getCount(),
                nanos(window.getP50Nanos()),
                nanos(window.getP95Nanos()),
                nanos(window.getP99Nanos()));
    }

    void breach(SloBreach breach) {
        if (breach.getState() == BreachState.RETRACTED) {
            breaches.remove(breach.getBreach());
        } else {
            boolean open = breach.getState() == BreachState.OPENED || breach.getState() == BreachState.UPDATED;
            breaches.put(
                    breach.getBreach(),
                    new OpenBreach(breach.getObjective(), open, breach.getOpened(), breachValue(breach)));
        }
        heard(breach.getUpdated());
    }

    private static Optional<Value> breachValue(SloBreach breach) {
        return breach.getRule().isEmpty()
                ? Optional.of(new Value(breach.getValue(), breach.getValueIsLowerBound(), breach.getUpdated()))
                : Optional.empty();
    }

    void result(StepResult result) {
        boolean settled = result.getFinality() == Finality.FINAL || result.getFinality() == Finality.INCOMPLETE;
        LoadVerdict verdict = new LoadVerdict(result.getLoadKind(), result.getLoad(), result.getVerdict(), List.of());
        putWithin(TeamLimit.DEFINITIONS_PER_RUN, results, result.getStep(), new Result(settled, verdict));
    }

    private void heard(Instant at) {
        lastData = Optional.of(ShownEntries.lastHeard(lastHeard(), at, clock.instant()))
                .filter(stamp -> !stamp.equals(Instant.EPOCH));
    }

    /** Whether it ended, or was last heard of, longer ago than that; a run that lasts and is silent stays, however long. */
    boolean isOver(Instant now, Duration kept) {
        return run.ended()
                .map(ended -> ShownEntries.isAhead(ended, now) ? lastHeard() : ended)
                .filter(ended -> Duration.between(ended, now).compareTo(kept) > 0)
                .isPresent();
    }

    LiveRunView view(Instant now) {
        Optional<Step> step = currentStep(now);
        return new LiveRunView(
                new RunHead(
                        team,
                        run.run(),
                        run.experiment(),
                        run.phase(),
                        run.isProbe(),
                        run.status().name(),
                        run.started(),
                        run.ended()),
                lastData,
                run.model(),
                run.target().orElse(TargetGroup.ALL),
                step.map(one -> OptionalInt.of(StepNumber.of(one.number()))).orElse(OptionalInt.empty()),
                run.stepCount(),
                loadKind(step),
                step.map(one -> OptionalDouble.of(one.load())).orElse(OptionalDouble.empty()),
                inFlight(now),
                objectives.values().stream().map(this::shown).toList(),
                breaches.values().stream().filter(OpenBreach::open).count(),
                breaches.size(),
                held(),
                Map.copyOf(latest),
                signals);
    }

    /** What load it is, also between steps: of the last one. */
    private Optional<LoadKind> loadKind(Optional<Step> current) {
        return current.or(this::lastStep).map(Step::loadKind);
    }

    private Optional<Step> lastStep() {
        return Optional.ofNullable(steps.lastEntry()).map(Map.Entry::getValue);
    }

    private Optional<Step> currentStep(Instant now) {
        if (run.status() != RunStatus.RUNNING) {
            return Optional.empty();
        }
        OptionalInt laneStep = fresh(now).stream().mapToInt(Lane::step).max();
        if (laneStep.isPresent() && laneStep.getAsInt() == BEFORE_FIRST_STEP) {
            return Optional.empty();
        }
        return lastStep().filter(step -> !step.ended());
    }

    private OptionalInt inFlight(Instant now) {
        List<Lane> fresh = fresh(now);
        return fresh.isEmpty() || run.status() != RunStatus.RUNNING
                ? OptionalInt.empty()
                : OptionalInt.of(fresh.stream().mapToInt(Lane::inFlight).sum());
    }

    private List<Lane> fresh(Instant now) {
        return lanes.values().stream()
                .filter(lane -> Duration.between(lane.heard(), now).compareTo(LANE_SILENT) < 0)
                .toList();
    }

    /** While the run lasts, of the steps that are over, as a report says of these. */
    private LiveRunView.Held held() {
        if (!run.isCounted()) {
            return LiveRunView.Held.of(List.of());
        }
        if (run.status() == RunStatus.RUNNING) {
            return LiveRunView.Held.soFar(results.entrySet().stream()
                    .filter(step -> step.getValue().settled() || hasEnded(step.getKey()))
                    .map(step -> step.getValue().verdict())
                    .toList());
        }
        return LiveRunView.Held.of(
                results.values().stream().map(Result::verdict).toList());
    }

    private boolean hasEnded(int number) {
        Step step = steps.get(number);
        return step != null && step.ended();
    }

    /** Its value is the newer one of the window's and of the breach's that is open: requests that still wait are in no window. */
    private LiveObjective shown(Objective objective) {
        List<OpenBreach> open = breaches.values().stream()
                .filter(breach -> breach.open()
                        && breach.objective().equals(objective.view().name()))
                .sorted(Comparator.comparing(OpenBreach::opened))
                .toList();
        Optional<Value> value = Stream.concat(
                        open.stream().flatMap(breach -> breach.value().stream()), objective.inWindow().stream())
                .max(Comparator.comparing(Value::at));
        return new LiveObjective(
                objective.view(),
                value.map(known -> OptionalDouble.of(known.value())).orElse(OptionalDouble.empty()),
                value.filter(Value::isLowerBound).isPresent(),
                !open.isEmpty(),
                open.stream().findFirst().map(OpenBreach::opened));
    }

    private static OptionalLong nanos(@Nullable Long value) {
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
