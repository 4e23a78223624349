package io.tidemark.console.live;

import io.tidemark.analysis.capacity.LoadVerdict;
import io.tidemark.analysis.quantile.RankedValues;
import io.tidemark.console.view.LiveRunView;
import io.tidemark.console.view.LiveRunView.Latest;
import io.tidemark.console.view.LiveRunView.LiveObjective;
import io.tidemark.console.view.ObjectiveView;
import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.LoadKind;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.SloBreach;
import io.tidemark.events.SloState;
import io.tidemark.events.StepResult;
import io.tidemark.events.StepState;
import io.tidemark.events.TargetRef;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.RunLabels;
import io.tidemark.schemas.StepNumber;
import io.tidemark.schemas.TargetGroup;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.TeamLimit;
import io.tidemark.schemas.sketch.LogHistogram;
import java.time.Duration;
import java.time.Instant;
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

/** What is known of one run. Not thread-safe. */
final class LiveRun {
    /** A lane that says nothing for so long counts for nothing. */
    private static final Duration LANE_SILENT = Duration.ofSeconds(10);

    private static final int BEFORE_FIRST_STEP = -1;

    private final Team team;
    private final Map<String, ObjectiveState> objectives = new TreeMap<>();
    private final NavigableMap<Integer, StepState> steps = new TreeMap<>();
    private final NavigableMap<Integer, Result> results = new TreeMap<>();
    private final Map<String, OpenBreach> breaches = new HashMap<>();
    private final Map<Series, WindowStats> newest = new HashMap<>();
    private final Map<String, Lane> lanes = new HashMap<>();

    private RunState state;
    private Optional<Instant> lastData = Optional.empty();

    private record Series(MetricName metric, String requestClass, int windowSeconds) {}

    private record Lane(int step, int inFlight, Instant heard) {}

    /** @param value empty for a burn-rate rule, whose figures are burn rates */
    private record OpenBreach(String objective, boolean open, Instant opened, Optional<Value> value) {}

    /** What an objective limits, as of a time; see {@link LiveObjective}. */
    private record Value(double value, boolean isLowerBound, Instant at) {}

    /** @param settled whether nothing more of the step is waited for */
    private record Result(boolean settled, LoadVerdict verdict) {}

    LiveRun(Team team, RunState state) {
        this.team = team;
        this.state = state;
    }

    String id() {
        return state.getRun();
    }

    Instant started() {
        return state.getStarted();
    }

    void set(RunState next, Instant at) {
        state = next;
        heard(at);
    }

    void set(SloState slo, Instant at) {
        if (slo.getRemoved()) {
            objectives.remove(slo.getObjective().getName());
        } else {
            putWithin(
                    TeamLimit.OBJECTIVES_PER_RUN, objectives, slo.getObjective().getName(), slo.getObjective());
        }
        heard(at);
    }

    void set(StepState step, Instant at) {
        putWithin(TeamLimit.DEFINITIONS_PER_RUN, steps, step.getStep(), step);
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
        Series series = new Series(window.getMetric(), window.getRequestClass(), window.getWindowSeconds());
        newest.merge(series, window, (known, next) -> next.getEnd().isBefore(known.getEnd()) ? known : next);
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
        results.put(
                result.getStep(),
                new Result(
                        result.getFinality() == Finality.FINAL || result.getFinality() == Finality.INCOMPLETE,
                        new LoadVerdict(
                                result.getLoadKind(), result.getLoad(), result.getVerdict(), result.getObjectives())));
    }

    private void heard(Instant at) {
        lastData = Optional.of(lastData.filter(known -> known.isAfter(at)).orElse(at));
    }

    /** Whether it ended, or was last heard of, longer ago than that; a run that lasts and is silent stays, however long. */
    boolean isOver(Instant now, Duration kept) {
        return Optional.ofNullable(state.getEnded())
                .filter(ended -> Duration.between(ended, now).compareTo(kept) > 0)
                .isPresent();
    }

    LiveRunView view(Instant now) {
        Optional<StepState> step = currentStep(now);
        return new LiveRunView(
                team,
                state.getRun(),
                state.getExperiment(),
                state.getPhase(),
                RunLabels.isProbe(state.getLabels()),
                state.getStatus().name(),
                state.getStarted(),
                Optional.ofNullable(state.getEnded()),
                lastData,
                state.getTargets().stream()
                        .map(TargetRef::getModel)
                        .distinct()
                        .findFirst()
                        .orElse(""),
                target(),
                step.map(one -> OptionalInt.of(StepNumber.of(one.getStep()))).orElse(OptionalInt.empty()),
                state.getStepCount(),
                loadKind(step),
                step.map(one -> OptionalDouble.of(one.getLoad())).orElse(OptionalDouble.empty()),
                inFlight(now),
                objectives.values().stream().map(this::objective).toList(),
                breaches.values().stream().filter(OpenBreach::open).count(),
                breaches.size(),
                held(),
                latest(),
                signals());
    }

    private String target() {
        List<TargetRef> targets = state.getTargets();
        return targets.size() == 1 ? targets.get(0).getName() : TargetGroup.ALL;
    }

