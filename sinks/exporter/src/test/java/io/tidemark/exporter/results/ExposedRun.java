package io.tidemark.exporter.results;

import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.tidemark.events.BreachState;
import io.tidemark.events.BurnEvidence;
import io.tidemark.events.BurnStanding;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.Finality;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.ObjectiveStanding;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.PhaseOutcome;
import io.tidemark.events.Regression;
import io.tidemark.events.SloState;
import io.tidemark.events.Verdict;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.sketch.LogHistogram;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** A run of 4,000 requests whose times to the first token are spread around a limit of 60 ms, with every metric that there is. */
public final class ExposedRun {
    public static final long LIMIT_NANOS = 60_000_000;
    public static final int REQUESTS = 4_000;

    private static final String OBJECTIVE = "ttft p95 < 60ms";

    private final long[] ttftNanos = new long[REQUESTS];
    private final TeamResults results;

    /** @param now its requests have just ended */
    public ExposedRun(Instant now, long seed) {
        results = new TeamResults(new Team("perf"), ResultLimits.DEFAULT, () -> now);
        results.control(Events.control(now, Events.run(Events.RUN, now)));
        results.control(Events.control(now, slo(now)));
        requests(now, new Random(seed));
        for (Metric metric : Metric.values()) {
            results.window(Events.window(now)
                    .setMetric(metric.event())
                    .setWindowSeconds(0)
                    .setSketch(ByteBuffer.wrap(sketch().encode()))
                    .build());
        }
        results.heartbeat(Heartbeat.newBuilder(Events.heartbeat(0))
                .setTarget("gpu")
                .setInFlight(3)
                .build());
        judged();
        results.breach(Events.breach(BreachState.OPENED, Finality.FINAL).build());
        results.regression(Regression.newBuilder(Events.regression(now, ComparisonVerdict.REGRESSED))
                .setOutcome(PhaseOutcome.WORSE)
                .build());
    }

    /** What a scrape gives. */
    public MetricSnapshots snapshots() {
        ResultPoints points = new ResultPoints();
        points.gauge(ResultMetric.EXPORTER_READY, 1, "perf");
        results.addTo(points);
        results.addStateTo(points);
        return points.snapshots();
    }

    /** Of all times to the first token. */
    public LogHistogram sketch() {
        LogHistogram sketch = new LogHistogram();
        Arrays.stream(ttftNanos).forEach(sketch::add);
        return sketch;
    }

    public long[] sortedTtftNanos() {
        return Arrays.stream(ttftNanos).sorted().toArray();
    }

    private void requests(Instant now, Random random) {
        for (int i = 0; i < REQUESTS; i++) {
            ttftNanos[i] = Math.round(LIMIT_NANOS * Math.exp(0.3 * random.nextGaussian()));
            long firstToken = 1_000_000 + ttftNanos[i];
            results.request(Events.request(i, 1)
                    .setDue(now)
                    .setFirstTokenNanos(firstToken)
                    .setLastTokenNanos(firstToken + 100_000_000)
                    .setEndNanos(firstToken + 101_000_000)
                    .setCachedTokens(16)
                    .build());
        }
    }

    /** An objective whose breach is open and whose burn-rate rule fires. */
    static ObjectiveResult firing() {
        return ObjectiveResult.newBuilder(
                        Events.result(Finality.FINAL, 10).getObjectives().get(0))
                .setStanding(ObjectiveStanding.FIRING)
                .setBudgetLeft(0.75)
                .setBurns(List.of(BurnStanding.newBuilder()
                        .setRule("page 14.4x over 2m/10s")
                        .setStanding(ObjectiveStanding.FIRING)
                        .setEvidence(BurnEvidence.newBuilder()
                                .setSeverity("page")
                                .setThreshold(14.4)
                                .setLongSeconds(120)
                                .setShortSeconds(10)
                                .setLongBurn(22.5)
                                .setShortBurn(41)
                                .setPeriodSeconds(86_400)
                                .setBudgetLeft(0.75)
                                .build())
                        .build()))
                .build();
    }

    private void judged() {
        ObjectiveResult judged =
                ObjectiveResult.newBuilder(firing()).setObjective(OBJECTIVE).build();
        for (int step = 0; step < 2; step++) {
            results.step(Events.result(Finality.FINAL, 10)
                    .setStep(step)
                    .setLoad(2 + step)
                    .setVerdict(step == 0 ? Verdict.PASS : Verdict.FAIL)
                    .setObjectives(List.of(judged))
                    .build());
        }
    }

    private static SloState slo(Instant now) {
        return SloState.newBuilder()
                .setRun(Events.RUN)
                .setObjective(ObjectiveState.newBuilder()
                        .setName(OBJECTIVE)
                        .setKind(ObjectiveKind.QUANTILE)
                        .setMetric(MetricName.TTFT)
                        .setQuantile(0.95)
                        .setLimitNanos(LIMIT_NANOS)
                        .setPeriodSeconds(86_400)
                        .build())
                .setChanged(now)
                .build();
    }
}
