package io.tidemark.exporter.results;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.Regression;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.SloBreach;
import io.tidemark.events.SloState;
import io.tidemark.events.StepResult;
import io.tidemark.events.WindowStats;
import io.tidemark.exporter.results.RunResults.SeriesId;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.ShownEntries;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.TokenCounts;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.deadletter.RecordRejection;
import io.tidemark.schemas.kafka.RecordFailures;
import io.tidemark.schemas.sketch.SketchFormatException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The runs of a team that are exposed, within {@link ResultLimits} and {@link ShownEntries}: those that last, and those that ended a short while ago. Thread-safe. */
public final class TeamResults {
    private static final Logger LOG = LoggerFactory.getLogger(TeamResults.class);

    /** The request before the first step may be read before the run that it belongs to. */
    private static final int MOST_EARLY_REQUESTS = 100;

    private static final int WHOLE_STEP = 0;

    private final Team team;
    private final ResultLimits limits;
    private final InstantSource clock;
    private final Map<String, RunResults> runs = new TreeMap<>();
    private final PhaseComparisons comparisons = new PhaseComparisons();
    private final Deque<RequestEvent> earlyRequests = new ArrayDeque<>();
    private final Map<Excess, Long> overLimit = new EnumMap<>(Excess.class);
    private final RecordFailures failures = new RecordFailures();
    private long unusableRecords;

    /** Of what there is too much. */
    private enum Excess {
        RUN,
        SERIES,
        OBJECTIVE
    }

    public TeamResults(Team team, ResultLimits limits, InstantSource clock) {
        this.team = team;
        this.limits = limits;
        this.clock = clock;
        for (Excess excess : Excess.values()) {
            overLimit.put(excess, 0L);
        }
    }

    /** Whose they are. */
    public Team team() {
        return team;
    }

    /** Records on which this failed, of what reads the team's topics. */
    public RecordFailures failures() {
        return failures;
    }

    /** A run or an objective; steps are known from their results. */
    public synchronized void control(ControlEvent event) {
        if (event.getState() instanceof RunState state) {
            run(state, event.getAt());
        } else if (event.getState() instanceof SloState slo) {
            RunResults run = runs.get(slo.getRun());
            if (run != null && !run.set(slo, event.getAt())) {
                exceeded(Excess.OBJECTIVE, 1);
            }
        }
    }

    /** Whole-step windows; others are passed over. */
    public synchronized void window(WindowStats window) {
        RunResults run = runs.get(window.getRun());
        if (run == null || window.getWindowSeconds() != WHOLE_STEP) {
            return;
        }
        seriesFor(run, window.getTarget(), window.getRequestClass()).ifPresent(id -> {
            try {
                run.window(id, window);
            } catch (IllegalArgumentException e) {
                unusable("window of run " + window.getRun(), String.valueOf(e.getMessage()));
            }
        });
    }

    /** Counts a request once: a repeated event is ignored. Events of a run that is not known yet are kept until it is, up to a limit. */
    public synchronized void request(RequestEvent request) {
        Optional<String> problem = TokenCounts.problem(request);
        if (problem.isPresent()) {
            unusable("request " + request.getRequest() + " of run " + request.getRun(), problem.get());
            return;
        }
        RunResults run = runs.get(request.getRun());
        if (run == null) {
            earlyRequests.add(withoutTexts(request));
            if (earlyRequests.size() > MOST_EARLY_REQUESTS) {
                earlyRequests.remove();
            }
            return;
        }
        change(request.getRun(), known -> request(known, request));
    }

    /** Those may have a megabyte each. */
    private static RequestEvent withoutTexts(RequestEvent request) {
        return RequestEvent.newBuilder(request)
                .setRecordedPrompt(null)
                .setRecordedAnswer(null)
                .setResponseHeaders(Map.of())
                .setErrorType(null)
                .setErrorCode(null)
                .setErrorText(null)
                .build();
    }

    public synchronized void step(StepResult result) {
        if (RequestClass.isWholeStep(result)) {
            change(result.getRun(), run -> run.step(result));
        }
    }

    public synchronized void breach(SloBreach breach) {
        change(breach.getRun(), run -> run.breach(breach));
    }

    public synchronized void heartbeat(Heartbeat heartbeat) {
        change(heartbeat.getRun(), run -> run.heartbeat(heartbeat, clock.instant()));
    }

    private void change(String run, Consumer<RunResults> change) {
        if (ShownEntries.change(runs, run, change)) {
            exceeded(Excess.RUN, 1);
            comparisons.retain(this::isExposed);
        }
    }

    /** Of experiments without a run that is exposed nothing is kept. */
    public synchronized void regression(Regression regression) {
        if (isExposed(ResultPoints.label(regression.getExperiment())) && !comparisons.regression(regression)) {
            exceeded(Excess.SERIES, 1);
        }
    }

    /** When the earliest run that is exposed began; empty if none is. */
    public synchronized Optional<Instant> earliestStart() {
        expire();
        return runs.values().stream().map(run -> run.run().started()).min(Instant::compareTo);
    }

