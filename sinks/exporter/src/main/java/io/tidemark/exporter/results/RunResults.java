package io.tidemark.exporter.results;

import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.SloBreach;
import io.tidemark.events.SloState;
import io.tidemark.events.StepResult;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.ShownEntries;
import io.tidemark.schemas.ShownRun;
import io.tidemark.schemas.TeamLimit;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What is known of one run. Not thread-safe. */
final class RunResults implements ShownEntries {
    private static final Set<RunStatus> STATUSES = EnumSet.complementOf(EnumSet.of(RunStatus.UNKNOWN));

    private final ObjectiveTable objectives;
    private final Map<SeriesId, SeriesResults> series =
            new TreeMap<>(Comparator.comparing(SeriesId::target).thenComparing(SeriesId::requestClass));
    private final StepResults steps;
    private final RunBreaches breaches = new RunBreaches();
    private final LaneLoads lanes = new LaneLoads();
    /** Number of the last request of each lane: a lane may send a record twice. */
    private final Map<String, Long> lastRequests = new HashMap<>();

    private final InstantSource clock;
    private ShownRun run;
    private Instant lastHeard = Instant.EPOCH;

    /** Target and class. */
    record SeriesId(String target, String requestClass) {}

    RunResults(RunState state, int mostObjectives, InstantSource clock) {
        this.run = ShownRun.of(state);
        this.clock = clock;
        this.objectives = new ObjectiveTable(mostObjectives);
        this.steps = new StepResults(objectives, mostObjectives);
        heard(run.started());
    }

    ShownRun run() {
        return run;
    }

    int seriesCount() {
        return series.size();
    }

    @Override
    public int entries() {
        return steps.entries() + breaches.size() + lanes.size() + lastRequests.size();
    }

    @Override
    public boolean hasData() {
        return entries() > 0 || !series.isEmpty();
    }

    @Override
    public Instant lastHeard() {
        return lastHeard;
    }

    void set(RunState next, Instant at) {
        run = ShownRun.of(next);
        heard(at);
    }

    /** @return whether there was room for it */
    boolean set(SloState slo, Instant at) {
        heard(at);
        boolean taken = objectives.set(slo);
        series.forEach((id, results) -> results.setLimits(objectives.limits(id.requestClass())));
        return taken;
    }

    void heartbeat(Heartbeat heartbeat, Instant now) {
        lanes.heartbeat(heartbeat, now);
        heard(heartbeat.getAt());
    }

    void breach(SloBreach breach) {
        breaches.breach(breach);
        heard(breach.getUpdated());
    }

    void step(StepResult result) {
        steps.step(result);
    }

    boolean has(SeriesId id) {
        return series.containsKey(id);
    }

    void window(SeriesId id, WindowStats window) {
        heard(window.getEnd());
        series(id).window(window);
    }

    /** @return whether the request is new, and of a lane that there is room for */
    boolean isNew(RequestEvent request) {
        Long last = lastRequests.get(request.getLane());
        return last == null
                ? TeamLimit.LANES_PER_RUN.hasRoom(lastRequests, request.getLane())
                : request.getLaneSeq() > last;
    }

    void seen(RequestEvent request) {
        lastRequests.put(request.getLane(), request.getLaneSeq());
        heard(request.getDue());
    }

    void request(SeriesId id, RequestEvent request) {
        series(id).request(request);
    }

    /** Whether it ended, or was last heard of, longer ago than that. */
    boolean isOver(Instant now, Duration keep) {
        Instant last =
                run.ended().filter(end -> !ShownEntries.isAhead(end, now)).orElse(lastHeard);
        return Duration.between(last, now).compareTo(keep) > 0;
    }

    private void heard(Instant at) {
        lastHeard = ShownEntries.lastHeard(lastHeard, at, clock.instant());
    }

    private SeriesResults series(SeriesId id) {
        return series.computeIfAbsent(id, first -> {
            SeriesResults results = new SeriesResults();
            results.setLimits(objectives.limits(id.requestClass()));
            return results;
        });
    }

    void addTo(ResultPoints points, String team, Instant now) {
        series.forEach((id, results) ->
                results.addTo(points, ResultPoints.with(labels(team, id.target()), id.requestClass())));
        lanes.inFlight(now)
                .forEach((target, inFlight) ->
                        points.gauge(ResultMetric.REQUESTS_IN_FLIGHT, inFlight, labels(team, target)));
        run.target()
                .ifPresent(
                        target -> points.state(ResultMetric.RUN_STATUS, STATUSES, run.status(), labels(team, target)));
        breaches.addTo(points, objectives.all(), labels(team, run.target().orElse("")));
        steps.addTo(points, run.isCounted(), target -> labels(team, target));
    }

    /** Of {@link ResultMetric#STEP}. */
    private String[] labels(String team, String target) {
        return new String[] {team, run.experiment(), run.phase(), run.run(), target};
    }
}