    /** What load it is, also between steps: of the last one. */
    private Optional<LoadKind> loadKind(Optional<StepState> current) {
        return current.or(() -> Optional.ofNullable(steps.lastEntry()).map(Map.Entry::getValue))
                .map(StepState::getLoadKind);
    }

    private Optional<StepState> currentStep(Instant now) {
        if (state.getStatus() != RunStatus.RUNNING) {
            return Optional.empty();
        }
        OptionalInt laneStep = fresh(now).stream().mapToInt(Lane::step).max();
        if (laneStep.isPresent() && laneStep.getAsInt() == BEFORE_FIRST_STEP) {
            return Optional.empty();
        }
        return Optional.ofNullable(steps.lastEntry()).map(Map.Entry::getValue).filter(step -> step.getEnded() == null);
    }

    private OptionalInt inFlight(Instant now) {
        List<Lane> fresh = fresh(now);
        return fresh.isEmpty() || state.getStatus() != RunStatus.RUNNING
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
        if (!RunLabels.isCounted(state)) {
            return LiveRunView.Held.of(List.of());
        }
        if (state.getStatus() == RunStatus.RUNNING) {
            return LiveRunView.Held.soFar(results.entrySet().stream()
                    .filter(step -> step.getValue().settled() || hasEnded(step.getKey()))
                    .map(step -> step.getValue().verdict())
                    .toList());
        }
        return LiveRunView.Held.of(
                results.values().stream().map(Result::verdict).toList());
    }

    private boolean hasEnded(int number) {
        StepState step = steps.get(number);
        return step != null && step.getEnded() != null;
    }

    /** Its value is the newer one of the window's and of the breach's that is open: requests that still wait are in no window. */
    private LiveObjective objective(ObjectiveState objective) {
        List<OpenBreach> open = breaches.values().stream()
                .filter(breach -> breach.open() && breach.objective().equals(objective.getName()))
                .sorted(Comparator.comparing(OpenBreach::opened))
                .toList();
        Optional<Value> value = Stream.concat(
                        open.stream().flatMap(breach -> breach.value().stream()), windowValue(objective).stream())
                .max(Comparator.comparing(Value::at));
        return new LiveObjective(
                ObjectiveView.of(objective),
                value.map(known -> OptionalDouble.of(known.value())).orElse(OptionalDouble.empty()),
                value.filter(Value::isLowerBound).isPresent(),
                !open.isEmpty(),
                open.stream().findFirst().map(OpenBreach::opened));
    }

    /** Windows hold no share of good requests; that of requests that were not ok is of any metric's window. */
    private Optional<Value> windowValue(ObjectiveState objective) {
        boolean quantile = objective.getKind() == ObjectiveKind.QUANTILE;
        MetricName metric = quantile ? objective.getMetric() : MetricName.E2E;
        WindowStats window = newest.get(new Series(metric, objective.getRequestClass(), objective.getWindowSeconds()));
        if (window == null) {
            return Optional.empty();
        }
        if (quantile) {
            return quantileValue(objective, window);
        }
        return objective.getKind() == ObjectiveKind.ERROR_RATIO && window.getEnded() > 0
                ? Optional.of(new Value((double) window.getFailed() / window.getEnded(), false, window.getEnd()))
                : Optional.empty();
    }

    /** As the objective is judged: requests that were not ok are slower than any other. Empty where values are withheld. */
    private static Optional<Value> quantileValue(ObjectiveState objective, WindowStats window) {
        LogHistogram sketch = window.getCount() == 0 ? new LogHistogram() : LogHistogram.decode(window.getSketch());
        long total = sketch.count() + window.getFailed();
        if (total == 0 || (sketch.isEmpty() && window.getEnded() > window.getFailed())) {
            return Optional.empty();
        }
        long rank = RankedValues.rank(objective.getQuantile(), total);
        boolean known = rank <= sketch.count();
        long nanos = known
                ? RankedValues.of(sketch).nanosAt(rank)
                : Math.max(objective.getLimitNanos(), sketch.max().orElse(0));
        return Optional.of(new Value((double) nanos, !known, window.getEnd()));
    }

    private Map<String, Latest> latest() {
        Map<String, Latest> latest = new TreeMap<>();
        newest.forEach((series, window) -> {
            if (isShown(series)) {
                latest.put(
                        Metric.of(series.metric()).id(),
                        new Latest(
                                window.getEnd(),
                                window.getFinality(),
                                window.getCount(),
                                nanos(window.getP50Nanos()),
                                nanos(window.getP95Nanos()),
                                nanos(window.getP99Nanos())));
            }
        });
        return latest;
    }

    private Map<String, Double> signals() {
        return newest.entrySet().stream()
                .filter(entry -> isShown(entry.getKey()))
                .map(Map.Entry::getValue)
                .max(Comparator.comparing(WindowStats::getEnd))
                .map(WindowStats::getSignals)
                .orElse(Map.of());
    }

    private static boolean isShown(Series series) {
        return series.windowSeconds() == TeamRuns.WINDOW_SECONDS
                && series.requestClass().equals(RequestClass.ALL);
    }

    private static OptionalLong nanos(@Nullable Long value) {
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