    /** Adds what is known, without runs that are over and runs of which some value cannot be exposed, as far as a team has room on a page. */
    public synchronized void addTo(ResultPoints points) {
        expire();
        points.beginTeam();
        Instant now = clock.instant();
        runs.forEach((id, run) -> addWhole(points, "run " + id, added -> run.addTo(added, team.name(), now)));
        addWhole(points, "comparisons", added -> comparisons.addTo(added, team.name()));
        exceeded(Excess.SERIES, points.leftOut());
    }

    /** A failure would take the page from all teams. */
    private void addWhole(ResultPoints points, String what, Consumer<ResultPoints> addition) {
        ResultPoints added = new ResultPoints();
        try {
            addition.accept(added);
            points.addAll(added);
        } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
            unusable(what, String.valueOf(e.getMessage()));
        }
    }

    /** Adds how much is known, and what is not exposed. */
    public synchronized void addStateTo(ResultPoints points) {
        points.beginTeam();
        points.gauge(ResultMetric.EXPORTER_RUNS, runs.size(), team.name());
        points.gauge(ResultMetric.EXPORTER_SERIES, seriesCount(), team.name());
        overLimit.forEach((excess, count) ->
                points.counter(ResultMetric.EXPORTER_OVER_LIMIT, count, team.name(), ResultPoints.word(excess)));
        points.counter(ResultMetric.EXPORTER_UNUSABLE, unusableRecords + failures.count(), team.name());
    }

    private void run(RunState state, Instant at) {
        RunResults known = runs.get(state.getRun());
        if (known != null) {
            known.set(state, at);
            return;
        }
        Optional<String> problem = Ulid.problem(state.getRun(), clock.millis());
        if (problem.isPresent()) {
            unusable("run", problem.get());
            return;
        }
        RunResults run = new RunResults(state, limits.objectives(), clock);
        run.set(state, at);
        if (run.isOver(clock.instant(), limits.keepEnded())) {
            return;
        }
        expire();
        if (runs.size() >= limits.runs()) {
            exceeded(Excess.RUN, 1);
            if (!ShownEntries.makeRoom(runs, clock.instant())) {
                return;
            }
            comparisons.retain(this::isExposed);
        }
        runs.put(state.getRun(), run);
        takeEarlyRequests(run);
    }

    private void takeEarlyRequests(RunResults run) {
        for (Iterator<RequestEvent> early = earlyRequests.iterator(); early.hasNext(); ) {
            RequestEvent request = early.next();
            if (request.getRun().equals(run.run().run())) {
                request(run, request);
                early.remove();
            }
        }
    }

    private void request(RunResults run, RequestEvent request) {
        if (!run.isNew(request)) {
            return;
        }
        run.seen(request);
        String requestClass = request.getRequestClass();
        String group = request.getTargetGroup();
        String whole = group.isEmpty() ? request.getTarget() : group;
        boolean partOfAll = RequestClass.isPartOfAll(requestClass);
        count(run, request, whole, requestClass);
        if (!requestClass.equals(RequestClass.ALL) && partOfAll) {
            count(run, request, whole, RequestClass.ALL);
        }
        if (!group.isEmpty() && partOfAll) {
            count(run, request, request.getTarget(), RequestClass.ONE_TARGET);
        }
    }

    private void count(RunResults run, RequestEvent request, String target, String requestClass) {
        seriesFor(run, target, requestClass).ifPresent(id -> {
            try {
                run.request(id, request);
            } catch (SketchFormatException e) {
                unusable(
                        "request " + request.getRequest() + " of run " + request.getRun(),
                        String.valueOf(e.getMessage()));
            }
        });
    }

    private Optional<SeriesId> seriesFor(RunResults run, String target, String requestClass) {
        SeriesId id = new SeriesId(target, requestClass);
        int most = RequestClass.isSpecial(requestClass) ? limits.series() : limits.seriesOfClasses();
        if (run.has(id) || seriesCount() < most) {
            return Optional.of(id);
        }
        exceeded(Excess.SERIES, 1);
        return Optional.empty();
    }

    private int seriesCount() {
        return runs.values().stream().mapToInt(RunResults::seriesCount).sum();
    }

    private void expire() {
        Instant now = clock.instant();
        if (runs.values().removeIf(run -> run.isOver(now, limits.keepEnded()))) {
            comparisons.retain(this::isExposed);
        }
    }

    /** @param experiment as a label */
    private boolean isExposed(String experiment) {
        return runs.values().stream()
                .anyMatch(run -> ResultPoints.label(run.run().experiment()).equals(experiment));
    }

    private void exceeded(Excess excess, long count) {
        if (count > 0 && overLimit.merge(excess, count, Long::sum) == count) {
            LOG.warn("team {}: not every {} is exposed, the limits are {}", team, ResultPoints.word(excess), limits);
        }
    }

    private void unusable(String what, String problem) {
        unusableRecords++;
        if (unusableRecords == 1) {
            LOG.warn("team {}: {} cannot be exposed: {}", team, RecordRejection.shown(what), problem);
        }
    }
}
